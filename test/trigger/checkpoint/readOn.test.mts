import { beforeEach, describe, expect, it } from 'vitest';

import { readOn } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/readOn.ts';
import { toPage } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import { knownFrom } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/known.ts';
import {
	type Limits,
	type ListCheckpoint,
	listFrom,
	listNow,
	type SortedList,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';

interface Row {
	id: number;
	/** Seconds; undefined for one without a date. */
	at: number | undefined;
}

/** Ten records on each page. */
const PAGE = 10;

let rows: Row[];
let nextId: number;
let now: number;
let requests: string[];
let hasTotal: boolean;
/** Where records without a date stand: last in both orders, or with the newest. */
let undated: 'last' | 'newest';

beforeEach(() => {
	[rows, requests, nextId, now] = [[], [], 1, 100_000];
	hasTotal = true;
	undated = 'last';
});

/** One record a second, the last one at the given moment; or without a date. */
function add(count: number, until: number | null = now): number[] {
	const ids = Array.from({ length: count }, () => nextId++);
	ids.forEach((id, index) => {
		rows.push({ id, at: until === null ? undefined : until - (count - 1 - index) });
	});
	return ids;
}

function rankOf({ at }: Row, isNewestFirst: boolean): number {
	if (at !== undefined) return isNewestFirst ? -at : at;
	return undated === 'last' || !isNewestFirst ? Infinity : -Infinity;
}

function reading(order: 'newest' | 'oldest') {
	return async (number: number) => {
		requests.push(`${order} ${number}`);
		const sorted = [...rows].sort((a, b) =>
			rankOf(a, order === 'newest') < rankOf(b, order === 'newest') ? -1 : 1,
		);
		const shown = sorted.slice((number - 1) * PAGE, number * PAGE).map(({ id, at }) => ({
			id,
			created_at: at === undefined ? null : new Date(at * 1000).toISOString(),
		}));
		const href = number * PAGE < sorted.length ? 'https://service.test/next' : null;
		const total = hasTotal ? { total: sorted.length } : {};
		return toPage({ ...total, _links: { next: { href } }, _embedded: { shown } }, 'shown', number);
	};
}

const list: SortedList = { newest: reading('newest'), oldest: reading('oldest') };

function limits(given: Partial<Limits> = {}): Limits {
	return { batch: 1000, now: () => now, mayRead: () => true, looksBeside: false, ...given };
}

/** Only so many requests fit into each poll. */
const allowing = (most: number) => ({
	mayRead: (more = 1) => requests.length + more <= most,
});

async function begun(): Promise<ListCheckpoint> {
	const { checkpoint } = await listNow(list, limits());
	requests = [];
	return checkpoint;
}

async function poll(before: ListCheckpoint, given: Partial<Limits> = {}) {
	requests = [];
	const { taken, after, met } = await readOn(list, before, limits(given));
	return { ids: taken.map(({ id }) => id), after, met, requests };
}

/** Polls on until so many polls in a row brought nothing. */
async function pollOn(before: ListCheckpoint, quiet = 3, given: Partial<Limits> = {}) {
	let checkpoint = before;
	const batches: number[][] = [];
	let spent = 0;
	for (let silent = 0; silent < quiet; ) {
		const { ids, after } = await poll(checkpoint, given);
		spent += requests.length;
		checkpoint = after;
		silent = ids.length > 0 ? 0 : silent + 1;
		if (ids.length > 0) batches.push(ids);
	}
	return { batches, ids: batches.flat(), spent, checkpoint };
}

describe('the beginning', () => {
	it('is at the newest record, whose second may go on', async () => {
		const [first = 0] = add(1, now - 50);
		const { checkpoint, met } = await listNow(list, limits());
		expect(met.map(({ id }) => id)).toEqual([first]);
		expect(checkpoint.known).toEqual({
			watermark: now - 50,
			completeFrom: 0,
			highestId: 0,
			ids: new Map([[first, now - 50]]),
		});
		expect(checkpoint.accounted).toBe(1);
	});

	it('of an empty list fires the first record ever', async () => {
		const checkpoint = await begun();
		const ids = add(1);
		expect(await poll(checkpoint)).toMatchObject({ ids, requests: ['newest 1'] });
	});

	it('of a longer list knows the newest pages of it and its end', async () => {
		add(150, now - 60);
		const { checkpoint } = await listNow(list, limits());
		expect(requests).toEqual([
			...Array.from({ length: 10 }, (_, page) => `newest ${page + 1}`),
			'newest 15',
		]);
		expect(checkpoint).toMatchObject({ pageSize: PAGE, accounted: 150 });
		expect(checkpoint.known).toMatchObject({ watermark: now - 60, completeFrom: now - 158 });
		expect(checkpoint.known.ids.size).toBe(100);
	});

	it('reads the whole second in which it begins', async () => {
		add(150, now - 60);
		for (const { id } of rows.slice(30)) rows[id - 1] = { id, at: now };
		const checkpoint = await begun();
		expect(checkpoint.known.ids.size).toBe(130);
		expect((await pollOn(checkpoint)).ids).toEqual([]);
	});

	it('tells by the ids what is new in a second with more records than it reads', async () => {
		const ids = Array.from({ length: 250 }, () => add(1)[0] ?? 0);
		const { checkpoint } = await listNow(list, limits());
		expect(requests.length).toBeLessThan(30);
		expect(checkpoint.known).toMatchObject({ watermark: now, highestId: ids.at(-1) });
		const fresh = add(1);
		expect((await pollOn(checkpoint, 3)).ids).toEqual(fresh);
	});

	it.each([true, false])(
		'finds the end of such a second also where older records follow (total: %s)',
		async (isTold) => {
			hasTotal = isTold;
			add(500, now - 60);
			const ids = Array.from({ length: 333 }, () => add(1)[0] ?? 0);
			const { checkpoint } = await listNow(list, limits());
			// Without a total, the page before each one is read as well.
			expect(requests.length).toBeLessThan(isTold ? 30 : 50);
			expect(checkpoint.known).toMatchObject({ watermark: now, highestId: ids.at(-1) });
			const fresh = add(1);
			// By turns where no total tells that something hides.
			expect((await pollOn(checkpoint, isTold ? 3 : 100)).ids).toEqual(fresh);
		},
	);

	it('is after a second that is too long to be read to its end', async () => {
		for (let count = 0; count < 250; count++) add(1);
		const { checkpoint } = await listNow(list, limits(allowing(5)));
		expect(checkpoint.known.watermark).toBe(now + 1);
	});

	it('is not ahead of the clock, and knows what is dated ahead', async () => {
		add(5, now - 10);
		const [ahead = 0] = add(1, now + 5000);
		const { known } = await begun();
		expect(known.watermark).toBe(now - 10);
		expect(known.ids.has(ahead)).toBe(true);
	});

	it('of a part is that of the whole, whose records may join it', async () => {
		add(3, now - 500);
		const beside = {
			...knownFrom(now - 20),
			ids: new Map([
				[77, now - 20],
				[76, now - 90],
			]),
		};
		const { checkpoint } = await listNow(list, limits(), beside);
		expect(checkpoint.known.watermark).toBe(now - 20);
		expect(checkpoint.known.ids.has(77)).toBe(true);
		expect(checkpoint.known.ids.has(76)).toBe(false);
	});

	it('does not take for known what came while it was read', async () => {
		add(20, now - 60);
		let meanwhile: number[] = [];
		const busy: SortedList = {
			...list,
			newest: async (page) => {
				const read = await list.newest(page);
				if (page === 1) meanwhile = add(3, now - 50);
				return read;
			},
		};
		const { checkpoint } = await listNow(busy, limits());
		expect(checkpoint.accounted).toBe(20);
		expect((await poll(checkpoint)).ids).toEqual(meanwhile);
	});

	it('knows the end of the list also when more came while it was read', async () => {
		add(149, now - 60);
		const [undatedId = 0] = add(1, null);
		let isBusy = true;
		const busy: SortedList = {
			...list,
			newest: async (page) => {
				if (page === 2 && isBusy) add(1, now - 50);
				if (page === 2) isBusy = false;
				return await list.newest(page);
			},
		};
		const { checkpoint } = await listNow(busy, limits());
		expect(requests).toContain('newest 16');
		expect(checkpoint.known.ids.has(undatedId)).toBe(true);
	});

	it('takes as few pages as fit into the poll', async () => {
		add(150, now - 60);
		await listNow(list, limits(allowing(3)));
		expect(requests).toEqual(['newest 1', 'newest 2', 'newest 3']);
	});

	it('knows records without a date at the end of the list', async () => {
		add(150, now - 60);
		const ids = add(15, null);
		const checkpoint = await begun();
		for (const id of ids) expect(checkpoint.known.ids.has(id)).toBe(true);
		expect((await pollOn(checkpoint, 40)).ids).toEqual([]);
	});
});

describe.each([true, false])('a list with a total: %s', (isTold) => {
	beforeEach(() => {
		hasTotal = isTold;
		add(95, now - 60);
	});

	it('costs one request a poll when idle', async () => {
		let checkpoint = await begun();
		for (let polls = 0; polls < 30; polls++) {
			const { ids, after } = await poll(checkpoint);
			expect(ids).toEqual([]);
			// By turns a look at the end of the list, which may take a second page.
			expect(requests.length).toBeLessThanOrEqual(1);
			checkpoint = after;
		}
	});

	it('what is new on its first page comes with one request', async () => {
		const checkpoint = await begun();
		const ids = add(7);
		const first = await poll(checkpoint);
		expect(first).toMatchObject({ ids, requests: ['newest 1'] });
		expect(await poll(first.after)).toMatchObject({ ids: [] });
	});

	it.each([8, 9, 10, 11, 35, 61])('%i new ones come oldest first, each once', async (count) => {
		const checkpoint = await begun();
		now += 100;
		const ids = add(count);
		const { batches, spent } = await pollOn(checkpoint, 1);
		expect(batches.flat()).toEqual(ids);
		if (hasTotal) expect(spent - 1).toBeLessThanOrEqual(Math.ceil(count / PAGE) + 1);
	});

	it.each([3, 10, 25])('a backlog comes in batches of %i', async (batch) => {
		const checkpoint = await begun();
		now += 200;
		const ids = add(123);
		const { batches, spent, checkpoint: after } = await pollOn(checkpoint, 1, { batch });
		expect(batches.flat()).toEqual(ids);
		for (const one of batches) expect(one.length).toBeLessThanOrEqual(batch);
		if (hasTotal && batch >= PAGE) expect(spent).toBeLessThanOrEqual(Math.ceil(123 / PAGE) + 3);
		expect(after.backlog).toBeUndefined();
	});

	it('a backlog is gone on with however few requests fit', async () => {
		const checkpoint = await begun();
		now += 200;
		const ids = add(123);
		expect((await pollOn(checkpoint, 12, allowing(2))).ids).toEqual(ids);
	});

	it('what appears late is found', async () => {
		const checkpoint = await begun();
		now += 200;
		const newer = add(34);
		const { after, ids } = await poll(checkpoint, {});
		expect(ids).toEqual(newer);
		const late = add(2, now - 40);
		const next = await pollOn(after, hasTotal ? 1 : 20);
		expect(next.ids).toEqual(late);
	});

	it('what appears late while as many leave is found by turns', async () => {
		const checkpoint = await begun();
		now += 200;
		add(34);
		const { after } = await poll(checkpoint);
		const late = add(2, now - 40);
		rows.splice(0, 2);
		expect((await pollOn(after, 20)).ids).toEqual(late);
	});

	it('what is dated ahead comes once, and hides nothing', async () => {
		const checkpoint = await begun();
		const ahead = add(2, now + 5000);
		const first = await poll(checkpoint);
		expect(first.ids).toEqual(ahead);
		expect(first.after.known.watermark).toBe(checkpoint.known.watermark);
		now += 60;
		const ids = add(1);
		expect((await pollOn(first.after)).ids).toEqual(ids);
	});

	it('more than a page of what is dated ahead hides nothing', async () => {
		const checkpoint = await begun();
		now += 60;
		const ahead = add(23, now + 5000);
		const first = await pollOn(checkpoint);
		expect(first.ids).toEqual(ahead);
		const ids = add(1);
		expect((await pollOn(first.checkpoint)).ids).toEqual(ids);
	});

	it('when its clock steps back, what appears then comes, and nothing again', async () => {
		const checkpoint = await begun();
		now -= 5000;
		const ids = add(3);
		expect((await pollOn(checkpoint, 20)).ids).toEqual(ids);
	});
});

it('what is explained by nothing is looked for, also over several polls', async () => {
	add(95, now - 60);
	const checkpoint = await begun();
	now += 200;
	add(80);
	const { after } = await poll(checkpoint);
	const late = add(1, now - 75);
	const first = await poll(after, allowing(3));
	expect(first.ids).toEqual([]);
	expect(first.after.deeper).toBeGreaterThan(2);
	const second = await pollOn(first.after, 1, allowing(12));
	expect(second.ids).toEqual(late);
});

it('a deeper page is looked at beside the first where that is asked for', async () => {
	add(95, now - 60);
	let checkpoint = await begun();
	const seen = new Set<string>();
	for (let polls = 0; polls < 12; polls++) {
		const { after, met } = await poll(checkpoint, { looksBeside: true });
		expect(requests).toContain('newest 1');
		expect(requests.length).toBeLessThanOrEqual(2);
		expect(met.length).toBeGreaterThanOrEqual(PAGE);
		for (const request of requests) seen.add(request);
		checkpoint = after;
	}
	expect([...seen]).toContain('newest 2');
	expect([...seen]).toContain('newest 10');
});

describe.each(['last', 'newest'] as const)('one without a date, sorted %s', (where) => {
	it.each([true, false])('is found (total: %s)', async (isTold) => {
		[undated, hasTotal] = [where, isTold];
		if (where === 'last' && !isTold) return;
		add(95, now - 60);
		const checkpoint = await begun();
		const ids = add(1, null);
		const first = await pollOn(checkpoint, 25);
		expect(first.ids).toEqual(ids);
		const more = [...add(1), ...add(1, null)];
		expect((await pollOn(first.checkpoint, 25)).ids.sort()).toEqual(more.sort());
	});
});

it('an earlier moment to start from gives what was created since, from the oldest on', async () => {
	add(95, now - 60);
	const checkpoint = listFrom(now - 60 - 44);
	expect((await pollOn(checkpoint, 2, { batch: 20 })).ids).toEqual(
		rows.slice(50).map(({ id }) => id),
	);
});

describe('what it costs', () => {
	/** Sixty known records on full pages, and so many new ones. */
	async function backlogOf(count: number, given: Partial<Limits> = {}) {
		add(60, now - 60);
		const checkpoint = await begun();
		now += 300;
		const ids = add(count);
		return { ids, first: await poll(checkpoint, given) };
	}

	it('to read on from the newest when all that is new fits into the poll', async () => {
		const { ids, first } = await backlogOf(25);
		expect(first).toMatchObject({ ids, requests: ['newest 1', 'newest 2', 'newest 3'] });
		expect(first.after).toMatchObject({ accounted: 85, deeper: 0, look: 2 });
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
		const second = await poll(first.after, { batch: 20 });
		expect(second).toMatchObject({ ids: ids.slice(20, 40), requests: ['oldest 9', 'oldest 10'] });
		const third = await poll(second.after, { batch: 20 });
		expect(third).toMatchObject({ ids: ids.slice(40), requests: ['oldest 11'] });
		expect(third.after).toMatchObject({
			backlog: undefined,
			accounted: 105,
			look: 2,
			isLookNext: false,
		});
		expect(await poll(third.after, { batch: 20 })).toMatchObject({
			ids: [],
			requests: ['newest 1'],
		});
	});

	it('to leave the page that does not fit in whole to the next poll', async () => {
		add(55, now - 60);
		const checkpoint = await begun();
		now += 300;
		const ids = add(45);
		const first = await poll(checkpoint, { batch: 18 });
		expect(first).toMatchObject({ ids: ids.slice(0, 15) });
		expect(requests).toEqual(['newest 1', 'oldest 6', 'oldest 7']);
		const second = await poll(first.after, { batch: 18 });
		expect(second.ids).toEqual(ids.slice(15, 25));
		expect(requests).toEqual(['oldest 8']);
	});

	it('to take a part of a page where the batch is smaller than a page', async () => {
		const { ids, first } = await backlogOf(12, { batch: 4 });
		expect(first.ids).toEqual(ids.slice(0, 4));
		expect(first.after.backlog).toMatchObject({ page: 7, isFound: true });
		const { batches } = await pollOn(first.after, 1, { batch: 4 });
		expect(batches).toEqual([ids.slice(4, 8), ids.slice(8)]);
	});

	it('to find where a backlog begins without totals, by halving', async () => {
		hasTotal = false;
		const { ids, first } = await backlogOf(45);
		expect(first.ids).toEqual(ids);
		expect(first.after.accounted).toBeUndefined();
		const searched = requests.filter((request) => request.startsWith('oldest'));
		expect(searched.slice(0, 4)).toEqual(['oldest 1', 'oldest 2', 'oldest 4', 'oldest 8']);
		expect((await pollOn(first.after)).ids).toEqual([]);
	});

	it('to go past a full page of what is dated ahead', async () => {
		add(60, now - 60);
		const checkpoint = await begun();
		add(10, now + 5000);
		const first = await pollOn(checkpoint, 1);
		expect(first.ids).toHaveLength(10);
		now += 1;
		const [id = 0] = add(1);
		const next = await poll(first.checkpoint);
		expect(next.ids).toEqual([id]);
		expect(requests.slice(0, 2)).toEqual(['newest 1', 'newest 2']);
	});

	it('no more than twenty pages of what is dated ahead, and no more than fit', async () => {
		add(60, now - 60);
		const checkpoint = await begun();
		now += 1;
		add(250, now + 5000);
		await poll(checkpoint);
		const top = Array.from({ length: 20 }, (_, page) => `newest ${page + 1}`);
		expect(requests.slice(0, 21)).toEqual([...top, 'newest 2']);
		await poll(checkpoint, allowing(4));
		expect(requests.slice(0, 4)).toEqual(['newest 1', 'newest 2', 'newest 3', 'newest 4']);
	});

	it('only the first page when all on it is dated now', async () => {
		add(60, now - 60);
		const checkpoint = await begun();
		const ids = Array.from({ length: 10 }, () => add(1)[0] ?? 0);
		const first = await poll(checkpoint);
		expect(first.ids).toEqual(ids);
		expect(requests).toEqual(['newest 1']);
	});

	it('to look at the end of the list when something is missing after all', async () => {
		add(95, now - 60);
		const checkpoint = await begun();
		const [hidden = 0] = add(1, null);
		const first = await poll(checkpoint);
		expect(first.ids).toEqual([hidden]);
		expect(requests).toContain('newest 10');
	});

	it('nothing more when what was there left, until its number is explained', async () => {
		add(95, now - 60);
		const checkpoint = await begun();
		rows.splice(10, 5);
		const first = await poll(checkpoint);
		expect(first).toMatchObject({ ids: [], after: { accounted: 90, deeper: 0 } });
		expect(await poll(first.after)).toMatchObject({ ids: [], after: { accounted: 90 } });
		expect(requests).toHaveLength(1);
	});
});

it('a backlog since an earlier moment is counted, so that nothing hides afterwards', async () => {
	add(95, now - 60);
	const { checkpoint, ids } = await pollOn(listFrom(now - 60 - 44), 1, { batch: 20 });
	expect(ids).toHaveLength(45);
	expect(checkpoint.accounted).toBe(95);
	const late = add(1, now - 90);
	expect((await pollOn(checkpoint, 2)).ids).toEqual(late);
});

it('of a list that is shorter than it was everything is still known', async () => {
	add(30, now - 60);
	const checkpoint = await begun();
	rows.splice(0, 25);
	const first = await poll(checkpoint);
	expect(first).toMatchObject({ ids: [], after: { pageSize: PAGE, accounted: 5 } });
	now += 60;
	const ids = add(3);
	expect(await poll(first.after)).toMatchObject({ ids, requests: ['newest 1'] });
});
