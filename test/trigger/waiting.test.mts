// Which waiting videos a poll looks up, and what the look-ups prove.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	noneWaiting,
	recordProgress,
	readWaiting,
	type Waiting,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import type { Request } from './account.mts';
import { account, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

/** The time of the service, in seconds. */
const now = () => Math.floor(account.now / 1000);

const idOf = ({ path }: Request) => Number(path.split('/').at(-1));

/** Looks up the waiting videos, and returns what is known afterwards and the IDs that were looked up, in order. */
async function lookUp(before: Partial<Waiting>) {
	const waiting = structuredClone({ ...noneWaiting(), ...before });
	account.requests.length = 0;
	const entries = await withReader(async (reader) => await readWaiting(reader, waiting, new Set()));
	const asked = account.requests.filter(({ path }) => path.startsWith('/videos/')).map(idOf);
	return { asked, found: entries.map(({ id }) => id), waiting };
}

const addVideos = (count: number) =>
	Array.from({ length: count }, () => account.add('videos', { status: 'processing' }));

describe('recordProgress', () => {
	it('moves a video between those with a time and those without one', () => {
		const waiting = noneWaiting();
		recordProgress(waiting, 7, { kind: 'pending' }, 100);
		expect([waiting.pending, waiting.scheduled]).toEqual([new Set([7]), new Map()]);
		recordProgress(waiting, 7, { kind: 'scheduled', at: 900 }, 100);
		expect([waiting.pending, waiting.scheduled]).toEqual([new Set(), new Map([[7, 900]])]);
		recordProgress(waiting, 7, { kind: 'reached' }, 100);
		expect([waiting.pending, waiting.scheduled]).toEqual([new Set(), new Map([[7, 100]])]);
	});
});

describe('readWaiting', () => {
	it('looks up the videos whose time has passed, at most 100, and 15 of the rest', async () => {
		const ids = addVideos(240);
		const due = ids.slice(0, 110);
		const scheduled = [
			...due.map((id) => [id, now()]),
			...ids.slice(110, 120).map((id) => [id, now() + 1]),
		];
		const { asked, found } = await lookUp({
			scheduled: new Map(scheduled.reverse() as Array<[number, number]>),
			pending: new Set(ids.slice(120)),
		});
		expect(asked).toEqual([...due.slice(0, 100), ...ids.slice(110, 125)]);
		expect(found).toEqual(asked);
	});

	it('leaves a video that was looked up without a time, so that it delays no other one', async () => {
		const [id = 0] = addVideos(1);
		const { waiting } = await lookUp({ scheduled: new Map([[id, now() - 5]]) });
		expect([waiting.pending, waiting.scheduled.size]).toEqual([new Set([id]), 0]);
	});

	it.each([
		[500, 3],
		[403, 10],
	])('after errors with the status %i has looked up %i of ten videos', async (status, count) => {
		const ids = addVideos(10);
		account.disturb = (response, { path }) =>
			path === '/videos' ? response : { ...response, statusCode: status, body: { message: 'No' } };
		const { asked, found, waiting } = await lookUp({ pending: new Set(ids) });
		expect(new Set(asked)).toEqual(new Set(ids.slice(0, count)));
		expect(found).toEqual([]);
		expect(waiting.pending).toEqual(new Set(ids));
	});
});
