import { closedWindow, OVERLAP, type Window, windowFrom, withSeen } from '../checkpoint/window';
import type { PollBudget } from '../pollBudget';
import type { ServiceClock } from '../serviceClock';
import { byCreation, type Entry, unique } from './entries';
import { type ReadPage, walk } from './walk';

/**
 * The last page of a scan whose predecessor is not read once more, when no total shows whether records have left the list. A
 * record that moved up from these pages is found by the next scan, which covers what was created since the scan before this
 * one again. Publishing and backlogs read further, and no scan covers that again.
 */
const MAX_UNCHECKED = 10;

/**
 * The most new records that a scan returns, the oldest ones, because they are saved while they wait: 5,000 take some 500 KB.
 * The newer ones stay new, and the next scan finds them.
 */
export const MAX_FOUND = 5000;

/** What limits the scans of a poll. */
interface Bounds {
	budget: Pick<PollBudget, 'has'>;
	clock: Pick<ServiceClock, 'startedAt'>;
}

interface Reading {
	/** The new records, oldest first. None until the scan has ended: those that it has not read yet may be older. */
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
): Promise<Reading> {
	const paused = before.scan.kind === 'paused' ? before.scan : undefined;
	const from = paused?.from ?? before.since;
	// Unlike Infinity, JSON can represent it.
	const unreadUpTo = paused?.upTo ?? Number.MAX_SAFE_INTEGER;
	const seen = new Map(before.seen);
	const found = [...(paused?.found ?? [])];
	const read: Entry[] = [];
	const isUnread = ({ id, at }: Entry) => !seen.has(id) && at >= from && at <= unreadUpTo;
	const isKnown = paused && ((entry: Entry) => !isUnread(entry));
	let page = paused?.page ?? 1;
	let upTo = unreadUpTo;
	let isFinished = false;
	const options = { first: page, isKnown, maxUnchecked: MAX_UNCHECKED };
	for await (const shown of walk(readPage, budget, options)) {
		// A list by product holds a customer once for each plan (docs/developers/service.md, Lists).
		const fresh = unique(shown.entries.filter(isUnread));
		read.push(...shown.entries);
		found.push(...fresh);
		for (const { id, at } of fresh) seen.set(id, at);
		upTo = Math.min(upTo, ...shown.entries.map(({ at }) => at));
		isFinished = shown.isLast || shown.entries.some(({ at }) => at < from);
		// A page with new entries is read again by the next poll, because later entries may have moved up to it.
		page = fresh.length > 0 ? shown.number : shown.number + 1;
		if (isFinished) break;
	}
	found.sort(byCreation);
	const left = found.splice(MAX_FOUND);
	for (const { id } of left) seen.delete(id);
	// What an earlier part of the scan has left is newer than all that was found since.
	const cutAt = left[0]?.at ?? paused?.cutAt;
	const startedAt = paused?.startedAt ?? clock.startedAt;
	const window = { ...before, seen };
	if (isFinished) return { fresh: found, read, after: closedWindow(window, startedAt, cutAt) };
	const pausedScan = { kind: 'paused' as const, page, startedAt, from, upTo, found, cutAt };
	return { fresh: [], read, after: { ...window, scan: pausedScan } };
}

/**
 * Reads the new records of a list. Consecutive scans overlap, because records move between pages and appear late. The next
 * poll continues a paused scan, and then starts another one from page 1.
 *
 * @throws InvalidResponseError when the list is incomplete
 */
export async function readNew(
	bounds: Bounds,
	readPage: ReadPage,
	before: Window,
): Promise<Reading> {
	const first = await scan(bounds, readPage, before);
	const isContinued = before.scan.kind === 'paused' && first.after.scan.kind === 'complete';
	if (!isContinued || !bounds.budget.has()) return first;
	const { fresh, read, after } = await readNew(bounds, readPage, first.after);
	return { fresh: [...first.fresh, ...fresh], read: [...first.read, ...read], after };
}
