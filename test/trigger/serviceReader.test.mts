// Requests of a poll: which failures concern one record only, and what the time of a poll allows.
import { NodeApiError } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import type { TriggerResponse } from './account.mts';
import { HOUR } from './host.mts';
import { account, activated, idsIn, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

const SECOND = 1000;

/** Lets each request fail with a status, and a body of the service. */
function fail(statusCode: number): void {
	account.disturb = (response) => ({ ...response, statusCode, body: { message: 'No' } });
}

const respondWith =
	(body: unknown) =>
	(response: TriggerResponse): TriggerResponse => ({ ...response, body });

const recordAt = async (path: string) =>
	await withReader(async (reader) => await reader.record(path));

describe('a record', () => {
	beforeEach(() => account.add('videos', { id: 77 }));

	it.each([404, 410])('is gone after a %i', async (status) => {
		fail(status);
		expect(await recordAt('/videos/77')).toEqual({
			entry: undefined,
			isGone: true,
			error: undefined,
		});
	});

	it.each([402, 403, 500, 503])('is unreadable after a %i, and not gone', async (status) => {
		fail(status);
		const { error, ...rest } = await recordAt('/videos/77');
		expect(rest).toEqual({ entry: undefined, isGone: false });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error?.httpCode).toBe(String(status));
	});

	it('is unreadable, and not gone, after a 404 of a proxy', async () => {
		account.disturb = (response) => ({ ...response, statusCode: 404, body: '<html>No</html>' });
		expect(await recordAt('/videos/77')).toMatchObject({
			isGone: false,
			error: { httpCode: '404' },
		});
	});

	it.each([
		['a record without an ID', { title: 'News' }],
		['a list', [{ id: 77 }]],
		['nothing', null],
	])('is unknown when the response has %s', async (_, body) => {
		account.disturb = respondWith(body);
		expect(await recordAt('/videos/77')).toEqual({
			entry: undefined,
			isGone: false,
			error: undefined,
		});
	});
});

describe('the time of a poll', () => {
	it('is told by the Date of the latest response, and its start by that of the first one', async () => {
		const seconds = account.now / SECOND;
		account.responseMs = 10 * SECOND;
		clock.now = () => account.now + HOUR;
		await withReader(async (reader) => {
			expect(reader.clock.now()).toBe(seconds + 3600);
			for (const page of [1, 2]) await reader.list('videos', {})(page);
			expect([reader.clock.startedAt, reader.clock.now()]).toEqual([seconds + 10, seconds + 20]);
		});
	});

	it('is told by the clock of this machine when a response has no Date', async () => {
		account.disturb = (response) => ({ ...response, headers: {} });
		clock.now = () => account.now + HOUR;
		await withReader(async (reader) => {
			await reader.list('videos', {})(1);
			const seconds = account.now / SECOND + 3600;
			expect([reader.clock.startedAt, reader.clock.now()]).toEqual([seconds, seconds]);
		});
	});
});

it('a service that is down gets two requests from each poll, and the first poll after that delivers', async () => {
	const host = await activated({ events: ['customerCreated'] });
	const polls: number[] = [];
	account.disturb = (response) => ({ ...response, statusCode: 503, body: 'Down' });
	for (let turn = 0; turn < 12; turn++) {
		account.now += 60 * SECOND;
		account.requests.length = 0;
		expect(await host.poll()).toEqual([]);
		polls.push(account.requests.length);
	}
	expect(host.errors).toHaveLength(12);
	for (const error of host.errors) {
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	}
	// Attempts for five seconds a poll, until twenty in a row had no answer.
	expect(polls.slice(-4)).toEqual([2, 2, 2, 2]);
	account.disturb = undefined;
	const id = account.add('customers');
	account.now += 60 * SECOND;
	expect(idsIn(await host.poll())).toEqual([id]);
});

describe('after an outage', () => {
	const DOWN = { statusCode: 503, headers: {}, body: 'Down' };
	const events = ['uploadCompleted', 'customerCreated'];

	it.each([
		['/products', events],
		['/videos', ['customerCreated']],
	])('while %s stays dead, all triggers that read something else are told: %j', async (...row) => {
		const [dead, alive] = row;
		// Those that read what stays dead are asked first.
		const hosts = await Promise.all(
			Array.from({ length: 8 }, async (_, index) => {
				const event = events[index < 4 ? 0 : 1];
				return { event, host: await activated({ events: [event] }, { credentialId: 'of all' }) };
			}),
		);
		const pollAll = async () => {
			account.now += 60 * SECOND;
			await Promise.all(hosts.map(async ({ host }) => await host.poll()));
		};
		account.disturb = () => DOWN;
		await pollAll();
		account.disturb = (_, { path }) => (path === dead ? DOWN : undefined);
		account.add('customers');
		account.add('videos');
		for (let poll = 0; poll < 3; poll++) await pollAll();
		const told = hosts.filter(({ event }) => alive.includes(event ?? ''));
		expect(told.map(({ host }) => host.delivered.length)).toEqual(told.map(() => 1));
	});
});
