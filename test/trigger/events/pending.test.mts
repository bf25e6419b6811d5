import { describe, expect, it } from 'vitest';

import { freeze } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/frozen.ts';
import {
	inTurn,
	isPending,
	NOTHING_PENDING,
	type Pending,
	type Standing,
	withinBounds,
	withStandings,
} from '../../../nodes/VideoSubscriptionTrigger/events/videoMilestone/pending.ts';
import { scattered } from './kit.mts';

const scheduled = (notBefore: number): Standing => ({ kind: 'scheduled', notBefore });
const working: Standing = { kind: 'working' };
const dormant: Standing = { kind: 'dormant' };
const reached: Standing = { kind: 'reached' };

const pendingOf = (...standings: Array<[number, Standing]>): Pending =>
	withStandings(NOTHING_PENDING, new Map(standings));

describe('what is pending', () => {
	it('is known by its standing, the last one counts', () => {
		const before = pendingOf([1, working], [2, scheduled(500)], [3, dormant], [4, working]);
		expect([1, 2, 3, 4, 5].map((id) => isPending(before, id))).toEqual([
			...[true, true, true, true],
			false,
		]);
		const after = withStandings(
			before,
			new Map<number, Standing>([
				[1, scheduled(900)],
				[2, dormant],
				[3, reached],
			]),
		);
		expect(after.scheduled).toEqual(new Map([[1, 900]]));
		expect(after.working).toEqual(new Set([4]));
		expect(after.dormant).toEqual(new Set([2]));
		expect(after.turns).toEqual(before.turns);
		expect(isPending(before, 3)).toBe(true);
	});

	it('takes turns by id, round and round', () => {
		expect(inTurn([9, 1, 5], 5, 3)).toEqual([9, 1, 5]);
		expect(inTurn([9, 1, 5], 0, 2)).toEqual([1, 5]);
		expect(inTurn([9, 1, 5], 9, 2)).toEqual([1, 5]);
		expect(inTurn([9, 1, 5], 1, 1)).toEqual([5]);
		expect(inTurn([], 1, 5)).toEqual([]);
	});
});

describe('what a checkpoint can hold', () => {
	it('is everything as long as it is little', async () => {
		const few = pendingOf([1, working], [2, scheduled(500)], [3, dormant]);
		expect(await withinBounds(few)).toBe(few);
	});

	it('are the 4,000 nearest dates; the other videos are awaited without one', async () => {
		const standings = Array.from({ length: 4010 }, (_, index): [number, Standing] => [
			index + 1,
			scheduled(10_000 - index),
		]);
		const bounded = await withinBounds(pendingOf(...standings, [9000, working]));
		expect(bounded.scheduled.size).toBe(4000);
		expect(Math.max(...bounded.scheduled.values())).toBe(9990);
		expect(bounded.working).toEqual(new Set([9000, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
		expect(bounded.dormant.size).toBe(0);
	});

	it('is not all: the oldest that wait for a person are forgotten first', async () => {
		const ids = scattered(30_000);
		const [sleeping, busy] = [ids.slice(0, 20_000), ids.slice(20_000)];
		const bounded = await withinBounds(
			pendingOf(
				...sleeping.map((id): [number, Standing] => [id, dormant]),
				...busy.map((id): [number, Standing] => [id, working]),
			),
		);
		expect(bounded.working.size).toBe(busy.length);
		const left = [...bounded.dormant];
		expect(left).toEqual(sleeping.slice(-left.length));
		const characters = (await freeze(bounded)).length;
		expect(characters).toBeLessThanOrEqual(32_000);
		// No more is forgotten than a tenth at a time.
		expect(characters).toBeGreaterThan(28_000);
	});

	it('is not all that is worked on either, when nothing waits for a person', async () => {
		const ids = scattered(40_000);
		const bounded = await withinBounds(
			pendingOf(...ids.map((id): [number, Standing] => [id, working])),
		);
		const left = [...bounded.working];
		expect(left.length).toBeGreaterThan(10_000);
		expect(left).toEqual(ids.slice(-left.length));
	});

	it('ends, although dates alone take more', async () => {
		const dates = scattered(4000).map((id): [number, Standing] => [
			id * 1_000_003,
			scheduled((id * 7_919_317) % 4_000_000_000),
		]);
		const bounded = await withinBounds(pendingOf(...dates));
		expect(bounded.scheduled.size).toBe(4000);
	});
});
