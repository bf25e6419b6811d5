import { createRequire } from 'node:module';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import type * as LimiterModule from '../../../../nodes/shared/concurrency/limiter';

const require = createRequire(import.meta.url);
const {
	CancelledError,
	clock,
}: typeof ClockModule = require('../../../../dist/nodes/shared/concurrency/clock.js');
const {
	limiterFor,
	MAX_CONCURRENT_REQUESTS,
}: typeof LimiterModule = require('../../../../dist/nodes/shared/concurrency/limiter.js');

let key = 0;
let now = 0;

beforeEach(() => {
	key++;
	now = 1_000_000;
	vi.spyOn(clock, 'now').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		now += milliseconds;
	});
});
afterEach(() => vi.restoreAllMocks());

const limiter = () => limiterFor(`service ${key}`);

it('paces the creation of customers at 5 a second, whoever asks', async () => {
	const starts: number[] = [];
	const create = async () => {
		starts.push(now);
	};
	await Promise.all(Array.from({ length: 600 }, async () => await limiter().run(create, true)));
	expect(starts).toHaveLength(600);
	for (let index = 5; index < starts.length; index++) {
		expect(starts[index] - starts[index - 5]).toBeGreaterThanOrEqual(1_000);
	}
	// As fast as the limit allows: n/5 seconds, and 3 % for requests that overtake each other.
	expect(starts[599] - starts[0]).toBeLessThanOrEqual((600 / 5) * 1_000 * 1.03);
});

it('counts the second from arrival to arrival, wherever between sending and answer that is', async () => {
	const [wayThere, wayBack] = [30, 30];
	const requests: Array<{ earliest: number; latest: number }> = [];
	const create = async () => {
		const earliest = now + wayThere;
		// Sometimes the service takes its time, before it counts or after.
		now += wayThere + wayBack + ((requests.length * 7919) % 101);
		requests.push({ earliest, latest: now - wayBack });
	};
	for (let count = 0; count < 100; count++) await limiter().run(create, true);
	for (let index = 5; index < requests.length; index++) {
		const apart = requests[index].earliest - requests[index - 5].latest;
		expect(apart).toBeGreaterThanOrEqual(1_000);
	}
});

it('does not wait for the answer of a slow request to reach the service again', async () => {
	const starts: number[] = [];
	const slow = async () => {
		starts.push(now);
		now += 200;
	};
	for (let count = 0; count < 10; count++) await limiter().run(slow, true);
	expect(starts[5] - starts[0]).toBe(1_100);
});

it('does not pace other requests', async () => {
	await Promise.all(
		Array.from({ length: 100 }, async () => await limiter().run(async () => {}, false)),
	);
	expect(now).toBe(1_000_000);
});

it('bounds the requests under way at once and starts them in order', async () => {
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
				}, false),
		),
	);
	expect(most).toBe(MAX_CONCURRENT_REQUESTS);
	expect(started).toEqual(started.toSorted((a, b) => a - b));
});

it('frees the place of a request that failed', async () => {
	const failing = Array.from(
		{ length: 60 },
		async () =>
			await limiter()
				.run(async () => await Promise.reject(new Error('no')), false)
				.catch(() => 'failed'),
	);
	expect(await Promise.all(failing)).toEqual(Array(60).fill('failed'));
	expect(await limiter().run(async () => 'free', false)).toBe('free');
});

it('lets nobody start while the service asked for a pause', async () => {
	limiter().pause(3_000, false);
	const startOf = async (createsCustomer: boolean) =>
		await limiter().run(async () => now, createsCustomer);
	expect(await startOf(false)).toBe(1_003_000);
	limiter().pause(2_000, true);
	expect(await startOf(true)).toBe(1_005_000);
});

it('ends a wait at once when the execution is cancelled, and passes the turn on', async () => {
	const controller = new AbortController();
	let finish = () => {};
	const blocked = Array.from(
		{ length: MAX_CONCURRENT_REQUESTS },
		async () =>
			await limiter().run(
				async () => await new Promise<void>((resolve) => (finish = resolve)),
				false,
			),
	);
	const cancelled = limiter().run(async () => 'sent', false, controller.signal);
	const next = limiter().run(async () => 'next', false);
	controller.abort();
	await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
	finish();
	expect(await next).toBe('next');
	expect(blocked).toHaveLength(MAX_CONCURRENT_REQUESTS);
});

it('keeps services and keys apart', () => {
	expect(limiterFor('one')).toBe(limiterFor('one'));
	expect(limiterFor('one')).not.toBe(limiterFor('other'));
});

it('shares the limit with another process that it cannot see, within few tries', async () => {
	vi.restoreAllMocks();
	vi.useFakeTimers({ now: 1_000_000 });
	const accepted: number[] = [];
	const service = () => {
		const recent = accepted.filter((at) => Date.now() - at < 1_000);
		if (recent.length >= 5) return false;
		accepted.push(Date.now());
		return true;
	};
	const tries: number[] = [];
	const create = async (worker: string) => {
		const own = limiterFor(worker);
		for (let count = 1; ; count++) {
			if (await own.run(async () => service(), true)) return void tries.push(count);
			own.pause(1_000, true);
		}
	};
	const workers = [`one ${key}`, `other ${key}`];
	const done = Promise.all(
		Array.from({ length: 300 }, async (_, index) => await create(workers[index % 2])),
	);
	await vi.runAllTimersAsync();
	await done;
	const seconds = (Date.now() - 1_000_000) / 1_000;
	vi.useRealTimers();
	expect(accepted).toHaveLength(300);
	expect(Math.max(...tries)).toBeLessThanOrEqual(6);
	expect(seconds).toBeLessThan(180);
});
