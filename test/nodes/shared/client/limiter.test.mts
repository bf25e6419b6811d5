import { beforeEach, describe, expect, it, vi } from 'vitest';

import { CancelledError, clock } from '../../../../nodes/shared/concurrency/concurrency';
import {
	limiterFor,
	LONGEST_SHARED_PAUSE_MS,
	MAX_CONCURRENT_REQUESTS,
} from '../../../../nodes/shared/client/limiter';

let key = 0;
let now = 0;

beforeEach(() => {
	key++;
	now = 1_000_000;
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		now += milliseconds;
	});
});

const limiter = () => limiterFor(`service ${key}`);
const CREATION = { createsCustomer: true };

it('the limit on creations does not slow down other requests', async () => {
	await Promise.all(Array.from({ length: 100 }, async () => await limiter().run(async () => {})));
	expect(now).toBe(1_000_000);
});

it('the limiter bounds concurrent requests and starts them in order', async () => {
	const started: number[] = [];
	let underWay = 0;
	let most = 0;
	await Promise.all(
		Array.from(
			{ length: 500 },
			async (_, index) =>
				await limiter().run(async () => {
					started.push(index);
					most = Math.max(most, ++underWay);
					await new Promise(setImmediate);
					underWay--;
				}),
		),
	);
	expect(most).toBe(MAX_CONCURRENT_REQUESTS);
	expect(started).toEqual(started.toSorted((a, b) => a - b));
});

it('the limiter frees the slot of a failed request', async () => {
	const failing = Array.from(
		{ length: 60 },
		async () =>
			await limiter()
				.run(async () => await Promise.reject(new Error('no')))
				.catch(() => 'failed'),
	);
	expect(await Promise.all(failing)).toEqual(Array(60).fill('failed'));
	expect(await limiter().run(async () => 'free')).toBe('free');
});

describe('a Retry-After of the service', () => {
	const startOf = async (waiting = {}) => await limiter().run(async () => now, waiting);

	it('pauses all requests of the account', async () => {
		limiter().pause(3_000, false);
		expect(await startOf()).toBe(1_003_000);
		limiter().pause(3_000, true);
		expect(await startOf(CREATION)).toBe(1_006_000);
	});

	it('is not shortened by a later, shorter one', async () => {
		limiter().pause(3_000, false);
		limiter().pause(1_000, false);
		expect(await startOf()).toBe(1_003_000);
	});

	it('for creations alone delays no other request', async () => {
		limiter().pause(1_000, true);
		expect(await startOf()).toBe(1_000_000);
	});

	it('delays other requests by a bounded time', async () => {
		limiter().pause(86_400_000, false);
		expect(await startOf()).toBe(1_000_000 + LONGEST_SHARED_PAUSE_MS);
	});

	it('does not delay a request with a shorter maximum wait', async () => {
		vi.spyOn(clock, 'sleep').mockImplementation(async () => await new Promise(() => {}));
		limiter().pause(6_000, false);
		const others = Array.from({ length: MAX_CONCURRENT_REQUESTS }, async () => await startOf());
		expect(await startOf({ maxWaitMs: 5_000 })).toBe(1_000_000);
		expect(others).toHaveLength(MAX_CONCURRENT_REQUESTS);
	});
});

it('the limiter alternates between executions, so that one creation does not wait for an import', async () => {
	const order: string[] = [];
	const create = async (group: string) =>
		await limiter().run(async () => void order.push(group), { createsCustomer: true, group });
	const imported = Array.from({ length: 50 }, async () => await create('import'));
	await create('one');
	expect(order.indexOf('one')).toBeLessThan(3);
	await Promise.all(imported);
});

it('the limiter of an account is the same for all of its requests', () => {
	expect(limiter()).toBe(limiter());
	expect(limiterFor('somebody else')).not.toBe(limiter());
});

it('the limiter ends a wait when the execution is cancelled, and serves the next request', async () => {
	const controller = new AbortController();
	let finish = () => {};
	const blocked = Array.from(
		{ length: MAX_CONCURRENT_REQUESTS },
		async () =>
			await limiter().run(async () => await new Promise<void>((resolve) => (finish = resolve))),
	);
	const cancelled = limiter().run(async () => 'sent', { signal: controller.signal });
	const next = limiter().run(async () => 'next');
	controller.abort();
	await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
	finish();
	expect(await next).toBe('next');
	expect(blocked).toHaveLength(MAX_CONCURRENT_REQUESTS);
});
