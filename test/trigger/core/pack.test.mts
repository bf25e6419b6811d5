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

	it('take some three characters each when they do not', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => 1_000_000 + index * 7);
		expect(packIds(ids).length).toBeLessThan(3010);
	});

	it('are none in an empty text', () => {
		expect(unpackIds('')).toEqual([]);
	});
});
