import { beforeEach, describe, expect, it } from 'vitest';

import { listFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/beginning.ts';
import { catchUp } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/catchUp.ts';
import { knownFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/known.ts';
import type { Entry, Page } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import type {
	Backlog,
	Limits,
	ListCheckpoint,
	SortedList,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';
import { FakeList } from './fakeList.mts';

const NOTHING: Page = { entries: [], total: undefined, isLast: false };
const FOUND: Backlog = { page: 7, isFound: true, low: 0, high: 0, step: 1, total: 105 };

let list: FakeList;
let fresh: number[];

/** Sixty known records on six full pages, 45 new ones behind them. */
beforeEach(() => {
	list = new FakeList();
	list.add(60, list.now - 100);
	fresh = list.add(45);
});

function checkpoint(
	backlog: Partial<Backlog> = {},
	given: Partial<ListCheckpoint> = {},
): ListCheckpoint & { backlog: Backlog } {
	return {
		...listFrom(0),
		known: knownFrom(list.now - 99),
		accounted: 60,
		pageSize: 10,
		...given,
		backlog: { ...FOUND, ...backlog },
	};
}

async function catchingUp(
	before: ListCheckpoint & { backlog: Backlog },
	limits: Partial<Limits> = {},
	{ top = NOTHING, from = list }: { top?: Page; from?: SortedList } = {},
) {
	list.requests = [];
	const { taken, met, after } = await catchUp(from, before, top, list.limits(limits));
	const { requests } = list;
	return { ids: taken.map(({ id }) => id), met: met.map(({ id }) => id), after, requests };
}

/** What page 1 of the newest showed: so many records. */
function topOf(count: number): Page {
	const rows = list.rows.slice(-count).reverse();
	const entries = rows.map(({ id, at = 0 }): Entry => ({ id, at, row: {} }));
	return { entries, total: list.rows.length, isLast: false };
}

describe('a backlog', () => {
	it('is read to the end of the list, and counted', async () => {
		const { ids, met, after, requests } = await catchingUp(checkpoint());
		expect(ids).toEqual(fresh);
		expect(met).toEqual(fresh);
		expect(requests).toEqual(['oldest 7', 'oldest 8', 'oldest 9', 'oldest 10', 'oldest 11']);
		expect(after).toMatchObject({ backlog: undefined, accounted: 105, look: 2 });
	});

	it('ends where the top of the newest has shown the rest', async () => {
		const { ids, met, after, requests } = await catchingUp(checkpoint(), {}, { top: topOf(10) });
		expect(ids).toEqual(fresh);
		expect([...met].sort((a, b) => a - b)).toEqual(fresh);
		expect(requests).toEqual(['oldest 7', 'oldest 8', 'oldest 9', 'oldest 10']);
		expect(after).toMatchObject({ backlog: undefined, accounted: 105 });
	});

	it('goes on where only the same moment is on both, for others may share it', async () => {
		const { ids, requests } = await catchingUp(checkpoint(), {}, { top: topOf(16) });
		expect(ids).toEqual(fresh);
		expect(requests).toEqual(['oldest 7', 'oldest 8', 'oldest 9', 'oldest 10']);
		const more = await catchingUp(checkpoint(), {}, { top: topOf(17) });
		expect(more.requests).toEqual(['oldest 7', 'oldest 8', 'oldest 9']);
	});

	it('is not ended by a rest that does not fit into the batch', async () => {
		const first = await catchingUp(checkpoint(), { batch: 44 }, { top: topOf(10) });
		expect(first.ids).toEqual(fresh.slice(0, 40));
		expect(first.after.backlog).toMatchObject({ page: 11, total: 105 });
		const exact = await catchingUp(checkpoint(), { batch: 45 }, { top: topOf(10) });
		expect(exact.ids).toEqual(fresh);
		expect(exact.after.backlog).toBeUndefined();
	});

	it('that ends with the list leaves to the next poll what only the top shows and does not fit', async () => {
		const top = topOf(10);
		top.entries.unshift({ id: 999, at: list.now, row: {} }, { id: 998, at: list.now - 1, row: {} });
		const whole = await catchingUp(checkpoint(), {}, { top });
		expect(whole.ids).toHaveLength(47);
		expect(whole.ids).toEqual(expect.arrayContaining([998, 999]));
		const last = checkpoint({ page: 11 });
		const full = await catchingUp(
			last,
			{ batch: 6 },
			{ top: { ...top, entries: top.entries.slice(0, 2) } },
		);
		expect(full.ids).toEqual([...fresh.slice(40, 44), 998, fresh[44]]);
		expect(full.after.backlog).toBeUndefined();
	});

	it('is counted from its first page where nothing was counted before', async () => {
		const { after } = await catchingUp(checkpoint({}, { accounted: undefined }), { batch: 20 });
		expect(after).toMatchObject({ accounted: 80, backlog: { page: 9 } });
		list.total = 'none';
		const untold = checkpoint({ total: undefined }, { accounted: undefined });
		expect((await catchingUp(untold, { batch: 20 })).after.accounted).toBeUndefined();
	});

	it('is not counted by a page at the end of the list, which is not full', async () => {
		const last = checkpoint({ page: 11 }, { accounted: undefined });
		expect((await catchingUp(last)).after.accounted).toBeUndefined();
	});
});

describe('pages of changing size', () => {
	/** Page 7 shows four records, the next ones ten, newest first on each. */
	const uneven = (): SortedList => ({
		newest: list.newest,
		oldest: async (number) => {
			const page = await list.oldest(number);
			const entries = [...page.entries].reverse();
			return { ...page, entries: number === 7 ? entries.slice(-4) : entries };
		},
	});

	it('are left whole to the next poll where they do not fit', async () => {
		const { ids, after } = await catchingUp(checkpoint(), { batch: 12 }, { from: uneven() });
		expect(ids).toEqual(fresh.slice(0, 4));
		expect(after.backlog?.page).toBe(8);
		const exact = await catchingUp(checkpoint(), { batch: 10 }, { from: uneven() });
		expect(exact.ids).toEqual(fresh.slice(0, 4));
	});

	it('are taken in part, the oldest first, where no batch could hold them', async () => {
		const { ids, after } = await catchingUp(checkpoint(), { batch: 9 }, { from: uneven() });
		expect(ids).toEqual([...fresh.slice(0, 4), ...fresh.slice(10, 15)]);
		expect(after.backlog?.page).toBe(8);
		const first = await catchingUp(checkpoint({ page: 8 }), { batch: 3 }, { from: uneven() });
		expect(first.ids).toEqual(fresh.slice(10, 13));
		expect(first.after.backlog?.page).toBe(8);
	});
});

describe('the requests of a poll', () => {
	it('are at least one, so that every poll makes progress', async () => {
		const first = await catchingUp(checkpoint(), list.allowing(0));
		expect(first).toMatchObject({ ids: fresh.slice(0, 10), requests: ['oldest 7'] });
		expect(first.after.backlog?.page).toBe(8);
	});

	it('are none where the top was read and no more fit', async () => {
		const first = await catchingUp(checkpoint(), list.allowing(0), { top: topOf(10) });
		expect(first).toMatchObject({ ids: [], requests: [] });
		expect(first.after.backlog).toMatchObject({ page: 7, isFound: true });
	});

	it('are no more than fit while the backlog is searched for', async () => {
		list.total = 'none';
		const searched = { page: 1, isFound: false, total: undefined };
		const first = await catchingUp(checkpoint(searched), list.allowing(2));
		expect(first).toMatchObject({ ids: [], requests: ['oldest 1', 'oldest 2'] });
		expect(first.after.backlog).toMatchObject({ page: 4, isFound: false, low: 2 });
		const second = await catchingUp(
			{ ...checkpoint(), ...first.after, backlog: { ...FOUND, ...first.after.backlog } },
			list.allowing(0),
		);
		expect(second).toMatchObject({ ids: [], requests: ['oldest 4'] });
		expect(second.after.backlog).toMatchObject({ page: 8, low: 4 });
	});

	it('are two where the last page of the list is known as well, and the next poll looks from the top on', async () => {
		list.rows.length = 60;
		const { ids, after, requests } = await catchingUp(
			checkpoint({ page: 6, isFound: false, total: 60 }),
		);
		expect(ids).toEqual([]);
		expect(requests).toEqual(['oldest 6', 'oldest 5']);
		expect(after).toMatchObject({ backlog: undefined, deeper: { page: 1 }, accounted: 60 });
	});

	it('are made again for a page of the search where no total tells what left since', async () => {
		const searched = { page: 7, isFound: false };
		const told = await catchingUp(checkpoint({ ...searched, page: 6 }), { batch: 10 });
		expect(told.requests).toEqual(['oldest 6', 'oldest 7']);
		list.total = 'none';
		const untold = await catchingUp(checkpoint({ page: 6, isFound: false, total: undefined }), {
			batch: 10,
		});
		expect(untold.requests.slice(0, 2)).toEqual(['oldest 6', 'oldest 7']);
		expect(untold.requests.slice(2)).toContain('oldest 6');
	});

	it('end with the batch', async () => {
		const { ids, requests } = await catchingUp(checkpoint(), { batch: 10 });
		expect(ids).toEqual(fresh.slice(0, 10));
		expect(requests).toEqual(['oldest 7']);
	});

	it('end when no more fit', async () => {
		const { ids, requests } = await catchingUp(checkpoint(), list.allowing(3));
		expect(ids).toEqual(fresh.slice(0, 30));
		expect(requests).toEqual(['oldest 7', 'oldest 8', 'oldest 9']);
	});
});
