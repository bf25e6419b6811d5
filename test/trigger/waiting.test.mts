// Which waiting videos a poll looks up, and what the look-ups prove.
import { beforeEach, describe, expect, it } from 'vitest';

import {
	isWaiting,
	noneWaiting,
	recordProgress,
	readWaiting,
	trimWaiting,
	type Waiting,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import type { Request } from './account.mts';
import { account, newAccount, withReader } from './stage.mts';

beforeEach(() => newAccount());

const MAX_WAITING = 10_000;

/** The time of the service, in seconds. */
const now = () => Math.floor(account.now / 1000);

const numbers = (count: number, from = 1) =>
	Array.from({ length: count }, (_, index) => from + index);

const idOf = ({ path }: Request) => Number(path.split('/').at(-1));

/** Looks up the waiting videos, and returns what is known afterwards and the IDs that were looked up, in order. */
async function lookUp(before: Partial<Waiting>, read: number[] = []) {
	const waiting = structuredClone({ ...noneWaiting(), ...before });
	account.requests.length = 0;
	const entries = await withReader(
		async (reader) => await readWaiting(reader, waiting, new Set(read)),
	);
	const asked = account.requests.filter(({ path }) => path.startsWith('/videos/')).map(idOf);
	return { asked, found: entries.map(({ id }) => id), waiting };
}

const addVideos = (count: number) =>
	numbers(count).map(() => account.add('videos', { status: 'processing' }));

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

describe('trimWaiting', () => {
	it.each([
		[MAX_WAITING, 0],
		[MAX_WAITING + 2, 2],
	])('of %i videos forgets %i, the oldest ones, with a warning', (count, forgotten) => {
		const waiting = { ...noneWaiting(), pending: new Set(numbers(count).reverse()) };
		const warnings: string[] = [];
		trimWaiting({ warn: (sentence) => warnings.push(sentence) }, waiting);
		expect(waiting.pending.size).toBe(MAX_WAITING);
		expect(numbers(count).filter((id) => !isWaiting(waiting, id))).toEqual(numbers(forgotten));
		const about = `stopped waiting for the ${forgotten} oldest videos`;
		expect(warnings).toEqual(forgotten === 0 ? [] : [expect.stringContaining(about)]);
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

	it('looks up no video that a page has shown', async () => {
		const ids = addVideos(3);
		const { asked, waiting } = await lookUp({ pending: new Set(ids) }, ids.slice(0, 2));
		expect(asked).toEqual(ids.slice(2));
		expect(waiting.pending).toEqual(new Set(ids));
	});

	it('continues in turn after the last video, then with the first one', async () => {
		const ids = addVideos(20);
		const first = await lookUp({ pending: new Set(ids) });
		expect(first.asked).toEqual(ids.slice(0, 15));
		expect(first.waiting.lastInTurn).toBe(ids[14]);
		const second = await lookUp(first.waiting);
		expect(second.asked).toEqual([...ids.slice(15), ...ids.slice(0, 10)]);
		expect(second.waiting.lastInTurn).toBe(ids[9]);
	});

	it('does not change the turn by videos whose time has passed', async () => {
		const ids = addVideos(2);
		const scheduled = new Map([[ids[1] ?? 0, now()]]);
		const { waiting } = await lookUp({ scheduled, pending: new Set(ids.slice(0, 1)) });
		expect(waiting.lastInTurn).toBe(ids[0]);
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

	it('forgets a video that the service does not have', async () => {
		const { waiting } = await lookUp({ pending: new Set([4711]) });
		expect(isWaiting(waiting, 4711)).toBe(false);
	});

	it.each([402, 403, 500])(
		'keeps a video whose look-up has the status %i, which proves nothing',
		async (status) => {
			const [id = 0] = addVideos(1);
			account.disturb = (response) => ({
				...response,
				statusCode: status,
				body: { message: 'No' },
			});
			const { waiting } = await lookUp({ pending: new Set([id]) });
			expect(waiting.pending).toEqual(new Set([id]));
		},
	);

	it('ends when the time of the poll allows no further look-up', async () => {
		const ids = addVideos(9);
		account.responseMs = 60_000;
		const { asked, waiting } = await lookUp({ pending: new Set(ids) });
		expect(asked).toEqual(ids.slice(0, 3));
		expect([waiting.lastInTurn, waiting.pending]).toEqual([ids[2], new Set(ids)]);
	});
});
