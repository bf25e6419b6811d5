import { describe, expect, it } from 'vitest';

import type * as LimiterModule from '../../../../nodes/shared/client/limiter';
import type * as Concurrency from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { CancelledError } = built<typeof Concurrency>('shared/concurrency/clock');
const {
	CREATION_LIMIT,
	Limiter,
	limiterFor,
	MAX_CONCURRENT_REQUESTS,
	MAX_SHARED_PAUSE_MS,
	UnsentError,
} = built<typeof LimiterModule>('shared/client/limiter');

const settle = async () => await new Promise(setImmediate);
const forever = async () => await new Promise<never>(() => {});
const creation = { rateLimit: 'creation' } as const;

type Options = Parameters<InstanceType<typeof Limiter>['run']>[1];

const patience = { maxOutageMs: 60_000, maxPauseMs: 120_000 };

function started() {
	const [time, limiter] = [new VirtualTime(), new Limiter()];
	const run = async <T,>(request: () => Promise<T>, options: Partial<Options> = {}) =>
		await limiter.run(request, { run: {}, ...patience, ...options });
	/** Returns when a request starts. */
	const startOf = async (options: Partial<Options> = {}) =>
		await run(async () => await Promise.resolve(time.now), options);
	return { time, limiter, run, startOf };
}

describe('the limiter', () => {
	it('allows twenty requests at once, and five creations in 1.04 seconds', () => {
		expect(MAX_CONCURRENT_REQUESTS).toBe(20);
		expect(CREATION_LIMIT).toEqual({ count: 5, windowMs: 1_040 });
		expect(MAX_SHARED_PAUSE_MS).toBe(10_000);
	});

	it('bounds concurrent requests, starts them in order, and does not slow them down', async () => {
		const { time, run } = started();
		const order: number[] = [];
		let [underWay, most] = [0, 0];
		const requests = Array.from({ length: 500 }, async (_, index) => {
			await run(async () => {
				order.push(index);
				most = Math.max(most, ++underWay);
				await settle();
				underWay--;
			});
		});
		await Promise.all(requests);
		expect(most).toBe(20);
		expect(order).toEqual(order.toSorted((a, b) => a - b));
		expect(time.now).toBe(0);
	});

	it('frees the slot of a failed request', async () => {
		const { startOf, run } = started();
		const failing = Array.from({ length: 60 }, async () => {
			await run(async () => await Promise.reject(new Error('no'))).catch(() => {});
		});
		await Promise.all(failing);
		expect(await startOf()).toBe(0);
	});

	it('ends a wait when the execution is cancelled, and serves the next request', async () => {
		const { startOf, run } = started();
		const execution = new AbortController();
		let finish = () => {};
		const request = async () => await new Promise<void>((resolve) => (finish = resolve));
		for (let count = 0; count < 20; count++) void run(request);
		const cancelled = startOf({ signal: execution.signal });
		const next = startOf();
		execution.abort();
		await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
		finish();
		expect(await next).toBe(0);
	});

	it('keeps a place for another group when the requests of one hang', async () => {
		const { startOf, run } = started();
		for (let count = 0; count < 60; count++) void run(forever, { group: 'hanging' });
		for (let count = 0; count < 10; count++) expect(await startOf({ group: 'other' })).toBe(0);
	});

	it('is the same for all requests with a key', () => {
		expect(limiterFor('a key')).toBe(limiterFor('a key'));
		expect(limiterFor('a key')).not.toBe(limiterFor('another key'));
	});
});

