import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as AdaptiveLimitModule from '../../../../nodes/shared/concurrency/adaptiveLimit';
import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import type * as RoundTripModule from '../../../../nodes/shared/concurrency/roundTrip';
import { built } from '../../../kit/built.mts';

const { AdaptiveLimit } = built<typeof AdaptiveLimitModule>('shared/concurrency/adaptiveLimit');
const { RoundTrip } = built<typeof RoundTripModule>('shared/concurrency/roundTrip');
const { clock } = built<typeof ClockModule>('shared/concurrency/clock');

let now = 0;
beforeEach(() => {
	now = 1_000_000;
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'random').mockReturnValue(0.5);
});
afterEach(() => vi.restoreAllMocks());

describe('the share of a limit', () => {
	/** As at the start of two workers at once. */
	function afterTwoRefusals() {
		const limit = new AdaptiveLimit(5, 1_000);
		expect(limit.current).toBe(5);
		expect([limit.refused(), limit.refused()]).toEqual([true, true]);
		expect(limit.current).toBe(3);
		return limit;
	}

	it('is what the first second leaves', () => {
		afterTwoRefusals();
	});

	it('is never nothing', () => {
		const limit = new AdaptiveLimit(5, 1_000);
		for (let count = 0; count < 20; count++) limit.refused();
		expect(limit.current).toBe(1);
	});

	it('grows after a calm time, and on until it meets a refusal', () => {
		const limit = afterTwoRefusals();
		now += 3_900;
		expect(limit.current).toBe(3);
		now += 200;
		expect(limit.current).toBe(4);
		now += 2_600;
		expect(limit.current).toBe(5);
		expect(limit.growsAt).toBe(Infinity);
	});

	it('gives back what was tried in vain, and tries less often', () => {
		const limit = afterTwoRefusals();
		now += 4_100;
		expect(limit.current).toBe(4);
		now += 500;
		expect(limit.refused()).toBe(true);
		expect(limit.current).toBe(3);
		now += 7_900;
		expect(limit.current).toBe(3);
		now += 200;
		expect(limit.current).toBe(4);
	});

	it('loses nothing to the try of another worker, but to one that stays', () => {
		const limit = afterTwoRefusals();
		now += 3_000;
		expect(limit.refused()).toBe(false);
		now += 1_000;
		expect(limit.refused()).toBe(false);
		now += 1_000;
		expect(limit.refused()).toBe(true);
		expect(limit.current).toBe(2);
	});
});

describe('the way there and back', () => {
	it('is not known from a few answers', () => {
		const way = new RoundTrip();
		for (let count = 0; count < 9; count++) way.learn(100);
		expect(way.lowerBound).toBe(0);
		way.learn(100);
		expect(way.lowerBound).toBe(100);
	});

	it('is taken for shorter than the shortest, the less so the more is known', () => {
		const way = new RoundTrip();
		const bounds: number[] = [];
		for (let count = 0; count < 400; count++) {
			way.learn(50 + ((count * 37) % 101));
			bounds.push(way.lowerBound);
		}
		expect(Math.max(...bounds)).toBeLessThan(50);
		expect(bounds.at(-1)).toBeGreaterThan(40);
	});
});
