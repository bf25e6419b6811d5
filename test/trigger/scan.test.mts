import { beforeEach, describe, expect, it } from 'vitest';

import type { ListPage } from '../../nodes/shared/lists/page.ts';
import type { ReadPage } from '../../nodes/VideoSubscriptionTrigger/lists/walk.ts';
import { type Window, windowFrom } from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';
import { readNew, windowNow } from '../../nodes/VideoSubscriptionTrigger/lists/scan.ts';

const NOON = Date.UTC(2026, 0, 1, 12) / 1000;
const MINUTE = 60;
const HOUR = 3600;

/** The present time in seconds. */
let now: number;

/** The creation times of the records by ID, unordered. */
let records: Map<number, number>;

/** The pages that the present poll has read. */
let pages: number[];

/** How many requests fit into a poll. */
let affordable: number;

let batch: number;

let total: 'all' | 'absent';

/** Called with the number of a page before it is read. */
let beforePage: (page: number) => void;

let window: Window;

beforeEach(() => {
	now = NOON;
	records = new Map();
	pages = [];
	affordable = Infinity;
	batch = 1000;
	total = 'absent';
	beforePage = () => {};
});

const recordOf = ([id, at]: [number, number]) => ({
	id,
	created_at: new Date(at * 1000).toISOString(),
});

/** Reads a page of ten records, newest first. */
const read: ReadPage = async (page): Promise<ListPage> => {
	beforePage(page);
	pages.push(page);
	const sorted = [...records].sort(([a, atA], [b, atB]) => atB - atA || b - a);
	return {
		records: sorted.slice((page - 1) * 10, page * 10).map(recordOf),
		next: page * 10 < sorted.length ? 'next' : undefined,
		total: total === 'all' ? sorted.length : undefined,
	};
};

const limits = () => ({
	clock: { startedAt: now },
	budget: { has: () => pages.length < affordable },
});

async function begin(): Promise<void> {
	window = (await windowNow(limits(), read)).after;
	pages = [];
}

/** Polls once, with a copy of the window, and returns the IDs of the new records, newest first. */
async function poll(seconds = MINUTE): Promise<number[]> {
	now += seconds;
	pages = [];
	const { fresh, after } = await readNew(limits(), read, structuredClone(window), batch);
	window = after;
	return fresh.map(({ id }) => id);
}

/** Adds records `step` seconds apart, the last one now, and returns their IDs. */
function add(count: number, firstId: number, step = 1): number[] {
	const ids = Array.from({ length: count }, (_, index) => firstId + index);
	for (const [index, id] of ids.entries()) records.set(id, now - (count - 1 - index) * step);
	return ids;
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

describe('the first scan', () => {
	it('reads as many pages as fit into the poll, and no older record is new', async () => {
		add(500, 1);
		affordable = 3;
		now += 1;
		window = (await windowNow(limits(), read)).after;
		expect(pages).toEqual([1, 2, 3]);
		affordable = Infinity;
		add(1, 100);
		expect(await poll()).toEqual([100]);
	});
});

describe('a later scan', () => {
	beforeEach(async () => {
		add(500, 1, HOUR);
		await begin();
	});

	it('finds a record that is listed two minutes late', async () => {
		now += HOUR;
		add(12, 1000);
		await poll();
		records.set(2000, now - 119);
		expect(await poll()).toEqual([2000]);
	});

	it('finds a record that is listed nine minutes late in the next poll', async () => {
		await poll(HOUR);
		add(15, 1000);
		await poll();
		await poll(HOUR / 2);
		records.set(2000, now - 9 * MINUTE);
		expect(await poll()).toEqual([2000]);
	});

	it('finds a record that moved to another page during the scan', async () => {
		now += HOUR;
		const ids = add(25, 1000);
		beforePage = (page) => {
			if (page === 2) records.delete(500);
			if (page === 2) records.delete(1024);
		};
		const found = await poll();
		beforePage = () => {};
		for (let polls = 0; polls < 11; polls++) found.push(...(await poll()));
		expect(sorted(found)).toEqual(ids);
	});

	it('reads the previous page again when the total shrank', async () => {
		total = 'all';
		now += HOUR;
		const ids = add(25, 1000);
		beforePage = (page) => {
			if (page === 2) records.delete(1024);
		};
		expect(sorted(await poll())).toEqual(ids);
	});
});

describe('a record that does not fit into a poll', () => {
	beforeEach(async () => {
		add(500, 1, HOUR);
		await begin();
		now += HOUR;
	});

	it.each([
		{ size: 20, requests: Infinity },
		{ size: 7, requests: Infinity },
		{ size: 1000, requests: 2 },
		{ size: 1000, requests: 1 },
	])(
		'is found once by a later one (batches of $size, $requests requests)',
		async ({ size, requests }) => {
			batch = size;
			affordable = requests;
			const ids = add(95, 1000);
			const found: number[] = [];
			for (let polls = 0; polls < 30; polls++) {
				const some = await poll();
				expect(some.length).toBeLessThanOrEqual(size);
				found.push(...some);
			}
			expect(sorted(found)).toEqual(ids);
		},
	);

	it('is found when it is older than an hour and newer records leave the list', async () => {
		batch = 20;
		now += 95 * HOUR;
		const ids = add(95, 1000, HOUR);
		const found: number[] = [];
		for (let polls = 0; polls < 6; polls++) {
			const some = await poll();
			found.push(...some);
			for (const id of some.slice(0, 15)) records.delete(id);
		}
		expect(sorted(found)).toEqual(ids);
	});

	it('is found when it moved up by several pages since the previous poll', async () => {
		batch = 30;
		now += 95 * HOUR;
		const ids = add(95, 1000, HOUR);
		const found = await poll();
		for (const id of found) records.delete(id);
		batch = 1000;
		found.push(...(await poll()));
		expect(pages.slice(0, 3)).toEqual([3, 2, 1]);
		expect(sorted(found)).toEqual(ids);
	});

	it('is found after newer records', async () => {
		batch = 7;
		records = new Map(
			Array.from({ length: 10 }, (_, index) => [index + 1, now + ((index * 7) % 10)]),
		);
		const moments = (ids: number[]) => ids.map((id) => records.get(id));
		const newestFirst = [...records.values()].sort((a, b) => b - a);
		expect(moments([...(await poll()), ...(await poll(1))])).toEqual(newestFirst);
	});
});

it('a batch takes the newest records of a page that is in no order', async () => {
	batch = 2;
	const order = [2, 4, 1, 3];
	const unordered: ReadPage = async () =>
		await Promise.resolve({
			records: order.map((id) => recordOf([id, NOON + id])),
			next: undefined,
			total: 4,
		});
	const { fresh } = await readNew(limits(), unordered, windowFrom(NOON), batch);
	expect(fresh.map(({ id }) => id)).toEqual([4, 3]);
});

it('the scan remembers at most a thousand IDs once all records are read', async () => {
	await begin();
	for (let hours = 0; hours < 3; hours++) {
		now += HOUR;
		const ids = add(3000, 1000 + hours * 10_000, 1);
		const found: number[] = [];
		for (let polls = 0; polls < 6; polls++) found.push(...(await poll()));
		expect(sorted(found)).toEqual(ids);
		expect(window.seen.size).toBeLessThanOrEqual(1001);
	}
});
