import { type Entry, unique } from '../lists/entries';
import { assertWhole, type ReadPage } from '../lists/pages';
import { Walk } from '../lists/walk';
import { closedWindow, type Limits, type Reading, trimmedWindow, type Window } from './window';

/** A number greater than any creation time that JSON can represent. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** Scans a list, or the next part of it after a pause, newest first, down to the start of the window. */
async function scan(
	{ budget, clock }: Limits,
	readPage: ReadPage,
	before: Window,
	batch: number,
): Promise<Reading> {
	const paused = before.scan.kind === 'paused' ? before.scan : undefined;
	const { from, upTo: unreadUpTo } = paused ?? { from: before.since, upTo: END_OF_TIME };
	const seen = new Map(before.seen);
	const fresh: Entry[] = [];
	const read: Entry[] = [];
	const isUnread = ({ id, at }: Entry) => !seen.has(id) && at >= from && at <= unreadUpTo;
	const isKnown = paused && ((entry: Entry) => !isUnread(entry));
	const walk = new Walk(readPage, budget, paused?.page, isKnown);
	let page = walk.next;
	let upTo = unreadUpTo;
	let isThrough = false;
	for await (const shown of walk.pages()) {
		assertWhole(shown);
		// A list by product holds a customer once for each plan (docs/service.md, Lists).
		const found = unique(shown.entries.filter(isUnread)).sort((a, b) => b.at - a.at);
		const fitting = found.slice(0, batch - fresh.length);
		const isWhole = fitting.length === found.length;
		read.push(...shown.entries);
		fresh.push(...fitting);
		for (const { id, at } of fitting) seen.set(id, at);
		upTo = Math.min(upTo, ...(isWhole ? shown.entries : fitting).map(({ at }) => at));
		isThrough = isWhole && (shown.isLast || shown.entries.some(({ at }) => at < from));
		// A page with new entries is read again by the next poll, because later entries may have moved up to it.
		page = found.length > 0 ? walk.next - 1 : walk.next;
		if (isThrough || fresh.length >= batch) break;
	}
	const startedAt = paused?.startedAt ?? clock.startedAt;
	const window = { ...before, seen };
	const after = isThrough
		? closedWindow(window, startedAt)
		: trimmedWindow(
				{ ...window, scan: { kind: 'paused', page, startedAt, from, upTo } },
				startedAt,
			);
	return { fresh, read, after };
}

/**
 * Reads at most `batch` new records of a list, newest first. Consecutive scans overlap, because records move between
 * pages and appear late. The next poll continues a paused scan, and then starts another one from page 1.
 *
 * @throws InvalidResponseError when the list ends far before its `total`
 */
export async function readNew(
	limits: Limits,
	readPage: ReadPage,
	before: Window,
	batch: number,
): Promise<Reading> {
	const first = await scan(limits, readPage, before, batch);
	const room = batch - first.fresh.length;
	const isContinued = before.scan.kind === 'paused' && first.after.scan.kind === 'complete';
	if (!isContinued || room <= 0 || !limits.budget.has()) return first;
	const { fresh, read, after } = await readNew(limits, readPage, first.after, room);
	return { fresh: [...first.fresh, ...fresh], read: [...first.read, ...read], after };
}
