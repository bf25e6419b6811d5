import type { Entry } from '../lists/entries';
import { assertWhole, type ReadPage } from '../lists/pages';
import { Walk } from '../lists/walk';

/*
 * The part of a list that polls remember, by the creation time of its records:
 *
 *    created ──────┬──────────────────────┬─────────────▶ later
 *                since           start of the latest scan
 *     never new    │◀──── OVERLAP ───────▶│
 *                  │     new unless its ID is in `seen`
 *
 * A scan reads the list from page 1, newest first, down to `since`. `since` is at most the start of the scan before, so that
 * two scans cover each record: it can move up to a page that the first one has read. A scan that does not fit into a poll
 * is paused:
 *
 *    created ──────┬──────────────────────┬─────────────▶ later
 *                from                   upTo
 *                  │◀──── to be read ────▶│◀──── read, `page` is next ──
 */

/** Seconds by which a record may appear in lists later than it was created. */
export const OVERLAP = 600;

/** Maximum number of seen IDs that are kept, so that the saved state stays small. */
const MAX_SEEN = 1000;

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
	/** The start of the latest complete scan. */
	scannedAt?: number;
	scan: PausedScan | { kind: 'complete' };
}

/** The limits of one poll. */
export interface Limits {
	/** Maximum number of new records. */
	batch: number;
	/** The time of the first response, in seconds, by the service's clock. */
	startedAt: () => number;
	/** Whether one more request fits into this poll. */
	mayRead: () => boolean;
}

export interface Reading {
	/** The new records. */
	fresh: Entry[];
	/** All records that were read. */
	read: Entry[];
	after: Window;
	/** Whether the list goes on after the records that were read. */
	isCut?: boolean;
}

/** Returns a window in which every record created since `since` is new. */
export function windowFrom(since: number): Window {
	return { since, seen: new Map(), scan: { kind: 'complete' } };
}

/**
 * Returns a window in which the listed records are seen. Unlisted records of the overlap are new, because they may appear
 * late.
 *
 * @param isWhole whether to read the whole list, as far as the poll allows
 * @throws InvalidResponseError when the list ends far before its `total`: what it lacks would be new later
 */
export async function windowNow(
	read: ReadPage,
	{ startedAt, mayRead }: Omit<Limits, 'batch'>,
	isWhole = false,
): Promise<Reading> {
	const entries: Entry[] = [];
	let isCut = true;
	let isThrough = false;
	for await (const page of new Walk(read, mayRead).pages()) {
		assertWhole(page);
		entries.push(...page.entries);
		isCut = !page.isLast;
		isThrough = page.isLast || page.entries.some(({ at }) => at < startedAt() - OVERLAP);
		if (isThrough && !isWhole) break;
	}
	const oldest = entries.reduce((least, { at }) => Math.min(least, at), startedAt());
	const since = isThrough ? startedAt() - OVERLAP : Math.min(startedAt(), oldest + 1);
	const seen = new Map(entries.filter(({ at }) => at >= since).map(({ id, at }) => [id, at]));
	const after: Window = { ...windowFrom(since), seen, scannedAt: startedAt() };
	return { fresh: [], read: entries, after, isCut };
}

/**
 * Returns the window after a complete scan that began at `startedAt`. With more than `maxSeen` records since the start of
 * the window, it begins with the oldest of the newest ones.
 */
export function closedWindow(window: Window, startedAt: number, maxSeen = MAX_SEEN): Window {
	const since = Math.max(window.since, Math.min(startedAt - OVERLAP, window.scannedAt ?? 0));
	const closed: Window = { ...window, since, scannedAt: startedAt, scan: { kind: 'complete' } };
	return trimmedWindow(closed, startedAt, maxSeen);
}

/**
 * Returns the window with at most `maxSeen` IDs, and those in the range that a paused scan has not read yet. Other records
 * older than the oldest of them are no longer new.
 */
export function trimmedWindow(window: Window, now: number, maxSeen = MAX_SEEN): Window {
	const { seen, scan } = window;
	const excess = [...seen.values()].sort((a, b) => b - a)[maxSeen];
	const since = Math.max(window.since, excess === undefined ? 0 : Math.min(now, excess + 1));
	const isUnread = (at: number) => scan.kind === 'paused' && at >= scan.from && at <= scan.upTo;
	const kept = [...seen].filter(([, at]) => at >= since || isUnread(at));
	return { ...window, since, seen: new Map(kept) };
}
