import type { Entry, ReadPage } from './records';

/*
 * The part of a list that polls remember, by the creation time of its records:
 *
 *    created ──────┬──────────────────────────┬──────────────┬─────────────▶ later
 *                since              lastScanAt − NEAR    lastScanAt
 *                  │                          │◀──────── each scan ─────────
 *                  │◀────── a full scan, every ten minutes ────────────────
 *     never new    │     new unless its ID is in `seen`
 *
 * A scan reads the list from page 1, newest first. A scan that does not fit into a poll is paused:
 *
 *    created ──────┬──────────────────────────┬────────────────────────────▶ later
 *                from                       upTo
 *                  │◀─────── to be read ──────│◀──── read, `page` is next ──
 */

/** Seconds by which a record may appear in lists later than it was created. */
export const OVERLAP = 3600;

/** Minimum and maximum number of seen IDs that are kept. */
const MIN_SEEN = 20;
const MAX_SEEN = 1000;

/** Maximum pages read while publishing, unless a single second fills more. */
const MAX_PAGES_AT_START = 3;

/** A scan that did not fit into a poll. */
export interface PausedScan {
	kind: 'paused';
	/** The next page to read. */
	page: number;
	startedAt: number;
	/** The creation time down to which the scan goes. */
	from: number;
	/** All records created after this time have been read. */
	upTo: number;
}

/** The records of a list that are known between polls. Times in seconds, by the service's clock. */
export interface Window {
	/** The start of the window. A record created earlier is never new. */
	since: number;
	/** By ID, the creation time of each record since `since` that was delivered, or existed at the activation. */
	seen: Map<number, number>;
	/** The start of the latest complete scan, and of the latest full scan. */
	lastScanAt: number;
	lastFullScanAt: number;
	scan: PausedScan | { kind: 'complete' };
	/** The first of the consecutive polls in which the list was shorter than its `total`. */
	shortSince?: number;
}

/** The limits of one poll. */
export interface Limits {
	/** Maximum number of new records. */
	batch: number;
	/** The time of the latest response, in seconds, by the service's clock. */
	now: () => number;
	/** Whether one more request fits into this poll. */
	mayRead: () => boolean;
}

export interface Reading {
	/** The new records. */
	fresh: Entry[];
	/** All records that were read. */
	read: Entry[];
	after: Window;
}

/** Returns a window in which every record created since `since` is new. */
export function windowFrom(since: number): Window {
	const scan = { kind: 'complete' } as const;
	return { since, seen: new Map(), lastScanAt: since, lastFullScanAt: since, scan };
}

/**
 * Returns a window in which the listed records are seen. Unlisted records of the last hour are new, because they may
 * appear late. If the list is shorter than its `total`, only records newer than its oldest one are new.
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

/** Returns the earliest creation time of the newest `max` IDs, at most `now`. */
function leastKept({ seen }: Window, now: number, max: number): number {
	const newestFirst = [...seen.values()].sort((a, b) => b - a);
	const first = newestFirst[max];
	return first === undefined ? 0 : Math.min(now, first + 1);
}

/** Returns the window after a part of a scan. Keeps all IDs in the range that has not been read yet. */
export function pausedWindow(window: Window, scan: PausedScan): Window {
	const since = Math.max(window.since, leastKept(window, scan.startedAt, MAX_SEEN));
	const seen = keptOf(window, (at) => at >= since || (at >= scan.from && at <= scan.upTo));
	return { ...window, since, seen, scan };
}

/** Filters the seen IDs by creation time. */
function keptOf({ seen }: Window, isKept: (at: number) => boolean): Window['seen'] {
	return new Map([...seen].filter(([, at]) => isKept(at)));
}

/** Returns the window with at most `maxSeen` IDs. Records older than the oldest of them are no longer new. */
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
	// A single wrong Date of the service must not move `since` past records that have not been delivered.
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
