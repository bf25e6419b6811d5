import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	packIds,
	packTimes,
	unpackIds,
	unpackTimes,
} from '../../../nodes/VideoSubscriptionTrigger/core/pack.ts';

describe('packed ids', () => {
	it('come back, whatever their size', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.maxSafeNat()), (ids) => {
				expect(unpackIds(packIds(ids)).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
			}),
		);
	});

	it('come back with their moments', () => {
		const times = fc
			.uniqueArray(fc.record({ id: fc.nat({ max: 500 }), at: fc.nat({ max: 2 ** 40 }) }), {
				selector: ({ id }) => id,
			})
			.map((entries) => new Map(entries.map(({ id, at }) => [id, at])));
		fc.assert(
			fc.property(times, (map) => {
				expect(new Map([...unpackTimes(packTimes(map))])).toEqual(map);
			}),
		);
	});

	it('take next to nothing when they follow each other', () => {
		const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000 + index);
		expect(packIds(ids).length).toBeLessThan(16);
	});

	it('take about a character each when one of twenty is there', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => 1_000_000 + index * 20 + (index % 13));
		expect(packIds(ids).length).toBeLessThan(1300);
	});

	it('are not much longer for one that lies far away', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => index * 3);
		expect(packIds([...ids, Number.MAX_SAFE_INTEGER]).length).toBeLessThan(
			packIds(ids).length + 20,
		);
	});

	it('are none in an empty text', () => {
		expect(unpackIds('')).toEqual([]);
	});
});
