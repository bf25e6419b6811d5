import type { Entry, ReadPage } from './records';

/*
 * What a poll remembers of a list, by the creation time of its records:
 *
 *    created ──────┬──────────────────────────┬──────────────┬─────────────▶ later
 *                since              lastScanAt − NEAR    lastScanAt
 *                  │                          │◀──────── each scan ─────────
 *                  │◀────── a full scan, every ten minutes ────────────────
 *     never new    │     new unless its ID is in `seen`
 *
 * A scan reads the list from page 1, newest first. One that does not fit into a poll is paused:
 *
 *    created ──────┬──────────────────────────┬────────────────────────────▶ later
 *                from                       upTo
 *                  │◀─────── to be read ──────│◀──── read, `page` is next ──
 */

/** Seconds: a record is found when it is listed so much later than it is dated. */
export const OVERLAP = 3600;

/** How many seen IDs are kept: at least so many, and at most so many however many records an hour has. */
const MIN_SEEN = 20;
const MAX_SEEN = 1000;

/** Maximum pages read while publishing, unless a single second fills more. */
const MAX_PAGES_AT_START = 3;

/** A scan that did not fit into a poll. */
export interface PausedScan {
	kind: 'paused';
	/** The page to go on with. */
	page: number;
	startedAt: number;
	/** The creation time down to which the scan goes. */
	from: number;
	/** Everything created later was read. */
	upTo: number;
}

/** What is known of a list between polls. Times in seconds, by the service's clock. */
export interface Window {
	/** A record created earlier is not new. */
	since: number;
	/** By ID, the creation time of each record from `since` on that was delivered, or there at the beginning. */
	seen: Map<number, number>;
	/** When the latest complete scan began, and the latest one down to `since`. */
	lastScanAt: number;
	lastFullScanAt: number;
	scan: PausedScan | { kind: 'complete' };
	/** Since when the list has ended before its `total` in each poll. */
	shortSince?: number;
}

/** What a reading is bound by. */
export interface Limits {
	/** How many new records are delivered at once. */
	batch: number;
	/** The time of the latest response, in seconds, by the service's clock. */
	now: () => number;
	/** Whether one more request fits into this poll. */
	mayRead: () => boolean;
}

export interface Reading {
	/** The new records. */
	fresh: Entry[];
	/** Everything that was read. */
	read: Entry[];
	after: Window;
}

/** Begins at a moment: everything created from then on is new. */
export function windowFrom(since: number): Window {
	const scan = { kind: 'complete' } as const;
	return { since, seen: new Map(), lastScanAt: since, lastFullScanAt: since, scan };
}

/**
 * Begins now: what the list shows is seen. What was created in the hour before counts as new, since clocks step back;
 * but where the list is shorter than its `total`, only what was created later than what it shows.
 */
export async function windowNow(read: ReadPage, { now, mayRead }: Limits): Promise<Reading> {
	const entries: Entry[] = [];
	let startedAt: number | undefined;
	for (let number = 1; ; number++) {
		const page = await read(number);
		startedAt ??= now();
		entries.push(...page.entries);
		const oldest = Math.min(...page.entries.map(({ at }) => at));
		const isShort = page.isLast && (page.missing ?? 0) > 0;
		const isThrough = (page.isLast && !isShort) || oldest < startedAt - OVERLAP;
		const isEnough = number >= MAX_PAGES_AT_START && oldest < startedAt;
		if (!isThrough && !isEnough && !isShort && mayRead()) continue;
		const since = isThrough ? startedAt - OVERLAP : Math.min(startedAt, oldestOf(entries) + 1);
		const there = entries.filter(({ at }) => at >= since);
		const seen = new Map(there.map(({ id, at }) => [id, at]));
		return {
			fresh: [],
			read: entries,
			after: { ...windowFrom(since), seen, lastScanAt: startedAt, lastFullScanAt: startedAt },
		};
	}
}

function oldestOf(entries: Entry[]): number {
	return entries.reduce((oldest, { at }) => Math.min(oldest, at), Infinity);
}

/** Returns from which creation time on IDs are kept, so that there are at most `max`; never a time to come. */
function leastKept({ seen }: Window, now: number, max: number): number {
	const newestFirst = [...seen.values()].sort((a, b) => b - a);
	const first = newestFirst[max];
	return first === undefined ? 0 : Math.min(now, first + 1);
}

/** Returns the window after a part of a scan. All IDs in the range that is still to be read are kept. */
export function pausedWindow(window: Window, scan: PausedScan): Window {
	const since = Math.max(window.since, leastKept(window, scan.startedAt, MAX_SEEN));
	const seen = keptOf(window, (at) => at >= since || (at >= scan.from && at <= scan.upTo));
	return { ...window, since, seen, scan };
}

/** Returns the IDs that are kept of those in `seen`, by their creation time. */
function keptOf({ seen }: Window, isKept: (at: number) => boolean): Window['seen'] {
	return new Map([...seen].filter(([, at]) => isKept(at)));
}

/** Returns the window with the newest IDs only: records as old as those that are forgotten are no longer new. */
export function trimmedWindow(window: Window, now: number, maxSeen: number): Window {
	const since = Math.max(window.since, leastKept(window, now, maxSeen));
	return { ...window, since, seen: keptOf(window, (at) => at >= since) };
}

/** Returns the window after a complete scan from `startedAt` down to `from`. */
export function closedWindow(
	window: Window,
	startedAt: number,
	from: number,
	maxSeen = MAX_SEEN,
): Window {
	const { lastFullScanAt } = window;
	const isFull = from <= window.since;
	const past = [...window.seen.values()].filter((at) => at <= startedAt).sort((a, b) => b - a);
	// A single wrong clock must skip nothing: never beyond records that are there.
	const leastSeen = (past[MIN_SEEN - 1] ?? -1) + 1;
	const overlap = isFull ? Math.min(lastFullScanAt - OVERLAP, leastSeen) : 0;
	const since = Math.max(window.since, overlap, leastKept(window, startedAt, maxSeen));
	return {
		since,
		seen: keptOf(window, (at) => at >= since),
		lastScanAt: startedAt,
		lastFullScanAt: isFull ? startedAt : Math.min(lastFullScanAt, startedAt),
		scan: { kind: 'complete' },
	};
}
