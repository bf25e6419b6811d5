// The look-ups of videos that wait for a milestone and that no page shows.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	isWaiting,
	noneWaiting,
	noteProgress,
	readWaiting,
	type Waiting,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import type { TriggerResponse } from './account.mts';
import { HOUR, MINUTE } from './host.mts';
import { account, newAccount, withReader } from './stage.mts';

/** Videos that wait without a scheduled time, and videos whose time has come. */
let waiting: Waiting;

let now: number;

beforeEach(() => {
	newAccount();
	waiting = noneWaiting();
	now = account.now / 1000;
});

/** Lets videos with these IDs wait. Their time is scheduled in so many seconds, if it is. */
function wait(ids: number[], seconds?: number): void {
	for (const id of ids) {
		account.add('videos', { id, at: account.now - 9 * HOUR, status: 'processing' });
		if (seconds === undefined) waiting.pending.add(id);
		else waiting.scheduled.set(id, now + seconds);
	}
}

const numbers = (count: number, first = 1) =>
	Array.from({ length: count }, (_, index) => first + index);

/** Looks videos up as a poll does. Returns the IDs that were looked up and those that were found. */
async function lookUp(shown: number[] = []): Promise<{ asked: number[]; found: number[] }> {
	account.requests.length = 0;
	const { entries, waiting: after } = await withReader(
		async (reader) => await readWaiting(reader, waiting, new Set(shown)),
	);
	waiting = after;
	const asked = account.requests.map(({ path }) => Number(path.replace('/videos/', '')));
	return { asked: [...new Set(asked)], found: entries.map(({ id }) => id) };
}

const failing =
	(statusCode: number, ids: number[]) =>
	(response: TriggerResponse, { path }: { path: string }) =>
		ids.some((id) => path === `/videos/${id}`)
			? { ...response, statusCode, body: { message: 'No' } }
			: undefined;

describe('the look-ups of a poll', () => {
	it('are of the next fifteen videos in turn, in the order of their IDs', async () => {
		wait(numbers(20).reverse());
		expect(await lookUp()).toEqual({ asked: numbers(15), found: numbers(15) });
		expect((await lookUp()).asked).toEqual([...numbers(5, 16), ...numbers(10)]);
		expect((await lookUp()).asked).toEqual([...numbers(10, 11), ...numbers(5)]);
	});

	it('leave out videos that a page of the poll shows', async () => {
		wait(numbers(4));
		wait([5], -60);
		expect((await lookUp([2, 5])).asked).toEqual([1, 3, 4]);
	});

	it('are of all videos whose time has come as well, up to a hundred', async () => {
		wait(numbers(101), -60);
		wait([200], 0);
		wait([300], 1);
		wait([400]);
		expect((await lookUp()).asked).toEqual([...numbers(100), 300, 400]);
		// Without a scheduled time, the videos do not delay others in the next poll.
		expect((await lookUp()).asked.slice(0, 2)).toEqual([101, 200]);
	});

	it.each([500, 503])('end after three failures with status %i', async (status) => {
		wait(numbers(9));
		account.disturb = failing(status, [2, 4, 5]);
		expect(await lookUp()).toEqual({ asked: numbers(5), found: [1, 3] });
		account.disturb = undefined;
		expect((await lookUp()).asked[0]).toBe(6);
		expect(numbers(9).filter((id) => !isWaiting(waiting, id))).toEqual([]);
	});

	it.each([402, 403, 404])('do not end after videos with status %i', async (status) => {
		wait(numbers(9));
		account.disturb = failing(status, numbers(8));
		expect(await lookUp()).toEqual({ asked: numbers(9), found: [9] });
		expect(numbers(9).filter((id) => !isWaiting(waiting, id))).toEqual([]);
	});

	it('end when the time of the poll does not allow another one', async () => {
		wait(numbers(9));
		account.responseMs = MINUTE;
		expect((await lookUp()).asked).toEqual(numbers(3));
	});
});

describe('a video that two look-ups do not find', () => {
	it.each([
		{ minutes: 59, isForgotten: false },
		{ minutes: 60, isForgotten: true },
	])('is forgotten ($isForgotten) when $minutes minutes are between them', async (given) => {
		wait([1, 2]);
		account.disturb = failing(404, [1]);
		await lookUp();
		account.now += given.minutes * MINUTE;
		await lookUp();
		expect([isWaiting(waiting, 1), isWaiting(waiting, 2)]).toEqual([!given.isForgotten, true]);
	});

	it('counts the hour from the first of consecutive ones', async () => {
		wait([1]);
		account.disturb = failing(404, [1]);
		for (let looks = 0; looks < 2; looks++) {
			await lookUp();
			account.now += HOUR / 2;
		}
		expect(isWaiting(waiting, 1)).toBe(true);
		await lookUp();
		expect(isWaiting(waiting, 1)).toBe(false);
	});

	it.each([200, 403, 500])('keeps waiting when one between them has status %i', async (status) => {
		wait([1]);
		account.disturb = failing(404, [1]);
		await lookUp();
		account.disturb = status === 200 ? undefined : failing(status, [1]);
		account.now += HOUR;
		await lookUp();
		account.disturb = failing(404, [1]);
		await lookUp();
		expect(isWaiting(waiting, 1)).toBe(true);
	});
});

describe('noteProgress', () => {
	it('lets a video wait for its time, for a look-up, or for room in a batch', () => {
		noteProgress(waiting, 1, { kind: 'scheduled', at: now + 60 }, now);
		noteProgress(waiting, 2, { kind: 'pending' }, now);
		noteProgress(waiting, 3, { kind: 'reached' }, now);
		expect(waiting.scheduled).toEqual(
			new Map([
				[1, now + 60],
				[3, now],
			]),
		);
		expect(waiting.pending).toEqual(new Set([2]));
	});

	it('replaces what was known of the video', () => {
		wait([1], 60);
		waiting.absentSince.set(1, now);
		noteProgress(waiting, 1, { kind: 'pending' }, now);
		expect(waiting).toEqual({ ...noneWaiting(), pending: new Set([1]) });
	});
});
