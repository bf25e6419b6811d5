// What a window of a list keeps after a scan, and what it begins with.
import { beforeEach, describe, expect, it } from 'vitest';

import type { Page } from '../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import {
	closedWindow,
	OVERLAP,
	type PausedScan,
	pausedWindow,
	trimmedWindow,
	type Window,
	windowFrom,
	windowNow,
} from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';

const NOON = Date.UTC(2026, 0, 1, 12) / 1000;
const HOUR = 3600;

let window: Window;

beforeEach(() => {
	window = windowFrom(NOON - 9 * HOUR);
});

/** Lets the window have seen `count` records, one a second, the first one at `at`. */
function see(count: number, at: number): void {
	for (let index = 0; index < count; index++) window.seen.set(window.seen.size + 1, at + index);
}

describe('windowNow', () => {
	/** Returns the window of a list that has these pages, newest first; the last page lacks `missing` records. */
	async function windowOf(pages: number[][], missing = 0, affordable = 9) {
		const read: number[] = [];
		const readPage = async (number: number): Promise<Page> => {
			read.push(number);
			const isLast = number === pages.length;
			const entries = (pages[number - 1] ?? []).map((at) => ({ id: NOON - at + 1, at, row: {} }));
			return { entries, isLast, missing: isLast ? missing : 0 };
		};
		const limits = { batch: 1, now: () => NOON, mayRead: () => read.length < affordable };
		const { after } = await windowNow(readPage, limits);
		return { read, after };
	}

	it('goes back by an hour, and has seen the records of that hour', async () => {
		const { read, after } = await windowOf([
			[NOON, NOON - 60],
			[NOON - HOUR, NOON - HOUR - 1],
			[0],
		]);
		expect(read).toEqual([1, 2]);
		expect(after).toMatchObject({ since: NOON - HOUR, lastScanAt: NOON, lastFullScanAt: NOON });
		expect([...after.seen.values()]).toEqual([NOON, NOON - 60, NOON - HOUR]);
	});

	it('goes back by an hour also when the list is empty', async () => {
		expect((await windowOf([[]])).after).toMatchObject({ since: NOON - HOUR });
	});

	it.each([
		{ affordable: 9, read: [1, 2, 3], since: NOON - 2 },
		{ affordable: 2, read: [1, 2], since: NOON - 1 },
		{ affordable: 1, read: [1], since: NOON },
	])(
		'begins after the oldest record that was read when only $affordable pages fit',
		async ({ affordable, read, since }) => {
			const pages = [[NOON - 1], [NOON - 2], [NOON - 3], [NOON - 4]];
			const result = await windowOf(pages, 0, affordable);
			expect([result.read, result.after.since]).toEqual([read, since]);
		},
	);

	it('begins after the oldest record of a list that is shorter than its total', async () => {
		const { after } = await windowOf([[NOON - 60], [NOON - 120]], 1);
		expect(after.since).toBe(NOON - 119);
		expect([...after.seen.values()]).toEqual([NOON - 60]);
		expect((await windowOf([[]], 1)).after.since).toBe(NOON);
	});
});

describe('closedWindow', () => {
	const closed = (from = window.since, startedAt = NOON) => closedWindow(window, startedAt, from);

	it('after a full scan begins an hour before the full scan before it', () => {
		window.lastFullScanAt = NOON - 600;
		see(40, NOON - 8 * HOUR);
		see(40, NOON - 60);
		const after = closed();
		expect(after).toMatchObject({
			since: NOON - 600 - OVERLAP,
			lastScanAt: NOON,
			lastFullScanAt: NOON,
			scan: { kind: 'complete' },
		});
		expect(after.seen.size).toBe(40);
	});

	it('after a scan of its newer part begins where it did', () => {
		window.lastFullScanAt = NOON - 600;
		see(40, NOON - 8 * HOUR);
		const after = closed(window.since + 1);
		expect(after).toMatchObject({
			since: window.since,
			lastScanAt: NOON,
			lastFullScanAt: NOON - 600,
		});
		expect(after.seen.size).toBe(40);
	});

	it('keeps all records while fewer than 20 have been seen', () => {
		window.lastFullScanAt = NOON - 600;
		see(19, NOON - 8 * HOUR);
		expect(closed()).toMatchObject({ since: window.since, seen: { size: 19 } });
	});

	it('does not count records with a future date among the seen ones', () => {
		window.lastFullScanAt = NOON - 600;
		see(19, NOON - 8 * HOUR);
		see(19, NOON + HOUR);
		expect(closed()).toMatchObject({ since: window.since, seen: { size: 38 } });
	});

	it('keeps at most a thousand records, unless more are of one second', () => {
		see(1500, NOON - 1500);
		const after = closed();
		expect(after.seen.size).toBe(1000);
		expect(after.since).toBe(NOON - 1000);
		window = windowFrom(NOON - 9 * HOUR);
		for (let id = 1; id <= 1500; id++) window.seen.set(id, NOON);
		expect(closed()).toMatchObject({ since: NOON, seen: { size: 1500 } });
	});

	it('does not take back the time of the full scan when the clock was set back', () => {
		window.lastFullScanAt = NOON + HOUR;
		expect(closed(window.since + 1).lastFullScanAt).toBe(NOON);
	});

	it('forgets that the list was shorter than its total', () => {
		window.shortSince = NOON - 60;
		expect(closed()).not.toHaveProperty('shortSince');
	});
});

describe('pausedWindow', () => {
	it('keeps the scan, and what has been seen in the part that is still to be read', () => {
		const [from, upTo] = [NOON - 8 * HOUR, NOON - 7 * HOUR];
		const scan: PausedScan = { kind: 'paused', page: 3, startedAt: NOON, from, upTo };
		window.shortSince = NOON - 60;
		see(3, from - 1);
		see(3, upTo - 1);
		see(1000, NOON - 1000);
		const after = pausedWindow(window, scan);
		expect(after).toMatchObject({ scan, since: upTo + 2, shortSince: NOON - 60 });
		const kept = [...after.seen.values()].filter((at) => at < after.since);
		expect(kept).toEqual([from, from + 1, upTo - 1, upTo]);
	});
});

describe('trimmedWindow', () => {
	it('keeps the newest records, and begins with the oldest of them', () => {
		see(5, NOON - 5);
		const after = trimmedWindow(window, NOON, 3);
		expect([...after.seen.values()]).toEqual([NOON - 3, NOON - 2, NOON - 1]);
		expect(after.since).toBe(NOON - 3);
	});

	it('stays the same while it has room', () => {
		see(3, NOON - 5);
		expect(trimmedWindow(window, NOON, 3)).toEqual(window);
	});

	it('never begins in the future', () => {
		see(5, NOON + HOUR);
		expect(trimmedWindow(window, NOON, 3).since).toBe(NOON);
	});
});
