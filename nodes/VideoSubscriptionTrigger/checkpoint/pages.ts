import type { IDataObject } from 'n8n-workflow';

import { unique, type Entry, type Page } from './records';
import { stored } from './stored';

/** A page of a list, by its number from 1. */
export type ReadPage = (page: number) => Promise<Page>;

export interface SteadyPage extends Page {
	number: number;
	/** The page to go on with; 0 when the list has ended. */
	next: number;
}

/** So often a reading goes back for records that moved up, so that it ends whatever `total` tells. */
const MOST_STEPS_BACK = 10;

/** How many pages to go back: when 60 records left a list of 50 a page, what follows moved up by two. */
function pagesToGoBack(page: Page, totalBefore: number | undefined): number {
	const left = (totalBefore ?? 0) - (page.total ?? Infinity);
	return left > 0 ? Math.ceil(left / Math.max(1, page.entries.length)) : 0;
}

/**
 * The pages of a list one after the other, from a page on. When a record leaves page 1 while page 2
 * is asked for, the first record of page 2 moves up to page 1, where nobody looks again: `total` has
 * shrunk, and the page before is read again. Where no total tells, it is always read again.
 *
 * @param totalBefore what `total` was when the page before the first was read
 */
export async function* steadyPages(
	read: ReadPage,
	from: number,
	totalBefore?: number,
): AsyncGenerator<SteadyPage> {
	let total = totalBefore;
	let stepsBack = 0;
	for (let number = from; number > 0; ) {
		const page = await read(number);
		const isAgain = page.total === undefined && number > 1;
		const before = isAgain ? (await read(number - 1)).entries : [];
		const back = stepsBack < MOST_STEPS_BACK ? pagesToGoBack(page, total) : 0;
		if (back > 0) stepsBack++;
		total = page.total;
		const isBack = back > 0 && number > 1;
		const next = isBack ? Math.max(1, number - back) : page.isLast ? 0 : number + 1;
		yield { ...page, entries: unique([...before, ...page.entries]), number, next };
		number = next;
	}
}

/** Where a reading goes on: the page, and what `total` was when the page before was read. */
export interface PageCursor {
	/** 0 when the list has ended. */
	page: number;
	total: number | undefined;
}

export const FIRST_PAGE: PageCursor = { page: 1, total: undefined };

/**
 * Reads pages on, until no further one may be read or the list has ended.
 *
 * @param mayRead asked before each page but the first, with what the page before showed
 */
export async function readPages(
	read: ReadPage,
	{ page: from, total: totalBefore }: PageCursor,
	mayRead: (page: SteadyPage) => boolean,
): Promise<{ entries: Entry[]; cursor: PageCursor }> {
	const entries: Entry[] = [];
	let cursor: PageCursor = { page: from, total: totalBefore };
	for await (const page of steadyPages(read, from, totalBefore)) {
		entries.push(...page.entries);
		cursor = { page: page.next, total: page.total };
		if (page.next > 0 && !mayRead(page)) break;
	}
	return { entries, cursor };
}

/** As JSON, which keeps no undefined. */
export function storePageCursor({ page, total }: PageCursor): IDataObject {
	return { page, total: total ?? null };
}

/** @throws Error for a state that is damaged */
export function loadPageCursor(value: unknown): PageCursor {
	const { page, total } = stored.object(value, 'cursor');
	return { page: stored.number(page, 'page'), total: stored.optionalNumber(total, 'total') };
}
