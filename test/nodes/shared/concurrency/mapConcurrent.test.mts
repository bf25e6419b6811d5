import { describe, expect, it, vi } from 'vitest';

import type * as MapConcurrent from '../../../../nodes/shared/concurrency/mapConcurrent';
import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import { built } from '../../../kit/built.mts';

const { clock } = built<typeof Clock>('shared/concurrency/clock');
const { mapConcurrent, mapYielding, settleAll } = built<typeof MapConcurrent>(
	'shared/concurrency/mapConcurrent',
);

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

describe('mapConcurrent', () => {
	const settle = async () => await new Promise(setImmediate);

	it('has the given number of steps under way, and begins them in order', async () => {
		const begun: number[] = [];
		let [underWay, most] = [0, 0];
		const results = await mapConcurrent([5, 1, 4, 1, 3, 1], 3, async (turns) => {
			begun.push(turns);
			most = Math.max(most, ++underWay);
			for (let turn = 0; turn < turns; turn++) await settle();
			underWay--;
			return turns * 2;
		});
		expect(results).toEqual([10, 2, 8, 2, 6, 2]);
		expect(begun).toEqual([5, 1, 4, 1, 3, 1]);
		expect(most).toBe(3);
	});

	it('yields to the event loop also when its steps are done at once', async () => {
		let now = 0;
		const turns: number[] = [];
		vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
		vi.spyOn(clock, 'sleep').mockImplementation(async () => void turns.push(now));
		await mapConcurrent(
			Array.from({ length: 10 }, () => 5),
			1,
			async (milliseconds) => {
				now += milliseconds;
				return await Promise.resolve();
			},
		);
		expect(turns).toEqual([20, 40]);
	});

	it('lets the event loop answer others while many steps are under way that are done at once', async () => {
		let turns = 0;
		let isOver = false;
		const count = () => {
			turns += 1;
			if (!isOver) setImmediate(count);
		};
		setImmediate(count);
		const steps = Array.from({ length: 200 }, () => 2);
		await mapConcurrent(steps, 20, async (milliseconds) => {
			const end = performance.now() + milliseconds;
			while (performance.now() < end);
			await Promise.resolve();
		});
		isOver = true;
		// 400 ms of work in parts of 20 ms.
		expect(turns).toBeGreaterThanOrEqual(15);
	});

	it('begins nothing after a failure, and throws it once the others have settled', async () => {
		const done: string[] = [];
		const mapped = mapConcurrent(['slow', 'broken', 'late'], 2, async (name) => {
			if (name === 'broken') throw new Error(name);
			await settle();
			done.push(name);
		});
		await expect(mapped).rejects.toThrow('broken');
		expect(done).toEqual(['slow']);
	});

	it('maps no values to none', async () => {
		expect(await mapConcurrent([], 3, async () => await Promise.resolve(1))).toEqual([]);
	});
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
