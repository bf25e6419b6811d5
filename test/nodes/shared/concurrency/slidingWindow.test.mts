import { afterEach, describe, expect, it, vi } from 'vitest';

import type * as SlidingWindowModule from '../../../../nodes/shared/concurrency/slidingWindow';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { SlidingWindow } = built<typeof SlidingWindowModule>('shared/concurrency/slidingWindow');

afterEach(() => vi.restoreAllMocks());

const unpaused = async () => await Promise.resolve();

describe('a sliding window', () => {
	/** Starts requests that take so long to be answered, and gives when each was sent. */
	async function send(count: number, answeredAfter: number, paused = unpaused) {
		const time = new VirtualTime(0);
		const window = new SlidingWindow(5, 1_000);
		const sent: number[] = [];
		const request = async () => {
			const answered = await window.next(paused);
			sent.push(time.now);
			await time.sleep(answeredAfter);
			answered(false);
		};
		await time.until(Promise.all(Array.from({ length: count }, request)));
		return sent;
	}

	it('counts from the answer as long as the way is not known', async () => {
		expect(await send(11, 80)).toEqual([0, 0, 0, 0, 0, 1_080, 1_080, 1_080, 1_080, 1_080, 2_080]);
	});

	it('takes a request that is not answered for one that has arrived', async () => {
		expect((await send(6, 10_000)).at(-1)).toBe(1_500);
	});

	it('starts nothing while there is a pause', async () => {
		const time = new VirtualTime(0);
		const window = new SlidingWindow(5, 1_000);
		const next = window.next(async () => await time.sleep(700));
		await time.until(next);
		expect(time.now).toBe(700);
	});

	it('ends a wait with the execution, and goes on with the next', async () => {
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
		expect(time.now).toBe(1_500);
	});

	it('sends less at once after a refusal', async () => {
		const time = new VirtualTime(0);
		const window = new SlidingWindow(5, 1_000);
		const sent: number[] = [];
		const request = async (index: number) => {
			const answered = await window.next(unpaused);
			sent.push(time.now);
			answered(index < 3);
		};
		await time.until(
			Promise.all(Array.from({ length: 6 }, async (_, index) => await request(index))),
		);
		// Three of five permits are lost, and with them what they had sent.
		expect(sent).toEqual([0, 0, 0, 0, 0, 1_000]);
	});
});
