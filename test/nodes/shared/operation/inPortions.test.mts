import { expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import type * as AllItemsModule from '../../../../nodes/shared/operation/allItems';
import { built } from '../../../kit/built.mts';

const { clock } = built<typeof ClockModule>('shared/concurrency/clock');
const { inPortions } = built<typeof AllItemsModule>('shared/operation/allItems');

it('leaves the event loop to others after each small part of a second, however slow a step is', async () => {
	let now = 0;
	const turns: number[] = [0];
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async () => void turns.push(now));
	const results = await inPortions([1, 1, 1, 30, 9, 9, 9, 9], (milliseconds) => {
		now += milliseconds;
		return now;
	});
	expect(results).toEqual([1, 2, 3, 33, 42, 51, 60, 69]);
	expect(turns).toEqual([0, 33, 60]);
});
