import { endlessListError, incompleteListError } from '../../shared/lists/listErrors';
import { DEFAULT_PAGE_SIZE, type ListPage, placeInList } from '../../shared/lists/page';
import type { PollBudget } from '../pollBudget';
import { type Entry, toEntries } from './entries';

/** Reads a page of a list by its number, from 1. */
export type ReadPage = (page: number) => Promise<ListPage>;

/** One page of a list (docs/service.md, Lists). */
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

/** How many records a `total` may count although no page shows them: a guess at what is a little too high. */
const HIDDEN_RECORDS = 8;
const HIDDEN_SHARE = 0.1;

/**
 * @throws InvalidResponseError at the end of a list that ends far before its `total`, as while an index is rebuilt, or is
 *   empty in spite of it
 */
export function assertWhole({ isLast, missing, read }: Page): void {
	const hidden = read === 0 ? 0 : Math.max(HIDDEN_RECORDS, HIDDEN_SHARE * (read + missing));
	if (!isLast || missing <= hidden) return;
	throw incompleteListError(`it contains ${read} of its ${read + missing} records`, POLL_REMEDY);
}

/**
 * Returns the `total` of a page when it can count the whole list. Its meaning is not documented (docs/service.md, Lists): a
 * total of 50 on page 1 of several full pages is the length of the page.
 */
function totalOfList({ records, total = -1 }: ListPage, number: number, isLast: boolean) {
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	return total >= least ? total : undefined;
}

/**
 * Yields the pages of a list in order, until its end or the end of the budget: at least the first one. Records that leave
 * the list meanwhile let later ones move up to earlier pages, whose entries are then added to the page.
 *
 * @param first the number of the first page
 * @param isKnown whether the walk that this one continues has read an entry
 * @throws InvalidResponseError when a page repeats the one before it
 */
export async function* walk(
	readPage: ReadPage,
	budget: Pick<PollBudget, 'has'>,
	first = 1,
	isKnown: (entry: Entry) => boolean = () => true,
): AsyncGenerator<Page> {
	const ids = new Set<number>();
	let isRead = isKnown;
	let latest = '';
	let total = 0;
	let size = 1;
	// Pages that were not read count as full.
	let read = (first - 1) * DEFAULT_PAGE_SIZE;
	for (let number = first; ; number++) {
		const page = await readPage(number);
		const entries = toEntries(page.records);
		const shown = entries.map(({ id }) => id).join();
		if (shown !== '' && shown === latest) throw endlessListError(POLL_REMEDY);
		latest = shown;
		const place = placeInList(page, read);
		read = place.read;
		size = Math.max(size, entries.length);
		const totalNow = totalOfList(page, number, place.isLast);
		let isContiguous = number === first ? entries.some(isRead) : (totalNow ?? total) >= total;
		total = totalNow ?? 0;
		const last = Math.min(number - 1, Math.ceil((totalNow ?? Infinity) / size));
		for (let before = last; before > 0 && !isContiguous; before--) {
			// A walk that can read one page only has to get on.
			if (!budget.has() && number === first) break;
			if (!budget.has()) return;
			const earlier = toEntries((await readPage(before)).records);
			isContiguous = earlier.some(isRead);
			entries.unshift(...earlier);
		}
		for (const { id } of entries) ids.add(id);
		isRead = ({ id }) => ids.has(id);
		yield { number, entries, ...place };
		if (place.isLast || !budget.has()) return;
	}
}
