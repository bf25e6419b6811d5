import { beforeEach, describe, expect, it } from 'vitest';

import type { ListPage } from '../../nodes/shared/lists/page.ts';
import type { ReadPage } from '../../nodes/VideoSubscriptionTrigger/lists/walk.ts';
import { type Window, windowFrom } from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';
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

let batch: number;

let window: Window;

beforeEach(() => {
	now = NOON;
	records = new Map();
	pages = [];
	affordable = Infinity;
	batch = 1000;
});

const recordOf = ([id, at]: [number, number]) => ({
	id,
	created_at: new Date(at * 1000).toISOString(),
});

/** Reads a page of ten records, newest first. */
const read: ReadPage = async (page): Promise<ListPage> => {
	pages.push(page);
	const sorted = [...records].sort(([a, atA], [b, atB]) => atB - atA || b - a);
	return {
		records: sorted.slice((page - 1) * 10, page * 10).map(recordOf),
		next: page * 10 < sorted.length ? 'next' : undefined,
		total: undefined,
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
async function poll(seconds = MINUTE_SECONDS): Promise<number[]> {
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

it.each([1, 0])(
	'the first scan reads as many pages as fit into the poll, and no older record is new (one each %i seconds)',
	async (step) => {
		add(500, 1, step);
		affordable = 3;
		now += 1;
		window = (await windowNow(limits(), read)).after;
		expect(pages).toEqual([1, 2, 3]);
		affordable = Infinity;
		add(1, 1000);
		expect(await poll()).toEqual([1000]);
	},
);

describe('a record that does not fit into a poll', () => {
	beforeEach(async () => {
		add(500, 1, HOUR_SECONDS);
		await begin();
		now += HOUR_SECONDS;
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
		now += 95 * HOUR_SECONDS;
		const ids = add(95, 1000, HOUR_SECONDS);
		const found: number[] = [];
		for (let polls = 0; polls < 6; polls++) {
			const some = await poll();
			found.push(...some);
			for (const id of some.slice(0, 15)) records.delete(id);
		}
		expect(sorted(found)).toEqual(ids);
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

it.each([1, 0.1])(
	'the scan remembers at most a thousand IDs once all records are read (one each %d seconds)',
	async (step) => {
		await begin();
		now += HOUR_SECONDS;
		const ids = add(3000, 1000, step);
		const found: number[] = [];
		for (let polls = 0; polls < 5; polls++) found.push(...(await poll()));
		expect(sorted(found)).toEqual(ids);
		expect(window.seen.size).toBeLessThanOrEqual(1001);
	},
);
