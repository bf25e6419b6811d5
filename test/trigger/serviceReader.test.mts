// Requests of a poll: which failures concern one record only, and what the time of a poll allows.
import { NodeApiError } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { ACCOUNT_URL, type TriggerResponse } from './account.mts';
import { HOUR } from './host.mts';
import { account, newAccount, withReader } from './stage.mts';

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

	it('is returned by its path, with the parameters of the request', async () => {
		const id = account.add('customers');
		const query = { product: `${ACCOUNT_URL}/products/101` };
		const read = await withReader(async (reader) => await reader.record(`/customers/${id}`, query));
		expect(read).toMatchObject({ entry: { id }, isGone: false });
		expect(account.requests).toEqual([{ path: `/customers/${id}`, query }]);
	});

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

	it('is unreadable when the connection is cut, and not gone', async () => {
		account.failures = ['disconnect', 'disconnect', 'disconnect'];
		const { error, ...rest } = await recordAt('/videos/77');
		expect(rest).toEqual({ entry: undefined, isGone: false });
		expect(error).toBeInstanceOf(NodeApiError);
	});

	it.each([400, 401, 406, 409, 422, 429])('ends the poll after a %i', async (status) => {
		fail(status);
		await expect(recordAt('/videos/77')).rejects.toMatchObject({ httpCode: String(status) });
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

describe('a list', () => {
	it('is requested with 50 records a page, unless the query says otherwise', async () => {
		await withReader(async (reader) => {
			await reader.list('videos', {})(2);
			await reader.list('videos', { per_page: 7, sort: 'newest' })(3);
		});
		expect(account.requests).toEqual([
			{ path: '/videos', query: { per_page: 50, page: 2 } },
			{ path: '/videos', query: { per_page: 7, page: 3, sort: 'newest' } },
		]);
	});

	it('that the response does not contain ends the poll', async () => {
		account.disturb = respondWith({ total: 3 });
		const reading = withReader(async (reader) => await reader.list('videos', {})(1));
		await expect(reading).rejects.toBeInstanceOf(NodeApiError);
	});
});

describe('the time of a poll', () => {
	it('allows as many requests as fit into three fifths of five minutes', async () => {
		account.responseMs = 10 * SECOND;
		await withReader(async (reader) => {
			expect(reader.budget.has(1_000_000)).toBe(true);
			await reader.list('videos', {})(1);
			// 170 seconds are left, and a request takes ten.
			expect([17, 18].map((requests) => reader.budget.has(requests))).toEqual([true, false]);
			account.responseMs = 110 * SECOND;
			await reader.list('videos', {})(1);
			// 60 seconds are left, and a request takes 60 on average.
			expect([1, 2].map((requests) => reader.budget.has(requests))).toEqual([true, false]);
			await reader.list('videos', {})(1);
			expect(reader.budget.has()).toBe(false);
			const late = reader.list('videos', {})(1);
			await expect(late).rejects.toThrow('too slow');
		});
		expect(account.requests).toHaveLength(3);
	});

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
