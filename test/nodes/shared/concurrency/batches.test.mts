import { describe, expect, it, vi } from 'vitest';

import type * as Batches from '../../../../nodes/shared/concurrency/batches';
import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';

const { clock } = built<typeof Clock>('shared/concurrency/clock');
const { mapYielding, settleAll } = built<typeof Batches>('shared/concurrency/batches');

it('mapYielding yields to the event loop several times a second, also when a step is slow', async () => {
	let now = 0;
	const turns: number[] = [0];
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async () => void turns.push(now));
	const results = await mapYielding([1, 1, 1, 30, 9, 11, 9, 9], (milliseconds) => {
		now += milliseconds;
		return now;
	});
	expect(results).toEqual([1, 2, 3, 33, 42, 53, 62, 71]);
	expect(turns).toEqual([0, 33, 53]);
});

describe('settleAll', () => {
	it('returns the values in the order of the promises', async () => {
		const slow = new Promise<number>((resolve) => setImmediate(() => resolve(1)));
		expect(await settleAll([slow, Promise.resolve(2)])).toEqual([1, 2]);
	});

	it('throws the first failure only after all promises have settled', async () => {
		let isSettled = false;
		const slow = new Promise<void>((resolve) => {
			setImmediate(() => {
				isSettled = true;
				resolve();
			});
		});
		await expect(settleAll([Promise.reject(new Error('broken')), slow])).rejects.toThrow('broken');
		expect(isSettled).toBe(true);
	});
});
