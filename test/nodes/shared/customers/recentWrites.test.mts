import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type * as ClientModule from '../../../../nodes/shared/client/client';
import type * as RecentWritesModule from '../../../../nodes/shared/customers/recentWrites';
import { hasAccessTo } from '../../../../nodes/shared/customers/member';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { ADA } from '../../Customer/kit.mts';

const { isStale, recentAccess, recentAccesses, recentlyCreated, rememberAccess, rememberCreation } =
	built<typeof RecentWritesModule>('shared/customers/recentWrites');

const { Client } = built<typeof ClientModule>('shared/client/client');

const BASE_URL = 'https://api.example.com';
const PRODUCT = `${BASE_URL}/products/101`;

/** Returns a client for an account; each test has accounts of its own. */
const clientOf = (account: string, baseURL = BASE_URL) =>
	new Client(itemContext({ account }), { baseURL });

it.each<
	[written: string | undefined, listed: { plan?: string } | undefined, isContradicted: boolean]
>([
	[undefined, undefined, false],
	[undefined, { plan: 'free' }, false],
	['none', undefined, false],
	['none', {}, true],
	['standard', undefined, true],
	['standard', {}, false],
	['standard', { plan: 'standard' }, false],
	['standard', { plan: 'free' }, true],
	['free', undefined, true],
	['free', { plan: 'free' }, false],
	['free', { plan: 'standard' }, false],
])('after a write of %s, a list with %o contradicts it: %s', (written, listed, isContradicted) => {
	expect(isStale(written, listed)).toBe(isContradicted);
});

describe('what this process has written', () => {
	let clock: TurnedClock;
	beforeEach(() => {
		clock = new TurnedClock();
	});
	afterEach(() => {
		clock.putBack();
	});

	it('is remembered by account: the base URL and the credential', () => {
		const client = clientOf('one');
		rememberCreation(client, ADA, 7);
		rememberAccess(client, PRODUCT, 7, 'standard');
		expect(recentlyCreated(clientOf('one'), ADA.toUpperCase())).toBe('7');
		expect(recentAccess(clientOf('one', `${BASE_URL}/`), PRODUCT, '7')).toBe('standard');
		for (const other of [clientOf('two'), clientOf('one', 'https://other.example.com')]) {
			expect(recentlyCreated(other, ADA)).toBeUndefined();
			expect(recentAccess(other, PRODUCT, 7)).toBeUndefined();
			expect(recentAccesses(other, PRODUCT).size).toBe(0);
		}
	});

	it('is forgotten after twelve minutes, each write by itself', () => {
		const client = clientOf('three');
		rememberCreation(client, ADA, 7);
		rememberAccess(client, PRODUCT, 7, 'standard');
		clock.now += 360_000;
		rememberAccess(client, PRODUCT, 7, 'none');
		rememberAccess(client, PRODUCT, 8, 'free');
		clock.now += 360_000;
		expect(recentlyCreated(client, ADA)).toBeUndefined();
		expect(recentAccess(client, PRODUCT, 7)).toBe('none');
		clock.now += 360_000;
		expect(recentAccess(client, PRODUCT, 7)).toBeUndefined();
		expect(recentAccesses(client, PRODUCT).size).toBe(0);
	});

	it('is listed by product', () => {
		const client = clientOf('four');
		for (const id of [7, 8]) rememberAccess(client, PRODUCT, id, 'standard');
		rememberAccess(client, PRODUCT, 8, 'none');
		rememberAccess(client, `${PRODUCT}2`, 10, 'standard');
		expect(Object.fromEntries(recentAccesses(client, PRODUCT))).toEqual({
			7: 'standard',
			8: 'none',
		});
	});
});

it.each([
	[{ _embedded: { products: [{ id: 101 }] } }, true],
	[{ _embedded: { products: [{ id: 1 }] } }, false],
	[{ id: 5 }, true],
])('hasAccessTo takes the record %j for one with access: %s', (record, hasAccess) => {
	expect(hasAccessTo(record, PRODUCT)).toBe(hasAccess);
});
