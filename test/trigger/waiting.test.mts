// Which waiting videos a poll looks up, and when it looks them up again.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	nextTurn,
	recordProgress,
	readWaiting,
	type Waiting,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import type { Request } from './account.mts';
import { account, activated, newAccount, pollRepeatedly, withReader } from './stage.mts';

beforeEach(() => newAccount());

/** The time of the service, in seconds. */
const now = () => Math.floor(account.now / 1000);

const isLookUp = ({ path }: Request) => path.startsWith('/videos/');
const idOf = ({ path }: Request) => Number(path.split('/').at(-1));

/** Looks up the waiting videos, and returns what is known afterwards and the IDs that were looked up, in order. */
async function lookUp(before: Waiting) {
	const waiting = new Map(before);
	account.requests.length = 0;
	const entries = await withReader(async (reader) => await readWaiting(reader, waiting, new Set()));
	return {
		asked: account.requests.filter(isLookUp).map(idOf),
		found: entries.map(({ id }) => id),
		waiting,
	};
}

const addVideos = (count: number) =>
	Array.from({ length: count }, () => account.add('videos', { status: 'processing' }));

describe('a waiting video', () => {
	it.each([
		[1, 50],
		[15, 50],
		[16, 110],
		[300, 20 * 60 - 10],
	])('with %i in all is looked up again after %i seconds', (others, seconds) => {
		expect(nextTurn(others, 1000)).toBe(1000 + seconds);
	});

	it('is looked up at its scheduled time, or earlier in turn', () => {
		const waiting: Waiting = new Map();
		recordProgress(waiting, 7, { kind: 'scheduled', at: 160 }, 500);
		recordProgress(waiting, 8, { kind: 'scheduled', at: 99_999 }, 500);
		recordProgress(waiting, 9, { kind: 'pending' }, 500);
		expect([...waiting.values()]).toEqual([160, 500, 500]);
	});
});

describe('readWaiting', () => {
	it('looks up the videos that are due, those due for longest first, at most 100', async () => {
		const ids = addVideos(130);
		const due = ids.slice(0, 110);
		const { asked, found } = await lookUp(
			new Map([
				...ids.slice(110).map((id): [number, number] => [id, now() + 3600]),
				...due.map((id, index): [number, number] => [id, now() - index]),
			]),
		);
		expect(asked).toEqual(due.toReversed().slice(0, 100));
		expect(found).toEqual(asked);
	});

	it.each([
		[500, 3],
		[403, 10],
	])('after errors with the status %i has looked up %i of ten videos', async (status, count) => {
		const ids = addVideos(10);
		account.disturb = (response, { path }) =>
			path === '/videos' ? response : { ...response, statusCode: status, body: { message: 'No' } };
		const { asked, found, waiting } = await lookUp(new Map(ids.map((id) => [id, now()])));
		expect(new Set(asked)).toEqual(new Set(ids.slice(0, count)));
		expect(found).toEqual([]);
		expect([...waiting.keys()]).toEqual(ids);
	});

	it('looks a video up again after a minute when its look-up has failed, however many wait', async () => {
		const at = account.now + 30 * 60_000;
		const first = account.add('videos', { status: 'uploaded', at: 1, availableFrom: at });
		for (let n = 0; n < 300; n++) account.add('videos', { status: 'processing', at: 1000 + n });
		const host = await activated({ events: ['videoPublished'] });
		let failures = 1;
		account.disturb = (response, { path }) =>
			path === `/videos/${first}` && account.now >= at && failures-- > 0
				? { ...response, statusCode: 403, body: { message: 'No' } }
				: response;
		await pollRepeatedly(host, 32);
		expect(host.executions.flat().map(({ json }) => json.id)).toEqual([first]);
	});
});
