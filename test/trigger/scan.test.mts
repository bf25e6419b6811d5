import { beforeEach, describe, expect, it } from 'vitest';

import type { ListPage } from '../../nodes/shared/lists/page.ts';
import type { ReadPage } from '../../nodes/VideoSubscriptionTrigger/lists/walk.ts';
import {
	closedWindow,
	type Window,
	windowFrom,
} from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';
import { readNew, windowNow } from '../../nodes/VideoSubscriptionTrigger/lists/scan.ts';

const NOON = Date.UTC(2026, 0, 1, 12) / 1000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** The present time in seconds. */
let now: number;

/** The creation times of the records by ID, unordered. */
let records: Map<number, number>;

/** The pages that the present poll has read. */
let pages: number[];

/** How many requests fit into a poll. */
let affordable: number;

let window: Window;

beforeEach(() => {
	now = NOON;
	records = new Map();
	pages = [];
	affordable = Infinity;
});

const recordOf = ([id, at]: [number, number]) => ({
	id,
	created_at: new Date(at * 1000).toISOString(),
});

/** The records as the present poll sees them. */
let newestFirst: Array<[number, number]> | undefined;

/** Reads a page of ten records, newest first. */
const read: ReadPage = async (page): Promise<ListPage> => {
	pages.push(page);
	newestFirst ??= [...records].sort(([a, atA], [b, atB]) => atB - atA || b - a);
	return {
		records: newestFirst.slice((page - 1) * 10, page * 10).map(recordOf),
		next: page * 10 < newestFirst.length ? 'next' : undefined,
		total: undefined,
	};
};

const limits = () => ({
	clock: { startedAt: now },
	budget: { has: () => pages.length < affordable },
});

async function begin(): Promise<void> {
	newestFirst = undefined;
	window = (await windowNow(limits(), read)).after;
	pages = [];
}

/** Polls once, with a copy of the window, and returns the IDs of the new records, oldest first. */
async function poll(seconds = MINUTE_SECONDS): Promise<number[]> {
	now += seconds;
	pages = [];
	newestFirst = undefined;
	const { fresh, after } = await readNew(limits(), read, structuredClone(window));
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

it.each([1, 0])(
	'the first scan reads as many pages as fit into the poll, and no older record is new (one each %i seconds)',
	async (step) => {
		add(500, 1, step);
		affordable = 3;
		now += 1;
		newestFirst = undefined;
		window = (await windowNow(limits(), read)).after;
		expect(pages).toEqual([1, 2, 3]);
		affordable = Infinity;
		add(1, 1000);
		expect(await poll()).toEqual([1000]);
	},
);

it.each([1, 2, 3, 7])(
	'the records of a scan that takes several polls of %i requests are found at its end, oldest first',
	async (requests) => {
		add(500, 1, HOUR_SECONDS);
		await begin();
		now += HOUR_SECONDS;
		affordable = requests;
		const ids = add(95, 1000);
		const found: number[][] = [];
		for (let polls = 0; polls < 30; polls++) found.push(await poll());
		expect(found.filter(({ length }) => length > 0)).toEqual([ids]);
	},
);

it('a record that leaves the list during a scan of several polls hides none', async () => {
	add(500, 1, HOUR_SECONDS);
	await begin();
	now += 95 * HOUR_SECONDS;
	affordable = 3;
	const ids = add(95, 1000, HOUR_SECONDS);
	const found: number[] = [];
	for (let polls = 0; polls < 12; polls++) {
		found.push(...(await poll()));
		for (const id of ids.slice(-5 * (polls + 1))) records.delete(id);
	}
	expect(found).toEqual(ids);
});

it('the new records of a page that is in no order come oldest first', async () => {
	const order = [2, 4, 1, 3];
	const unordered: ReadPage = async () =>
		await Promise.resolve({
			records: order.map((id) => recordOf([id, NOON + id])),
			next: undefined,
			total: 4,
		});
	const { fresh } = await readNew(limits(), unordered, windowFrom(NOON));
	expect(fresh.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

describe.each([1, 0])('12,000 new records, one each %d seconds', (step) => {
	it.each([Infinity, 300])(
		'are found once, oldest first, with %d requests a poll',
		async (requests) => {
			await begin();
			now += 4 * HOUR_SECONDS;
			affordable = requests;
			const ids = add(12_000, 1000, step);
			const found: number[][] = [];
			for (let polls = 0; polls < 30 && found.flat().length < ids.length; polls++) {
				found.push(await poll());
			}
			const times = found.flat().map((id) => records.get(id) ?? 0);
			expect(times).toEqual(times.toSorted((a, b) => a - b));
			expect(sorted(found.flat()).join()).toBe(ids.join());
			expect(Math.max(...found.map(({ length }) => length))).toBe(5000);
		},
	);
});

it('the records that a part of a scan leaves are found by the next one, although its last part finds none', async () => {
	add(30, 1, HOUR_SECONDS);
	await begin();
	now += 3 * HOUR_SECONDS;
	const ids = add(10_010, 1000);
	now += 12 * HOUR_SECONDS;
	// The first part reads all new records, from the tenth page on each page twice, and not the end of the list.
	affordable = 1992;
	const found: number[][] = [];
	for (let polls = 0; polls < 7; polls++) found.push(await poll());
	expect(found.flat()).toEqual(ids);
});

it('the window forgets records that are older than the scan before, and ten minutes', async () => {
	await begin();
	now += HOUR_SECONDS;
	add(3000, 1000);
	await poll();
	expect(window.seen.size).toBe(3000);
	await poll(HOUR_SECONDS);
	await poll(HOUR_SECONDS);
	expect(window.seen.size).toBe(0);
});

describe('during an import, each twentieth record is listed late', () => {
	const A_MINUTE = 150;

	it('and is found once', async () => {
		await begin();
		const hidden: Array<{ id: number; at: number; listedAt: number }> = [];
		const found: number[] = [];
		const ids: number[] = [];
		for (let minute = 0; minute < 40; minute++) {
			for (let count = 0; minute < 25 && count < A_MINUTE; count++) {
				const id = 1000 + ids.length;
				const at = now + Math.floor((count * MINUTE_SECONDS) / A_MINUTE);
				ids.push(id);
				if (id % 20 === 0) hidden.push({ id, at, listedAt: at + 9 * MINUTE_SECONDS });
				else records.set(id, at);
			}
			now += MINUTE_SECONDS;
			for (const { id, at, listedAt } of hidden) if (listedAt <= now) records.set(id, at);
			found.push(...(await poll(0)));
		}
		expect(sorted(found)).toEqual(ids);
	});
});

it.each([
	['that has read everything', 100, undefined, 2000],
	['that has left records', 100, 500, 100],
	['that is the first one, and has left records', undefined, 500, undefined],
])('a scan %s after one at %s is counted only if it is whole', (_, before, cutAt, scannedAt) => {
	const window = { ...windowFrom(0), ...(before !== undefined && { scannedAt: before }) };
	expect(closedWindow(window, 2000, cutAt).scannedAt).toBe(scannedAt);
});
