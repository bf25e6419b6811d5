import {
	closedWindow,
	OVERLAP,
	trimmedWindow,
	type Window,
	windowFrom,
	withSeen,
} from '../checkpoint/window';
import type { PollBudget } from '../pollBudget';
import type { ServiceClock } from '../serviceClock';
import { type Entry, unique } from './entries';
import { type ReadPage, walk } from './walk';

/**
 * The last page of a scan behind which the pages must show by their records that they are contiguous, when no total does: a
 * record that moved up from a page before it is found by the next scan, which covers the newest thousand records again.
 */
const MAX_UNCHECKED = 10;

/** What limits the scans of a poll. */
interface Bounds {
	budget: Pick<PollBudget, 'has'>;
	clock: Pick<ServiceClock, 'startedAt'>;
}

interface Reading {
	/** The new records. */
	fresh: Entry[];
	/** All records that were read. */
	read: Entry[];
	after: Window;
}

/**
 * Reads a list, at least as far as the overlap, and returns a window in which its records are seen. Unlisted records of
 * the overlap are new, because they may appear late.
 *
 * @param isWhole whether to read the whole list, as far as the poll allows
 * @returns `isCut` when the list goes on after the records that were read
 * @throws InvalidResponseError when the list is incomplete: what it lacks would be new later
 */
export async function windowNow({ budget, clock }: Bounds, readPage: ReadPage, isWhole = false) {
	const read: Entry[] = [];
	let isCut = true;
	for await (const page of walk(readPage, budget, isWhole ? { maxUnchecked: 1 } : {})) {
		read.push(...page.entries);
		isCut = !page.isLast;
		if (!isWhole && page.entries.some(({ at }) => at < clock.startedAt - OVERLAP)) break;
	}
	const { startedAt } = clock;
	const oldest = read.reduce((least, { at }) => Math.min(least, at), startedAt - 1);
	// Records of the overlap that were not read are old.
	const since = Math.max(startedAt - OVERLAP, isCut ? oldest + 1 : 0);
	const recent = read.filter(({ at }) => at >= since);
	const after = withSeen({ ...windowFrom(since), scannedAt: startedAt }, recent);
	return { read, after, isCut };
}

/** Scans a list, or the next part of it after a pause, newest first, down to the start of the window. */
async function scan(
	{ budget, clock }: Bounds,
	readPage: ReadPage,
	before: Window,
	maxRecords: number,
): Promise<Reading> {
	const paused = before.scan.kind === 'paused' ? before.scan : undefined;
	const from = paused?.from ?? before.since;
	// Unlike Infinity, JSON can represent it.
	const unreadUpTo = paused?.upTo ?? Number.MAX_SAFE_INTEGER;
	const seen = new Map(before.seen);
	const fresh: Entry[] = [];
	const read: Entry[] = [];
	const isUnread = ({ id, at }: Entry) => !seen.has(id) && at >= from && at <= unreadUpTo;
	const isKnown = paused && ((entry: Entry) => !isUnread(entry));
	let page = paused?.page ?? 1;
	let upTo = unreadUpTo;
	let isFinished = false;
	const options = { first: page, isKnown, maxUnchecked: MAX_UNCHECKED };
	for await (const shown of walk(readPage, budget, options)) {
		// A list by product holds a customer once for each plan (docs/service.md, Lists).
		const found = unique(shown.entries.filter(isUnread)).sort((a, b) => b.at - a.at);
		const fitting = found.slice(0, maxRecords - fresh.length);
		const isWhole = fitting.length === found.length;
		read.push(...shown.entries);
		fresh.push(...fitting);
		for (const { id, at } of fitting) seen.set(id, at);
		upTo = Math.min(upTo, ...(isWhole ? shown.entries : fitting).map(({ at }) => at));
		isFinished = isWhole && (shown.isLast || shown.entries.some(({ at }) => at < from));
		// A page with new entries is read again by the next poll, because later entries may have moved up to it.
		page = found.length > 0 ? shown.number : shown.number + 1;
		if (isFinished || fresh.length >= maxRecords) break;
	}
	const startedAt = paused?.startedAt ?? clock.startedAt;
	const window = { ...before, seen };
	const after = isFinished
		? closedWindow(window, startedAt)
		: trimmedWindow(
				{ ...window, scan: { kind: 'paused', page, startedAt, from, upTo } },
				startedAt,
			);
	return { fresh, read, after };
}

/**
 * Reads at most `maxRecords` new records of a list, newest first. Consecutive scans overlap, because records move between
 * pages and appear late. The next poll continues a paused scan, and then starts another one from page 1.
 *
 * @throws InvalidResponseError when the list is incomplete
 */
export async function readNew(
	bounds: Bounds,
	readPage: ReadPage,
	before: Window,
	maxRecords: number,
): Promise<Reading> {
	const first = await scan(bounds, readPage, before, maxRecords);
	const room = maxRecords - first.fresh.length;
	const isContinued = before.scan.kind === 'paused' && first.after.scan.kind === 'complete';
	if (!isContinued || room <= 0 || !bounds.budget.has()) return first;
	const { fresh, read, after } = await readNew(bounds, readPage, first.after, room);
	return { fresh: [...first.fresh, ...fresh], read: [...first.read, ...read], after };
}
