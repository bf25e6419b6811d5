import { isNew, type Known } from './known';
import type { PageCursor, ReadPage } from './pages';
import { byMoment, type Entry, type Page, toEntries, UNDATED } from './records';

/** A list that can be read from both ends (spec: `sort` of customers, videos and live events). */
export interface SortedList {
	newest: ReadPage;
	oldest: ReadPage;
}

/** Where catching up with a backlog goes on, in the list sorted oldest first. */
export interface Backlog {
	/** The page to read next. */
	page: number;
	/** Whether the backlog begins there or earlier; else it is still searched for. */
	isFound: boolean;
	/** A page before which nothing is new, and one on which all is, or 0: the search goes on between. */
	low: number;
	high: number;
	/** How far the next step of the search goes. */
	step: number;
	/** What `total` was when the page before was read. */
	total: number | undefined;
}

/** What is saved of a list between polls. */
export interface ListCheckpoint {
	known: Known;
	/**
	 * How many records of the list are delivered, or were there before. When `total` tells another
	 * number than these and the new ones found, something hides: a reason to look deeper.
	 */
	accounted: number | undefined;
	/** Records that the service really puts on a page. */
	pageSize: number;
	/** The page (newest first) that the next look at deeper pages reads; {@link END} for the last. */
	look: number;
	/** Whether the next poll looks there. */
	isLookNext: boolean;
	/** Where a look for something that hides goes on, newest first; page 1 when catching up did not find it. */
	deeper: PageCursor;
	backlog: Backlog | undefined;
}

/** What one reading may do. */
export interface Limits {
	/** How many new records are delivered at once. */
	batch: number;
	/** The moment of the latest answer, in seconds, by the service's clock. */
	now: () => number;
	/** Whether so many more requests, by default one, fit into this poll. */
	mayRead: (requests?: number) => boolean;
	/** Whether a deeper page is looked at in addition to the first, if requests suffice, in place of taking turns. */
	looksBeside: boolean;
}

/** What one reading came to. */
export interface ListReading {
	/** What is new, oldest first. */
	taken: Entry[];
	/** Everything that was read. */
	met: Entry[];
	after: ListCheckpoint;
}

/** Stands for the last page of a list, where records without a date may be sorted. */
export const END = 0;

/** Pages that are read for the second in which the trigger begins, or that are dated ahead. */
export const MOST_PAGES_AT_TOP = 20;

/** Pages without any date at the end of a list, behind which no further ones are looked for. */
const MOST_PAGES_AT_END = 5;

/**
 * The records at the end of the list: the last page, and those before it while none has a date.
 * Where no total tells which that is, the end is what stands first when the oldest are first.
 */
export async function readEnd(
	list: SortedList,
	total: number | undefined,
	pageSize: number,
	mayRead: Limits['mayRead'],
): Promise<Page> {
	if (total === undefined) return { ...(await list.oldest(1)), isLast: true };
	const last = Math.ceil(total / pageSize);
	let entries: Entry[] = [];
	let totalNow: number | undefined = total;
	for (let page = last; page > 1 && page > last - MOST_PAGES_AT_END; page--) {
		const read = await list.newest(page);
		totalNow = read.total;
		const rows = [...read.entries, ...entries].map(({ row }) => row);
		entries = toEntries(rows, { isFirst: false, isLast: true });
		if (entries.some(({ at }) => at !== UNDATED) || !mayRead()) break;
	}
	return { entries, total: totalNow, isLast: true };
}

/** What is neither delivered nor from before, oldest first. */
export function newOn(known: Known, entries: Entry[]): Entry[] {
	return entries.filter((entry) => isNew(known, entry)).sort(byMoment);
}
