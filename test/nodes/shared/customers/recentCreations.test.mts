import { describe, expect, it } from 'vitest';

import type * as RecentCreationsModule from '../../../../nodes/shared/customers/recentCreations';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { Account } from '../../account.mts';
import { ADA } from '../../Customer/kit.mts';
import { chosen } from '../../kit.mts';

const { findRememberedSimilar, isRemembered, rememberCreation } = built<
	typeof RecentCreationsModule
>('shared/customers/recentCreations');

/** Lists show a new customer after 20 seconds, and the service accepts the same address twice. */
const account = new Account(
	'customer',
	{ product: chosen(101) },
	{ listLagSeconds: 20, duplicateEmail: 'another' },
);

const grantAccess = { operation: 'grantAccess', customer: chosen(ADA, 'email') };
const createOrUpdate = { operation: 'createOrUpdate', email: ADA };
const syncAccess = {
	...{ operation: 'syncAccess', email: ADA, stopIfMoreThanAmount: 10 },
	...{ stopIfMoreThanUnit: 'percent', dryRun: false },
};
const create = { operation: 'create', email: ADA.toUpperCase() };

describe('a new customer whom no list shows yet', () => {
	it('is created once for two items of one execution', async () => {
		const { error, json } = await account.run(grantAccess, { input: [{}, {}] });
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(1);
		expect(account.customers).toHaveLength(1);
	});

	it.each([
		['Grant Access', grantAccess, grantAccess],
		['Create or Update', grantAccess, createOrUpdate],
		['Sync Access', createOrUpdate, syncAccess],
		['Grant Access after Create', create, grantAccess],
		['Grant Access after Sync Access', syncAccess, grantAccess],
	])('is created once for %s 300 ms later', async (_, first, second) => {
		await account.run(first);
		account.clock.now += 300;
		expect((await account.run(second)).error).toBeUndefined();
		expect(account.customers).toHaveLength(1);
	});

	it('is not created again by Create, for the next item or minutes later', async () => {
		const { json } = await account.run(create, {
			input: [{}, {}],
			onError: 'continueRegularOutput',
		});
		const [message] = json.map(({ error }) => error).filter(Boolean);
		expect(message).toBe('ADA@EXAMPLE.ORG is a customer already: use Create or Update');
		account.clock.now += 4 * 60_000;
		expect((await account.run(create)).error?.message).toBe(message);
		expect(account.customers).toHaveLength(1);
	});

	it('has access that can be checked and revoked', async () => {
		await account.runOnce(create);
		const check = { ...grantAccess, operation: 'checkAccess' };
		expect(await account.runOnce(check)).toMatchObject({ hasAccess: true });
		const revoke = { ...grantAccess, operation: 'revokeAccess' };
		const stopIfMoreThan = { value: { amount: 0, unit: 'customers' } };
		const { error } = await account.run({ ...revoke, options: { stopIfMoreThan } });
		expect(error?.message).toContain('Stopped: 1 customer would have lost access');
		expect(await account.runOnce(revoke)).toMatchObject({ outcome: 'revoked' });
		expect(account.customers[0]?.grants).toEqual([]);
		expect(await account.runOnce(check)).toMatchObject({ hasAccess: false });
	});

	it('has no access to another product', async () => {
		await account.runOnce(create);
		const other = { ...grantAccess, operation: 'checkAccess', product: chosen(102) };
		expect(await account.runOnce(other)).toMatchObject({
			hasAccess: false,
			id: expect.anything() as unknown,
		});
	});
});

describe('a new customer whose address has changed since', () => {
	const rename = () => {
		account.service.state.editCustomer(Number(account.customers[0]?.id), (customer) => {
			customer.email = 'lovelace@example.org';
		});
	};

	it('is not mistaken for the owner of the old address', async () => {
		await account.runOnce(grantAccess);
		rename();
		expect(await account.runOnce(grantAccess)).toMatchObject({ outcome: 'created' });
	});

	it('is forgotten after five minutes, and not looked up by ID', async () => {
		await account.runOnce(grantAccess);
		rename();
		account.clock.now += 5 * 60_000;
		account.service.clearLogs();
		await account.runOnce(grantAccess);
		expect(account.asked).toEqual(['GET /customers', 'GET /customers', 'POST /customers']);
	});
});

describe('a created customer with a similar address', () => {
	const requestWith = (account: string) => ({
		context: itemContext({ account }),
		options: { url: '/customers', baseURL: 'https://api.example.com' },
	});

	it('is remembered by credential, for five minutes', () => {
		const clock = new TurnedClock();
		const one = requestWith('1');
		const other = requestWith('2');
		rememberCreation(one, 'jos\u00e9@example.org', { id: 7 });
		rememberCreation(one, 'joan@example.org', { id: 8 });
		const asked = 'jose\u0301@example.org';
		expect(isRemembered(one, asked)).toBe(false);
		expect(findRememberedSimilar(one, asked)).toEqual([
			{ id: '7', email: 'jos\u00e9@example.org' },
		]);
		expect(findRememberedSimilar(other, asked)).toEqual([]);
		expect(isRemembered(one, 'joan@example.org')).toBe(true);
		clock.now += 5 * 60_000;
		expect(isRemembered(one, 'joan@example.org')).toBe(false);
		expect(findRememberedSimilar(one, asked)).toEqual([]);
		clock.putBack();
	});
});
