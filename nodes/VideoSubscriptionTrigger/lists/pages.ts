import { incompleteListError } from '../../shared/client/listErrors';
import { readPage } from '../../shared/client/page';
import { type Entry, toEntries } from './entries';

/** One page of a list (docs/service.md, Lists). */
export interface Page {
	entries: Entry[];
	/** How many records this page and the earlier ones have, also those without an ID. */
	read: number;
	/** The number of records of the whole list; `undefined` when `total` cannot mean that. */
	total?: number | undefined;
	isLast: boolean;
	/** On the last page, how many more records the `total` counts than all pages showed. */
	missing: number;
}

/** Reads a page of a list by its number, from 1. */
export type ReadPage = (page: number) => Promise<Page>;

/**
 * Converts a response to a page. The meaning of `total` is not documented (docs/service.md, Lists): a total of 50 on
 * page 1 of several full pages is the length of the page, not of the list.
 *
 * @param number the number of the page, from 1
 * @param before how many records the earlier pages have
 * @throws InvalidResponseError when the response is not a list
 */
export function toPage(body: unknown, key: string, number: number, before: number): Page {
	const { records, next, total = -1 } = readPage(body, key);
	const read = before + records.length;
	// A list without links has further pages as long as its total is not reached.
	const isLast = records.length === 0 || (next === undefined && read >= total);
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	return {
		entries: toEntries(records),
		read,
		total: total >= least ? total : undefined,
		isLast,
		missing: isLast ? Math.max(0, total - read) : 0,
	};
}

/** How many records a `total` may count although no page shows them: a guess at what is a little too high. */
const HIDDEN_RECORDS = 8;
const HIDDEN_SHARE = 0.1;

/** Whether a list ends far before its `total`, as while an index is rebuilt. */
function isFarShort({ missing, read }: Page): boolean {
	return missing > Math.max(HIDDEN_RECORDS, HIDDEN_SHARE * (read + missing));
}

/** The remedy for a list that contradicts itself. */
export const LIST_REMEDY =
	'Nothing is lost, and the next poll tries again. When you publish the workflow, try again later. If it keeps happening, contact the service.';

/** @throws InvalidResponseError when the list ends far before its `total`, or is empty in spite of it */
export function assertWhole(page: Page): void {
	const { missing, read } = page;
	if (missing === 0 || (read > 0 && !isFarShort(page))) return;
	throw incompleteListError(`it contains ${read} of its ${read + missing} records`, LIST_REMEDY);
}
