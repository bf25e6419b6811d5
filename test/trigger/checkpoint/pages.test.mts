import { expect, it } from 'vitest';

import { listFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/beginning.ts';
import { catchUp, narrowed } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/catchUp.ts';
import {
	type ReadPage,
	readPages,
	steadyPages,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/pages.ts';
import type { Entry, Page } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import { toPage } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';

const entryOf = (id: number): Entry => ({ id, at: id, row: {} });

/** A list of ten records a page, from which `leaving(request)` records leave before each request. */
function listOf(count: number, leaving: (request: number) => number, hasTotal: boolean) {
	const ids = Array.from({ length: count }, (_, index) => index + 1);
	const requests: number[] = [];
	const read: ReadPage = async (page) => {
		requests.push(page);
		ids.splice(0, leaving(requests.length));
		return {
			entries: ids.slice((page - 1) * 10, page * 10).map(entryOf),
			total: hasTotal ? ids.length : undefined,
			isLast: page * 10 >= ids.length,
		};
	};
	return { read, requests, ids };
}

it('pages are read once while nothing leaves', async () => {
	const { read, requests } = listOf(45, () => 0, true);
	const { entries, cursor } = await readPages(read, { page: 1, total: undefined }, () => true);
	expect(entries.map(({ id }) => id)).toHaveLength(45);
	expect(requests).toEqual([1, 2, 3, 4, 5]);
	expect(cursor.page).toBe(0);
});

it.each([
	[1, true],
	[3, true],
	[7, true],
	[1, false],
	[3, false],
])(
	'none that stays is missed when %i leave before each request (total: %s)',
	async (count, hasTotal) => {
		const { read, ids } = listOf(300, (request) => (request % 2 === 0 ? count : 0), hasTotal);
		const { entries } = await readPages(read, { page: 1, total: undefined }, () => true);
		const seen = new Set(entries.map(({ id }) => id));
		expect(ids.filter((id) => !seen.has(id))).toEqual([]);
	},
);

it('a reading goes on where it was, one page back for what left meanwhile', async () => {
	const { read, ids } = listOf(60, () => 0, true);
	const first = await readPages(read, { page: 1, total: undefined }, ({ number }) => number < 3);
	expect(first.cursor).toEqual({ page: 4, total: 60 });
	ids.splice(0, 4);
	const second = await readPages(read, first.cursor, () => true);
	const seen = new Set([...first.entries, ...second.entries].map(({ id }) => id));
	expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

/** The requests of a reading of a list with totals, from which records leave before some of its requests. */
async function requestsOf(count: number, leaving: Record<number, number>, from = 1) {
	const { read, requests, ids } = listOf(count, (request) => leaving[request] ?? 0, true);
	const total = from > 1 ? count : undefined;
	const { entries, cursor } = await readPages(read, { page: from, total }, () => true);
	const seen = new Set(entries.map(({ id }) => id));
	return { requests, missed: ids.slice((from - 1) * 10).filter((id) => !seen.has(id)), cursor };
}

it.each([
	['nothing left', {}, [1, 2, 3, 4, 5]],
	['three left: page 2 is read again, and page 3 is known', { 3: 3 }, [1, 2, 3, 2, 4, 5]],
	['a whole page left: the one before is read again', { 3: 10 }, [1, 2, 3, 2, 4]],
	['two pages left: so are both before', { 4: 20 }, [1, 2, 3, 4, 2, 3]],
	['three left, and three more meanwhile', { 3: 3, 4: 3 }, [1, 2, 3, 2, 3, 4]],
])('where %s', async (_, leaving, expected) => {
	const { requests, missed, cursor } = await requestsOf(45, leaving);
	expect(missed).toEqual([]);
	expect(requests).toEqual(expected);
	expect(cursor.page).toBe(0);
});

it('without totals the page before each further one is read again', async () => {
	const { read, requests } = listOf(25, () => 0, false);
	await readPages(read, { page: 1, total: undefined }, () => true);
	expect(requests).toEqual([1, 2, 1, 3, 2]);
});

it('without totals none is missed that moves up while others push it down again', async () => {
	const ids = Array.from({ length: 25 }, (_, index) => index + 1);
	const requests: number[] = [];
	const read: ReadPage = async (page) => {
		requests.push(page);
		// 11 leads page 2, then ends page 1 while page 2 is read, and leads page 2 again.
		if (requests.length === 2) ids.splice(0, 1);
		if (requests.length === 3) ids.unshift(101, 102);
		const entries = ids.slice((page - 1) * 10, page * 10).map(entryOf);
		return { entries, total: undefined, isLast: page * 10 >= ids.length };
	};
	const seen = new Set<number>();
	for await (const { entries } of steadyPages(read, 1, undefined, 6)) {
		for (const { id } of entries) seen.add(id);
	}
	expect(ids.filter((id) => !seen.has(id))).toEqual([]);
	expect(requests).toEqual([1, 2, 1, 2, 1, 3, 2]);
});

it('without totals a list is read on that grew behind its end meanwhile', async () => {
	const ids = Array.from({ length: 20 }, (_, index) => index + 1);
	let requests = 0;
	const read: ReadPage = async (page) => {
		if (++requests === 3) ids.unshift(101, 102, 103);
		const entries = ids.slice((page - 1) * 10, page * 10).map(entryOf);
		return { entries, total: undefined, isLast: page * 10 >= ids.length };
	};
	const numbers: number[] = [];
	for await (const { number } of steadyPages(read, 1, undefined, 6)) numbers.push(number);
	expect(numbers).toEqual([1, 2, 3]);
});

it('without totals a reading ends also where every page shows others each time', async () => {
	let requests = 0;
	const read: ReadPage = async (number) => ({
		entries: [entryOf(++requests)],
		total: undefined,
		isLast: number >= 3,
	});
	const numbers: number[] = [];
	for await (const { number } of steadyPages(read, 1, undefined, 6)) numbers.push(number);
	expect(numbers.at(-1)).toBe(3);
	expect(requests).toBeLessThan(25);
});

it('a reading ends whatever the totals tell', async () => {
	let requests = 0;
	const read: ReadPage = async (number) => {
		requests++;
		return {
			entries: Array.from({ length: 10 }, (_, index) => entryOf((number - 1) * 10 + index + 1)),
			total: 1_000_000 - requests * 20,
			isLast: number >= 300,
		};
	};
	const { cursor } = await readPages(read, { page: 1, total: undefined }, () => true);
	expect(cursor.page).toBe(0);
	expect(requests).toBeGreaterThan(300);
	expect(requests).toBeLessThan(1500);
});

it('a reading is asked whether it may go on before each further page, and not behind the last', async () => {
	const { read } = listOf(25, () => 0, true);
	const asked: number[] = [];
	const from = { page: 1, total: undefined };
	await readPages(read, from, ({ number }) => asked.push(number) > 0);
	expect(asked).toEqual([1, 2]);
	const stopped = await readPages(read, from, () => false);
	expect(stopped.cursor).toEqual({ page: 2, total: 25 });
});

const page = (ats: number[], isLast = false): Page => ({
	entries: ats.map((at) => ({ id: at, at, row: {} })),
	total: undefined,
	isLast,
});
const search = { page: 4, isFound: false, low: 0, high: 0, step: 1, total: undefined };
const fresh = (from: number, { entries }: Page) => entries.filter(({ at }) => at >= from);

it.each([
	['all known: further', page([1, 2]), 9, { low: 4, high: 0, page: 5, isFound: false }],
	['all new: back', page([9, 10]), 9, { low: 0, high: 4, page: 3, isFound: false }],
	['known before new: there', page([8, 9]), 9, { page: 4, isFound: true }],
	['the last one, all known: back', page([1, 2], true), 9, { low: 0, high: 4, page: 3 }],
	['behind the end: back', page([], true), 9, { low: 0, high: 4, page: 3, isFound: false }],
])('the search for a backlog, at a page that is %s', (_, at, from, expected) => {
	expect(narrowed(search, at, fresh(from, at))).toMatchObject(expected);
});

it('the search halves between a known page and a new one, and begins at the known one', () => {
	const between = { ...search, low: 2, high: 8, page: 5 };
	expect(narrowed(between, page([1, 2]), [])).toMatchObject({ low: 5, high: 8, page: 6 });
	const beside = { ...search, low: 3, high: 8, page: 4 };
	expect(narrowed(beside, page([9]), fresh(9, page([9])))).toMatchObject({
		page: 3,
		isFound: true,
	});
});

it('a backlog without totals is found by halving, and comes whole pages at a time', async () => {
	const { read, requests } = listOf(4000, () => 0, false);
	const list = { newest: read, oldest: read };
	const backlog = { page: 1, isFound: false, low: 0, high: 0, step: 1, total: undefined };
	const limits = { batch: 35, now: () => 5000, mayRead: () => true, looksBeside: false };
	const top = page([]);
	const { taken } = await catchUp(list, { ...listFrom(2005), backlog }, top, limits);
	expect(taken.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, index) => 2005 + index));
	expect(requests.length).toBeLessThan(32);
});

it.each([
	['of all records', 120, false, 1, 50, 120],
	['as a text', '120', false, 1, 50, 120],
	['of the page', 50, false, 1, 50, undefined],
	['of pages', 3, false, 1, 50, undefined],
	['of the last page', 20, true, 3, 20, undefined],
	['null', null, false, 1, 50, undefined],
	['below zero', -1, true, 1, 0, undefined],
	['of an empty list', 0, true, 1, 0, 0],
])('"total" %s', (_, total, isLast, number, count, expected) => {
	const customers = Array.from({ length: count }, (_, id) => ({
		id,
		created_at: '2026-01-01T00:00:00Z',
	}));
	const next = { href: isLast ? null : 'https://example.com/customers?page=2' };
	const body = { total, _links: { next }, _embedded: { customers } };
	expect(toPage(body, 'customers', number).total).toBe(expected);
});
