import { expect, it } from 'vitest';

import type * as PollModule from '../../../../nodes/shared/client/retry';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { pollUntil } = built<typeof PollModule>('shared/client/retry');

function looker(time: VirtualTime, seenAfter: number) {
	const looks: Array<{ at: number; policy: Parameters<PollModule.Poll<string>['look']>[0] }> = [];
	const look: PollModule.Poll<string>['look'] = async (policy) => {
		looks.push({ at: time.now, policy });
		await Promise.resolve();
		return looks.length > seenAfter ? 'there' : undefined;
	};
	return { looks, look };
}

it('pollUntil looks until the record is there', async () => {
	const time = new VirtualTime(0);
	const { look, looks } = looker(time, 3);
	const poll = pollUntil({ look, delayAfter: (count) => count * 1_000, totalMs: 60_000 });
	expect(await time.until(poll)).toBe('there');
	expect(looks.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 6_000]);
});

it('pollUntil returns the last look when time is up', async () => {
	const time = new VirtualTime(0);
	const { look, looks } = looker(time, Infinity);
	const poll = pollUntil({ look, delayAfter: () => 2_500, totalMs: 6_000 });
	expect(await time.until(poll)).toBeUndefined();
	expect(looks.map(({ at }) => at)).toEqual([0, 2_500, 5_000, 6_000]);
});

it('pollUntil keeps its minimum delay, also before the last look', async () => {
	const time = new VirtualTime(0);
	const { look, looks } = looker(time, Infinity);
	const poll = pollUntil({ look, delayAfter: () => 2_500, minDelayMs: 2_500, totalMs: 6_000 });
	expect(await time.until(poll)).toBeUndefined();
	expect(looks.map(({ at }) => at)).toEqual([0, 2_500, 5_000, 7_500]);
});

it('pollUntil tolerates faults of the service until time is up, at the same pace', async () => {
	const time = new VirtualTime(0);
	const { look, looks } = looker(time, 1);
	await time.until(pollUntil({ look, delayAfter: () => 2_500, totalMs: 10_000 }));
	expect(looks.map(({ policy }) => policy)).toEqual([
		{ attempts: 6, totalMs: 10_000, minDelayMs: 2_500 },
		{ attempts: Infinity, totalMs: 7_500, minDelayMs: 2_500 },
	]);
});
