import type { Entry, ListPage, Page } from './types';

/**
 * Reads the pages of a list on, until one is not wanted or the last was read.
 *
 * @param from the first page
 * @param isWanted asked before each page, with what the page before held
 * @param before the page before the first, when it was read
 * @returns what stands on the pages, and the page that is next; 0 when there is none
 */
export async function readOn(
	list: ListPage,
	from: number,
	isWanted: (page: number, before: Entry[]) => boolean,
	before?: Page,
): Promise<{ entries: Entry[]; next: number }> {
	const entries: Entry[] = [];
	let latest = before?.entries ?? [];
	let total = before?.total;
	for (let number = from; ; number++) {
		if (!isWanted(number, latest)) return { entries, next: number };
		const page = await list(number);
		latest = page.entries;
		entries.push(...latest);
		const hasShrunk = total !== undefined && page.total !== undefined && page.total < total;
		total = page.total;
		if (hasShrunk) {
			// What left the list moved the records below up, across the edge of two pages.
			number = Math.max(1, number - 1) - 1;
			latest = [];
		} else if (page.isLast) {
			return { entries, next: 0 };
		}
	}
}
