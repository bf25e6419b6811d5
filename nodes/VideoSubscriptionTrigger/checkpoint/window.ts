import type { Entry } from '../lists/entries';

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

/** Seconds by which a record may appear in lists later than it was created (docs/developers/service.md, Lists). */
export const OVERLAP = 600;

/** The records of a list that are known between polls. Times in seconds, by the service's clock. */
export interface Window {
	/** The start of the window. A record created earlier is never new. */
	since: number;
	/** By ID, the creation time of each record since `since` that was delivered, or existed at the activation. */
	seen: Map<number, number>;
	/** The start of the latest complete scan. */
	scannedAt?: number;
	/** The latest scan. One that did not fit into a poll is paused. */
	scan:
		| { kind: 'complete' }
		| {
				kind: 'paused';
				/** The next page to read. */
				page: number;
				startedAt: number;
				/** The creation time down to which the scan goes. */
				from: number;
				/** All records created after this time have been read. */
				upTo: number;
				/** The new records so far. They are delivered when the scan has ended, because older ones may follow. */
				found?: Entry[];
				/** The creation time of the oldest new record that was left to a later scan, if any was. */
				cutAt?: number | undefined;
		  };
}

/** Returns a window in which every record created since `since` is new. */
export function windowFrom(since: number): Window {
	return { since, seen: new Map(), scan: { kind: 'complete' } };
}

export function isNew({ since, seen }: Window, { id, at }: Entry): boolean {
	return at >= since && !seen.has(id);
}

/** Returns the window in which records are seen as well. */
export function withSeen(window: Window, entries: Entry[]): Window {
	const times = entries.map(({ id, at }): [number, number] => [id, at]);
	return { ...window, seen: new Map([...window.seen, ...times]) };
}

/**
 * Returns the window after a scan that began at `startedAt` and has ended.
 *
 * @param cutAt the creation time of the oldest new record that the scan left to the next one; all older ones were read
 */
export function closedWindow(window: Window, startedAt: number, cutAt?: number): Window {
	const covered = cutAt ?? window.scannedAt ?? 0;
	const since = Math.max(window.since, Math.min(startedAt - OVERLAP, covered));
	const seen = new Map([...window.seen].filter(([, at]) => at >= since));
	const scannedAt = cutAt === undefined ? startedAt : window.scannedAt;
	const closed: Window = { ...window, since, seen, scan: { kind: 'complete' } };
	return scannedAt === undefined ? closed : { ...closed, scannedAt };
}
