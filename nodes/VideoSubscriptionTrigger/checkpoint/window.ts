import type { Entry, ReadPage } from './records';

/** Seconds: a record that is listed so much later than it is dated is found. */
export const OVERLAP = 3600;

/** Seen ids that are kept: always so many, and not more however many records an hour has. */
const MIN_SEEN = 20;
const MAX_SEEN = 1000;

/** Pages that publishing reads, unless even more are of this very second. */
const MOST_PAGES_AT_START = 3;

/** A scan through the list, newest first, that did not fit into a poll. */
export interface PausedScan {
	/** The page to go on with. */
	page: number;
	startedAt: number;
	/** Down to which moment it goes. */
	from: number;
	/** Everything later was read. */
	upTo: number;
}

/** What is known of a list between polls. Moments in seconds, by the service's clock. */
export interface Window {
	/** What is dated earlier is not new. */
	since: number;
	/** By id, the moment of each record from `since` on that was delivered, or there at the beginning. */
	seen: Map<number, number>;
	/** When the latest whole scan began, and the latest one that came down to `since`. */
	lastScanAt: number;
	lastFullScanAt: number;
	scan?: PausedScan;
}

/** What a reading is bound by. */
export interface Limits {
	/** How many new records are delivered at once. */
	batch: number;
	/** The moment of the latest answer, in seconds, by the service's clock. */
	now: () => number;
	/** Whether one more request fits into this poll. */
	mayRead: () => boolean;
}

export interface Reading {
	/** What is new. */
	fresh: Entry[];
	/** Everything that was read. */
	read: Entry[];
	after: Window;
}

/** Everything from a moment on is new. */
export function windowFrom(since: number): Window {
	return { since, seen: new Map(), lastScanAt: since, lastFullScanAt: since };
}

/** The beginning: what is there now is seen; the hour before counts because clocks step back. */
export async function windowNow(read: ReadPage, { now, mayRead }: Limits): Promise<Reading> {
	const entries: Entry[] = [];
	let startedAt: number | undefined;
	for (let number = 1; ; number++) {
		const page = await read(number);
		startedAt ??= now();
		entries.push(...page.entries);
		const oldest = Math.min(...page.entries.map(({ at }) => at));
		const isThrough = page.isLast || oldest < startedAt - OVERLAP;
		const isEnough = number >= MOST_PAGES_AT_START && oldest < startedAt;
		if (!isThrough && !isEnough && mayRead()) continue;
		const since = isThrough ? startedAt - OVERLAP : oldest + 1;
		const there = entries.filter(({ at }) => at >= since);
		const seen = new Map(there.map(({ id, at }) => [id, at]));
		return {
			fresh: [],
			read: entries,
			after: { since, seen, lastScanAt: startedAt, lastFullScanAt: startedAt },
		};
	}
}

/** From which moment on ids are kept, so that there are not too many; never one that is to come. */
function leastKept({ seen }: Window, now: number): number {
	const newestFirst = [...seen.values()].sort((a, b) => b - a);
	const first = newestFirst[MAX_SEEN];
	return first === undefined ? 0 : Math.min(now, first + 1);
}

/** After a part of a scan: of what it has not come to yet, all ids are kept. */
export function pausedWindow(window: Window, scan: PausedScan): Window {
	const since = Math.max(window.since, leastKept(window, scan.startedAt));
	const isKept = (at: number) => at >= since || (at >= scan.from && at <= scan.upTo);
	const seen = new Map([...window.seen].filter(([, at]) => isKept(at)));
	return { ...window, since, seen, scan };
}

/** After a whole scan from `startedAt` down to `from`: what may still be listed late is looked for again. */
export function closedWindow(window: Window, startedAt: number, from: number): Window {
	const { lastFullScanAt } = window;
	const isFull = from <= window.since;
	const past = [...window.seen.values()].filter((at) => at <= startedAt).sort((a, b) => b - a);
	// One wrong clock must not skip anything: not beyond records that are there.
	const leastSeen = (past[MIN_SEEN - 1] ?? -1) + 1;
	const overlap = isFull ? Math.min(lastFullScanAt - OVERLAP, leastSeen) : 0;
	const since = Math.max(window.since, overlap, leastKept(window, startedAt));
	return {
		since,
		seen: new Map([...window.seen].filter(([, at]) => at >= since)),
		lastScanAt: startedAt,
		lastFullScanAt: isFull ? startedAt : Math.min(lastFullScanAt, startedAt),
	};
}
