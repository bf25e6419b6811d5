import { expect, it } from 'vitest';

import type * as PollModule from '../../../../nodes/shared/client/pollUntil';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { pollUntil } = built<typeof PollModule>('shared/client/pollUntil');

type Poll = PollModule.PollOptions<string>;

/** Polls in virtual time for a record that appears after some looks. */
async function polled(seenAfter: number, poll: Omit<Poll, 'look'>) {
	const time = new VirtualTime();
	const looks: Array<{ at: number; policy: Parameters<Poll['look']>[0] }> = [];
	const look: Poll['look'] = async (policy) => {
		looks.push({ at: time.now, policy });
		return await Promise.resolve(looks.length > seenAfter ? 'there' : undefined);
	};
	const seen = await time.until(pollUntil({ look, ...poll }));
	return { seen, times: looks.map(({ at }) => at), policies: looks.map(({ policy }) => policy) };
}

const steady = { delayAfter: () => 2_500, totalMs: 6_000 };

it('pollUntil looks until the record is there', async () => {
	const delayAfter = (looks: number) => looks * 1_000;
	const { seen, times } = await polled(3, { delayAfter, totalMs: 60_000 });
	expect(seen).toBe('there');
	expect(times).toEqual([0, 1_000, 3_000, 6_000]);
});

it('pollUntil looks a last time when the time is up', async () => {
	const { seen, times } = await polled(Infinity, steady);
	expect(seen).toBeUndefined();
	expect(times).toEqual([0, 2_500, 5_000, 6_000]);
	expect((await polled(3, steady)).seen).toBe('there');
});

it('pollUntil keeps its minimum delay, also before the last look', async () => {
	const { seen, times } = await polled(Infinity, { ...steady, minDelayMs: 2_500 });
	expect(seen).toBeUndefined();
	expect(times).toEqual([0, 2_500, 5_000, 7_500]);
});

it('pollUntil tolerates faults of the service until the time is up, at the same pace', async () => {
	const { policies } = await polled(1, { ...steady, totalMs: 90_000 });
	expect(policies).toEqual([
		{ totalMs: 60_000, maxRateLimitedMs: 90_000, minDelayMs: 2_500 },
		{ totalMs: 87_500, maxRateLimitedMs: 87_500, minDelayMs: 2_500 },
	]);
});

it('pollUntil ends when the execution is cancelled', async () => {
	const execution = new AbortController();
	const delayAfter = () => {
		execution.abort();
		return 1_000;
	};
	const polling = polled(9, { delayAfter, totalMs: 6_000, signal: execution.signal });
	await expect(polling).rejects.toThrow('The execution was canceled');
});
