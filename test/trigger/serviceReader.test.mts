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

it('a service that is down gets a probe from each poll, and the first poll after that delivers', async () => {
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
	// Three attempts a poll, until twenty in a row had no answer.
	expect(polls).toEqual([3, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1]);
	account.disturb = undefined;
	const id = account.add('customers');
	account.now += 60 * SECOND;
	expect(idsIn(await host.poll())).toEqual([id]);
});
