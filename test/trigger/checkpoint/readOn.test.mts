import { beforeEach, describe, expect, it } from 'vitest';

import { listFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/beginning.ts';
import { readOn } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/readOn.ts';
import type {
	Limits,
	ListCheckpoint,
	SortedList,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';
import { FakeList, PAGE } from './fakeList.mts';

let list: FakeList;
beforeEach(() => {
	list = new FakeList();
});

describe.each([true, false])('a list with a total: %s', (isTold) => {
	beforeEach(() => {
		list.total = isTold ? 'records' : 'none';
		list.add(95, list.now - 60);
	});

	it('costs one request a poll when idle', async () => {
		let checkpoint = await list.begun();
		for (let polls = 0; polls < 30; polls++) {
			const { ids, after } = await list.poll(checkpoint);
			expect(ids).toEqual([]);
			// By turns a look at the end of the list, which may take a second page.
			expect(list.requests.length).toBeLessThanOrEqual(1);
			checkpoint = after;
		}
	});

	it('what is new on its first page comes with one request', async () => {
		const checkpoint = await list.begun();
		const ids = list.add(7);
		const first = await list.poll(checkpoint);
		expect(first).toMatchObject({ ids, requests: ['newest 1'] });
		expect(await list.poll(first.after)).toMatchObject({ ids: [] });
	});

	it.each([8, 9, 10, 11, 35, 61])('%i new ones come oldest first, each once', async (count) => {
		const checkpoint = await list.begun();
		list.now += 100;
		const ids = list.add(count);
		const { batches, spent } = await list.pollOn(checkpoint, 1);
		expect(batches.flat()).toEqual(ids);
		if (isTold) expect(spent - 1).toBeLessThanOrEqual(Math.ceil(count / PAGE) + 1);
	});

	it.each([3, 10, 25])('a backlog comes in batches of %i', async (batch) => {
		const checkpoint = await list.begun();
		list.now += 200;
		const ids = list.add(123);
		const { batches, spent, checkpoint: after } = await list.pollOn(checkpoint, 1, { batch });
		expect(batches.flat()).toEqual(ids);
		for (const one of batches) expect(one.length).toBeLessThanOrEqual(batch);
		if (isTold && batch >= PAGE) expect(spent).toBeLessThanOrEqual(Math.ceil(123 / PAGE) + 3);
		expect(after.backlog).toBeUndefined();
	});

	it('a backlog is gone on with however few requests fit', async () => {
		const checkpoint = await list.begun();
		list.now += 200;
		const ids = list.add(123);
		expect((await list.pollOn(checkpoint, 12, list.allowing(2))).ids).toEqual(ids);
	});

	it('what appears late is found', async () => {
		const checkpoint = await list.begun();
		list.now += 200;
		const newer = list.add(34);
		const { after, ids } = await list.poll(checkpoint, {});
		expect(ids).toEqual(newer);
		const late = list.add(2, list.now - 40);
		const next = await list.pollOn(after, isTold ? 1 : 20);
		expect(next.ids).toEqual(late);
	});

	it('what appears late while as many leave is found by turns', async () => {
		const checkpoint = await list.begun();
		list.now += 200;
		list.add(34);
		const { after } = await list.poll(checkpoint);
		const late = list.add(2, list.now - 40);
		list.rows.splice(0, 2);
		expect((await list.pollOn(after, 20)).ids).toEqual(late);
	});

	it('what is dated ahead comes once, and hides nothing', async () => {
		const checkpoint = await list.begun();
		const ahead = list.add(2, list.now + 5000);
		const first = await list.poll(checkpoint);
		expect(first.ids).toEqual(ahead);
		expect(first.after.known.watermark).toBe(checkpoint.known.watermark);
		list.now += 60;
		const ids = list.add(1);
		expect((await list.pollOn(first.after)).ids).toEqual(ids);
	});

	it('more than a page of what is dated ahead hides nothing', async () => {
		const checkpoint = await list.begun();
		list.now += 60;
		const ahead = list.add(23, list.now + 5000);
		const first = await list.pollOn(checkpoint);
		expect(first.ids).toEqual(ahead);
		const ids = list.add(1);
		expect((await list.pollOn(first.checkpoint)).ids).toEqual(ids);
	});

	it('when its clock steps back, what appears then comes, and nothing again', async () => {
		const checkpoint = await list.begun();
		list.now -= 5000;
		const ids = list.add(3);
		expect((await list.pollOn(checkpoint, 20)).ids).toEqual(ids);
	});
});

it('what is explained by nothing is looked for, also over several polls', async () => {
	list.add(95, list.now - 60);
	const checkpoint = await list.begun();
	list.now += 200;
	list.add(80);
	const { after } = await list.poll(checkpoint);
	const late = list.add(1, list.now - 75);
	const first = await list.poll({ ...after, isLookNext: false }, list.allowing(4));
	expect(first).toMatchObject({ ids: [], after: { deeper: { page: 5 }, accounted: 175 } });
	expect(first.requests).toEqual(['newest 1', 'newest 2', 'newest 3', 'newest 4']);
	const second = await list.poll(first.after, list.allowing(12));
	expect(second).toMatchObject({ ids: late, after: { deeper: { page: 0 }, accounted: 176 } });
	expect(second.requests.slice(0, 2)).toEqual(['newest 1', 'newest 5']);
	// When something left meanwhile, the page before is read again.
	list.rows.pop();
	list.rows.splice(list.rows.length - 15, 1);
	const third = await list.poll(first.after, list.allowing(12));
	expect(third.requests.slice(0, 3)).toEqual(['newest 1', 'newest 5', 'newest 4']);
});

it('what can be explained by nothing new is looked for to the end, with two requests a poll', async () => {
	list.add(95, list.now - 60);
	let checkpoint = await list.begun();
	list.now += 200;
	list.add(80);
	checkpoint = (await list.poll(checkpoint)).after;
	// Dated before the trigger began: it is never new.
	list.add(1, list.now - 265);
	for (let polls = 0; polls < 12; polls++) {
		const { ids, after } = await list.poll(checkpoint, { ...list.allowing(2), looksBeside: true });
		expect(ids).toEqual([]);
		checkpoint = after;
	}
	expect(checkpoint).toMatchObject({ accounted: 176, deeper: { page: 0 } });
});

it('what catching up did not find is looked for from the top on, and none is lost', async () => {
	list.add(95, list.now - 60);
	const checkpoint = await list.begun();
	list.now += 200;
	const ids = list.add(80);
	const notFound = { ...checkpoint, deeper: { page: 1, total: undefined } };
	const first = await list.poll(notFound, { ...list.allowing(3), batch: 20 });
	expect(first.requests).toEqual(['newest 1', 'newest 2', 'newest 3']);
	expect(first.ids).toEqual(ids.slice(-30, -10));
	expect(first.after).toMatchObject({ accounted: 115, deeper: { page: 4 } });
	const rest = await list.pollOn(first.after, 3, { batch: 20 });
	expect([...first.ids, ...rest.ids].sort((a, b) => a - b)).toEqual(ids);
});

it('a deeper page is looked at beside the first where that is asked for', async () => {
	list.add(95, list.now - 60);
	let checkpoint = await list.begun();
	const seen = new Set<string>();
	for (let polls = 0; polls < 12; polls++) {
		const { after, met } = await list.poll(checkpoint, { looksBeside: true });
		expect(list.requests).toContain('newest 1');
		expect(list.requests.length).toBeLessThanOrEqual(2);
		expect(met.length).toBeGreaterThanOrEqual(PAGE);
		for (const request of list.requests) seen.add(request);
		checkpoint = after;
	}
	expect([...seen]).toContain('newest 2');
	expect([...seen]).toContain('newest 10');
});

describe.each(['last', 'newest'] as const)('one without a date, sorted %s', (where) => {
	it.each([true, false])('is found (total: %s)', async (isTold) => {
		[list.undated, list.total] = [where, isTold ? 'records' : 'none'];
		if (where === 'last' && !isTold) return;
		list.add(95, list.now - 60);
		const checkpoint = await list.begun();
		const ids = list.add(1, null);
		const first = await list.pollOn(checkpoint, 25);
		expect(first.ids).toEqual(ids);
		const more = [...list.add(1), ...list.add(1, null)];
		expect((await list.pollOn(first.checkpoint, 25)).ids.sort()).toEqual(more.sort());
	});
});

it('an earlier moment to start from gives what was created since, from the oldest on', async () => {
	list.add(95, list.now - 60);
	const checkpoint = listFrom(list.now - 60 - 44);
	expect((await list.pollOn(checkpoint, 2, { batch: 20 })).ids).toEqual(
		list.rows.slice(50).map(({ id }) => id),
	);
});

describe('what it costs', () => {
	/** Sixty known records on full pages, and so many new ones. */
	async function backlogOf(count: number, given: Partial<Limits> = {}) {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		list.now += 300;
		const ids = list.add(count);
		return { ids, first: await list.poll(checkpoint, given) };
	}

	it('to read on from the newest when all that is new fits into the poll', async () => {
		const { ids, first } = await backlogOf(25);
		expect(first).toMatchObject({ ids, requests: ['newest 1', 'newest 2', 'newest 3'] });
		expect(first.after).toMatchObject({ accounted: 85, deeper: { page: 0 }, look: 2 });
	});

	it('to catch up from the oldest when it does not fit into the batch', async () => {
		const { ids, first } = await backlogOf(45, { batch: 20 });
		expect(first).toMatchObject({
			ids: ids.slice(0, 20),
			// What left meanwhile moved the backlog up, so the page before is looked at.
			requests: ['newest 1', 'oldest 7', 'oldest 6', 'oldest 8'],
		});
		expect(first.after.backlog).toMatchObject({ page: 9, isFound: true, total: 105 });
		expect(first.after.accounted).toBe(80);
		const second = await list.poll(first.after, { batch: 20 });
		expect(second).toMatchObject({ ids: ids.slice(20, 40), requests: ['oldest 9', 'oldest 10'] });
		const third = await list.poll(second.after, { batch: 20 });
		expect(third).toMatchObject({ ids: ids.slice(40), requests: ['oldest 11'] });
		expect(third.after).toMatchObject({
			backlog: undefined,
			accounted: 105,
			look: 2,
			isLookNext: false,
		});
		expect(await list.poll(third.after, { batch: 20 })).toMatchObject({
			ids: [],
			requests: ['newest 1'],
		});
	});

	it('to leave the page that does not fit in whole to the next poll', async () => {
		list.add(55, list.now - 60);
		const checkpoint = await list.begun();
		list.now += 300;
		const ids = list.add(45);
		const first = await list.poll(checkpoint, { batch: 18 });
		expect(first).toMatchObject({ ids: ids.slice(0, 15) });
		expect(list.requests).toEqual(['newest 1', 'oldest 6', 'oldest 7']);
		const second = await list.poll(first.after, { batch: 18 });
		expect(second.ids).toEqual(ids.slice(15, 25));
		expect(list.requests).toEqual(['oldest 8']);
	});

	it('to take a part of a page where the batch is smaller than a page', async () => {
		const { ids, first } = await backlogOf(12, { batch: 4 });
		expect(first.ids).toEqual(ids.slice(0, 4));
		expect(first.after.backlog).toMatchObject({ page: 7, isFound: true });
		const { batches } = await list.pollOn(first.after, 1, { batch: 4 });
		expect(batches).toEqual([ids.slice(4, 8), ids.slice(8)]);
	});

	it('to find where a backlog begins without totals, by halving', async () => {
		list.total = 'none';
		const { ids, first } = await backlogOf(45);
		expect(first.ids).toEqual(ids);
		expect(first.after.accounted).toBeUndefined();
		const searched = list.requests.filter((request) => request.startsWith('oldest'));
		expect(searched.slice(0, 4)).toEqual(['oldest 1', 'oldest 2', 'oldest 4', 'oldest 8']);
		expect((await list.pollOn(first.after)).ids).toEqual([]);
	});

	it('to go past a full page of what is dated ahead', async () => {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		list.add(10, list.now + 5000);
		const first = await list.pollOn(checkpoint, 1);
		expect(first.ids).toHaveLength(10);
		list.now += 1;
		const [id = 0] = list.add(1);
		const next = await list.poll(first.checkpoint);
		expect(next.ids).toEqual([id]);
		expect(list.requests.slice(0, 2)).toEqual(['newest 1', 'newest 2']);
	});

	it('no more than twenty pages of what is dated ahead, and no more than fit', async () => {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		list.now += 1;
		list.add(250, list.now + 5000);
		await list.poll(checkpoint);
		const top = Array.from({ length: 20 }, (_, page) => `newest ${page + 1}`);
		expect(list.requests.slice(0, 21)).toEqual([...top, 'newest 2']);
		await list.poll(checkpoint, list.allowing(4));
		expect(list.requests.slice(0, 4)).toEqual(['newest 1', 'newest 2', 'newest 3', 'newest 4']);
	});

	it('only the first page when all on it is dated now', async () => {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		const ids = Array.from({ length: 10 }, () => list.add(1)[0] ?? 0);
		const first = await list.poll(checkpoint);
		expect(first.ids).toEqual(ids);
		expect(list.requests).toEqual(['newest 1']);
	});

	it('to look at the end of the list when something is missing after all', async () => {
		list.add(95, list.now - 60);
		const checkpoint = await list.begun();
		const [hidden = 0] = list.add(1, null);
		const first = await list.poll(checkpoint);
		expect(first.ids).toEqual([hidden]);
		expect(list.requests).toContain('newest 10');
	});

	it('nothing more when what was there left, until its number is explained', async () => {
		list.add(95, list.now - 60);
		const checkpoint = await list.begun();
		list.rows.splice(10, 5);
		const first = await list.poll(checkpoint);
		expect(first).toMatchObject({ ids: [], after: { accounted: 90, deeper: { page: 0 } } });
		expect(await list.poll(first.after)).toMatchObject({ ids: [], after: { accounted: 90 } });
		expect(list.requests).toHaveLength(1);
	});
});

it('a backlog since an earlier moment is counted, so that nothing hides afterwards', async () => {
	list.add(95, list.now - 60);
	const { checkpoint, ids } = await list.pollOn(listFrom(list.now - 60 - 44), 1, { batch: 20 });
	expect(ids).toHaveLength(45);
	expect(checkpoint.accounted).toBe(95);
	const late = list.add(1, list.now - 90);
	expect((await list.pollOn(checkpoint, 2)).ids).toEqual(late);
});

it('of a list that is shorter than it was everything is still known', async () => {
	list.add(30, list.now - 60);
	const checkpoint = await list.begun();
	list.rows.splice(0, 25);
	const first = await list.poll(checkpoint);
	expect(first).toMatchObject({ ids: [], after: { pageSize: PAGE, accounted: 5 } });
	list.now += 60;
	const ids = list.add(3);
	expect(await list.poll(first.after)).toMatchObject({ ids, requests: ['newest 1'] });
});

describe('a quiet poll', () => {
	/** The requests of so many polls. */
	async function requestsOf(polls: number, before: ListCheckpoint) {
		const requests: string[] = [];
		let checkpoint = before;
		for (let count = 0; count < polls; count++) {
			const read = await list.poll(checkpoint);
			requests.push(...read.requests);
			expect(read.ids).toEqual([]);
			checkpoint = read.after;
		}
		return requests;
	}

	it('looks by turns at the pages down to the watermark, and at the end', async () => {
		list.add(95, list.now - 60);
		const checkpoint = await list.begun();
		const [first, end] = ['newest 1', 'newest 10'];
		const [second, third, fourth] = ['newest 2', 'newest 3', 'newest 4'];
		expect(await requestsOf(6, checkpoint)).toEqual([first, second, first, end, first, second]);
		const watermark = list.now - 60 - 25;
		const lower = { ...checkpoint, known: { ...checkpoint.known, watermark } };
		expect(await requestsOf(10, lower)).toEqual(
			[second, third, fourth, end, second].flatMap((deeper) => [first, deeper]),
		);
	});

	it('of two pages looks at the second one, which is the end, once in a round', async () => {
		list.add(15, list.now - 60);
		const checkpoint = await list.begun();
		const [first, second] = ['newest 1', 'newest 2'];
		expect(await requestsOf(4, checkpoint)).toEqual([first, second, first, second]);
	});

	it('notices that the clock stepped back also when it looks at a deeper page', async () => {
		list.add(95, list.now - 60);
		const { after } = await list.poll(await list.begun());
		expect(after.isLookNext).toBe(true);
		list.now -= 5000;
		const ids = list.add(1);
		expect((await list.pollOn(after, 25)).ids).toEqual(ids);
	});
});

describe('a total', () => {
	it('counts as the first page told, though more appear while the end is looked at', async () => {
		list.add(24, list.now - 60);
		const checkpoint = await list.begun();
		// From before, so that no new one explains it.
		list.add(1, list.now - 5000);
		const busy: SortedList = {
			...list,
			newest: async (page) => {
				if (page === 3) for (let count = 0; count < 25; count++) list.add(1, list.now - 60);
				return await list.newest(page);
			},
		};
		const { after } = await readOn(busy, checkpoint, list.limits());
		expect(after).toMatchObject({ accounted: 25, deeper: { page: 0 } });
	});

	it('that is no more told, or told at last, costs no further request', async () => {
		list.add(95, list.now - 60);
		const checkpoint = await list.begun();
		list.total = 'none';
		const untold = await list.poll(checkpoint);
		expect(untold).toMatchObject({ ids: [], requests: ['newest 1'] });
		expect(untold.after.accounted).toBeUndefined();
		expect((await list.poll(untold.after)).requests).toEqual(['newest 2']);
		list.total = 'records';
		const told = await list.poll(untold.after);
		expect(told).toMatchObject({ ids: [], requests: ['newest 2'] });
		expect((await list.poll(told.after)).after.accounted).toBe(95);
	});

	it('that grew while the pages were read counts what was there at first, and the rest is looked for', async () => {
		const checkpoint = await list.begun();
		list.add(2, list.now - 1);
		for (let count = 0; count < 9; count++) list.add(1);
		const busy = {
			oldest: list.oldest,
			newest: async (page: number) => {
				if (page === 2) for (let count = 0; count < 9; count++) list.add(1);
				return await list.newest(page);
			},
		};
		const { taken, after } = await readOn(busy, checkpoint, list.limits());
		// The tenth of the first page moved on to where nobody looked.
		expect(taken).toHaveLength(19);
		expect(after.accounted).toBe(11);
		const hidden = [...list.add(1), ...list.add(1)];
		const { ids } = await list.poll(after);
		expect(ids).toHaveLength(3);
		expect(ids).toEqual(expect.arrayContaining(hidden));
	});

	it('less what waits is never below none', async () => {
		const checkpoint = await list.begun();
		for (let count = 0; count < 12; count++) list.add(1);
		const busy = {
			oldest: list.oldest,
			newest: async (page: number) => {
				if (page === 2) for (let count = 0; count < 30; count++) list.add(1);
				return await list.newest(page);
			},
		};
		const { taken, after } = await readOn(busy, checkpoint, list.limits({ batch: 12 }));
		expect(taken.length).toBeLessThanOrEqual(12);
		expect(after.accounted ?? 0).toBeGreaterThanOrEqual(0);
		const { ids } = await list.pollOn(after, 2, { batch: 12 });
		expect(ids.length + taken.length).toBe(42);
	});

	it('below what was met is none', async () => {
		list.total = 'pages';
		list.add(25, list.now - 60);
		const checkpoint = await list.begun();
		const ids = list.add(1);
		const first = await list.poll({ ...checkpoint, accounted: undefined });
		expect(first.ids).toEqual(ids);
		expect(first.after.accounted).toBeUndefined();
	});
});

describe('what does not fit into the batch', () => {
	it('of the first page is left to the next polls, the oldest first', async () => {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		list.now += 60;
		const ids = list.add(7);
		const first = await list.poll(checkpoint, { batch: 3 });
		expect(first).toMatchObject({ ids: ids.slice(0, 3), after: { accounted: 63 } });
		const second = await list.poll(first.after, { batch: 3 });
		expect(second).toMatchObject({ ids: ids.slice(3, 6), after: { accounted: 66 } });
		expect((await list.poll(second.after, { batch: 3 })).ids).toEqual(ids.slice(6));
	});

	it('but just fits is read from the newest, as far as requests allow', async () => {
		list.add(60, list.now - 60);
		const checkpoint = await list.begun();
		list.now += 60;
		const ids = list.add(25);
		const requests = ['newest 1', 'newest 2', 'newest 3'];
		expect(await list.poll(checkpoint, { batch: 25 })).toMatchObject({ ids, requests });
		expect(await list.poll(checkpoint, list.allowing(4))).toMatchObject({ ids, requests });
		expect((await list.poll(checkpoint, list.allowing(3))).requests[1]).toMatch(/^oldest/);
	});
});
