import { describe, expect, it } from 'vitest';

import type * as SlidingWindowModule from '../../../../nodes/shared/client/limiter';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { SlidingWindow } = built<typeof SlidingWindowModule>('shared/client/limiter');

const unpaused = async () => await Promise.resolve();

describe('a sliding window', () => {
	it('starts at most its limit of requests within its time', async () => {
		const time = new VirtualTime(0);
		const window = new SlidingWindow(5, 1_000);
		const begun: number[] = [];
		const begin = async () => {
			await window.next(unpaused);
			begun.push(time.now);
		};
		await time.until(Promise.all([begin(), begin()]));
		time.now = 400;
		await time.until(Promise.all(Array.from({ length: 9 }, begin)));
		expect(begun).toEqual([0, 0, 400, 400, 400, 1_000, 1_000, 1_400, 1_400, 1_400, 2_000]);
	});

	it('ends a wait when the execution is cancelled, and serves the next request', async () => {
		const time = new VirtualTime(0);
		const window = new SlidingWindow(1, 1_000);
		const controller = new AbortController();
		await time.until(window.next(unpaused));
		const cancelled = window.next(unpaused, { signal: controller.signal });
		const refused = expect(cancelled).rejects.toThrow('cancelled');
		const next = window.next(unpaused);
		await new Promise(setImmediate);
		controller.abort();
		await refused;
		await time.until(next);
		expect(time.now).toBe(1_000);
	});
});
