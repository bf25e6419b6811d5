// Lists for polls: one page after another, so that a poll can stop at its budget and the next one goes on. Operations read
// whole lists ahead (shared/lists/listReader.ts).
import { endlessListError, incompleteListError } from '../../shared/lists/listErrors';
import {
	DEFAULT_PAGE_SIZE,
	type ListPage,
	type PageSize,
	placeInList,
} from '../../shared/lists/page';
import type { PollBudget } from '../pollBudget';
import { type Entry, toEntries } from './entries';

/** Reads a page of a list by its number, from 1. */
export type ReadPage = (page: number) => Promise<ListPage>;

/** One page of a list (docs/developers/service.md, Lists). */
export interface Page {
	/** Counts from 1. */
	number: number;
	entries: Entry[];
	/** How many records this page and the earlier ones have, also those without an ID. */
	read: number;
	isLast: boolean;
	/** How many more records the `total` counts. On the last page, the list is short of them. */
	missing: number;
}

/** Reads the entries of the first page of a list. */
export async function firstPage(list: ReadPage): Promise<Entry[]> {
	return toEntries((await list(1)).records);
}

/** The remedy for a list that contradicts itself. */
const POLL_REMEDY =
	'Nothing is lost, and the next poll tries again. When you publish the workflow, try again later. If it keeps happening, contact the service.';

/**
 * Returns the `total` of a page when it can count the whole list. Its meaning is not documented (docs/developers/service.md, Lists): a
 * total of 50 on page 1 of several full pages is the length of the page.
 */
function totalOfList({ records, total = -1 }: ListPage, number: number, isLast: boolean) {
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	return total >= least ? total : undefined;
}

interface WalkOptions {
	/** The number of the first page. */
	first?: number | undefined;
	/** Whether the walk that this one continues has read an entry. */
	isKnown?: ((entry: Entry) => boolean) | undefined;
	/** The last page that is taken for contiguous when no total shows whether records have left the list. */
	maxUnchecked?: number;
	/** Whether the list may be a page shorter than its total, which counts the replies to comments as well. */
	mayBeShort?: boolean;
}

/**
 * Reads a page and its place, and once more where the list ends a page or more short of its total, or with an empty page
 * that the total contradicts.
 */
async function readComplete(
	readPage: ReadPage,
	number: number,
	{ read, size, mayBeShort }: { read: number; size: PageSize | undefined; mayBeShort: boolean },
) {
	for (let isAgain = false; ; isAgain = true) {
		const page = await readPage(number);
		const place = placeInList(page, read, size);
		const isEmptyTooEarly = page.records.length === 0 && place.missing > 0 && read > 0;
		if (mayBeShort || !place.isLast || !(place.isShort || (isEmptyTooEarly && !isAgain))) {
			return { page, place };
		}
		const problem = `it contains ${place.read} of its ${place.read + place.missing} records`;
		if (isAgain && place.isShort) throw incompleteListError(problem, POLL_REMEDY);
	}
}

/**
 * Yields the pages of a list in order, until its end or the end of the budget: at least the first one. Records that leave
 * the list meanwhile let later ones move up to earlier pages, whose entries are then added to the page.
 *
 * @throws InvalidResponseError when a page repeats the one before it, and at the end of an incomplete list
 */
export async function* walk(
	readPage: ReadPage,
	budget: Pick<PollBudget, 'has'>,
	{
		first = 1,
		isKnown = () => true,
		maxUnchecked = Infinity,
		mayBeShort = false,
	}: WalkOptions = {},
): AsyncGenerator<Page> {
	const ids = new Set<number>();
	/** The IDs on the latest page. */
	let latest = '';
	let total = 0;
	/** The number of records of the longest page: each page that another one follows is a full one. */
	let longest = 1;
	// Pages that were not read count as full.
	let read = (first - 1) * DEFAULT_PAGE_SIZE;
	for (let number = first; ; number++) {
		const size = number === first ? undefined : { longest, full: longest };
		const { page, place } = await readComplete(readPage, number, { read, size, mayBeShort });
		const isRead = number === first ? isKnown : ({ id }: Entry) => ids.has(id);
		const entries = toEntries(page.records);
		const shown = entries.map(({ id }) => id).join();
		if (shown !== '' && shown === latest) throw endlessListError(POLL_REMEDY);
		latest = shown;
		read = place.read;
		longest = Math.max(longest, page.records.length);
		const totalNow = totalOfList(page, number, place.isLast);
		const hasLost = totalNow === undefined ? number > maxUnchecked : totalNow < total;
		let isContiguous = number === first ? entries.some(isRead) : !hasLost;
		total = totalNow ?? 0;
		const last = Math.min(number - 1, Math.ceil((totalNow ?? Infinity) / longest));
		for (let before = last; before > 0 && !isContiguous; before--) {
			// Where the budget is one page, that page counts, or the walk would never advance.
			if (!budget.has() && number === first) break;
			if (!budget.has()) return;
			const earlier = toEntries((await readPage(before)).records);
			isContiguous = earlier.some(isRead);
			entries.unshift(...earlier);
		}
		for (const { id } of entries) ids.add(id);
		yield { number, entries, ...place };
		if (place.isLast || !budget.has()) return;
	}
}