describe('the rate limit of creations', () => {
	it('starts five in its window', async () => {
		const { time, startOf } = started();
		const early = await time.until(Promise.all([startOf(creation), startOf(creation)]));
		time.now = 400;
		const later = Array.from({ length: 9 }, async () => await startOf(creation));
		expect(early).toEqual([0, 0]);
		expect(await time.until(Promise.all(later))).toEqual([
			400, 400, 400, 1_040, 1_040, 1_440, 1_440, 1_440, 2_080,
		]);
	});

	it('leaves no more than twenty requests at once, of a slow service too', async () => {
		const { time, run } = started();
		let underWay = 0;
		const slow = async () => {
			underWay++;
			return await forever();
		};
		for (let count = 0; count < 15; count++) void run(slow);
		for (let count = 0; count < 30; count++) void run(slow, creation);
		await time.until(time.sleep(60_000));
		expect(underWay).toBe(20);
	});

	it('holds no slot during its wait', async () => {
		const { startOf, run } = started();
		for (let count = 0; count < 40; count++) void startOf(creation);
		for (let count = 0; count < 14; count++) void run(forever);
		expect(await startOf()).toBe(0);
	});

	it('ends a wait when the execution is cancelled, and serves the next request', async () => {
		const { time, startOf } = started();
		const execution = new AbortController();
		await Promise.all(Array.from({ length: 5 }, async () => await startOf(creation)));
		const cancelled = startOf({ ...creation, signal: execution.signal });
		const refused = expect(cancelled).rejects.toBeInstanceOf(CancelledError);
		const next = startOf(creation);
		await settle();
		execution.abort();
		await refused;
		expect(await time.until(next)).toBe(1_040);
	});

	it('lets a run with one creation pass six thousand creations of another execution', async () => {
		const { time, startOf } = started();
		const imported = Array.from({ length: 6_000 }, async () => {
			return await startOf({ ...creation, group: 'import' });
		});
		await time.until(time.sleep(10_000));
		const before = time.now;
		const one = await time.until(startOf({ ...creation, group: 'one' }));
		expect(one - before).toBeLessThanOrEqual(1_040);
		expect(imported).toHaveLength(6_000);
	});
});

describe('a pause', () => {
	it('delays all requests', async () => {
		const { time, limiter, startOf } = started();
		limiter.pause(3_000);
		expect(await time.until(Promise.all([startOf(), startOf(creation)]))).toEqual([3_000, 3_000]);
	});

	it('is not shortened by a later, shorter one', async () => {
		const { time, limiter, startOf } = started();
		limiter.pause(3_000);
		limiter.pause(1_000);
		expect(await time.until(startOf())).toBe(3_000);
	});

	it.each([
		[2_080, 0],
		[2_081, 2_081],
		[120_000, 10_000],
	])('of %i ms for a creation delays other requests by %i ms', async (milliseconds, delay) => {
		const { time, limiter, startOf } = started();
		limiter.pause(milliseconds, 'creation');
		expect(await time.until(startOf())).toBe(delay);
	});

	it('that begins during the wait for a slot delays the request', async () => {
		const { time, limiter, startOf, run } = started();
		let finish = () => {};
		const request = async () => await new Promise<void>((resolve) => (finish = resolve));
		for (let count = 0; count < 20; count++) void run(request);
		const waiting = startOf();
		await settle();
		limiter.pause(3_000);
		finish();
		expect(await time.until(waiting)).toBe(3_000);
	});

	it('of more than two minutes fails requests that may not wait for its end', async () => {
		const { time, limiter, startOf } = started();
		limiter.pause(130_000);
		await expect(startOf()).rejects.toBeInstanceOf(UnsentError);
		const patient = startOf({ maxPauseMs: 600_000 });
		time.now = 20_000;
		const next = startOf();
		expect(await time.until(Promise.all([patient, next]))).toEqual([130_000, 130_000]);
	});

	it.each([{}, creation])('ends for a cancelled request at once: %j', async (options) => {
		const { limiter, startOf } = started();
		const execution = new AbortController();
		limiter.pause(3_000);
		const cancelled = startOf({ ...options, signal: execution.signal });
		await settle();
		execution.abort();
		await expect(cancelled).rejects.toBeInstanceOf(CancelledError);
	});
});
