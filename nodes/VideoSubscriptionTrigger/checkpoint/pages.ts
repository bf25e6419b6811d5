import { DEFAULT_PAGE_SIZE } from '../../shared/http/pagination';
import { unique, type Entry, type Page } from './records';

/** A page of a list, by its number from 1. */
export type ReadPage = (page: number) => Promise<Page>;

export interface SteadyPage extends Page {
	number: number;
	/** The page to go on with; 0 when the list has ended. */
	next: number;
}

/** So often a reading goes back for records that moved up, so that it ends whatever `total` tells. */
const MOST_GAPS = 100;

/**
 * How much of a list was read. When records leave, those behind them move up: 100 were read, three
 * leave, and the first 97 of what is there now were. A page that begins behind that is `ahead`; what
 * lies between is read next.
 */
class Coverage {
	private covered: number | undefined;

	private ahead = { from: Infinity, to: 0 };

	private gaps = 0;

	private pageSize = DEFAULT_PAGE_SIZE;

	constructor(
		private readonly first: number,
		private total: number | undefined,
	) {}

	/** How many records left since the page before, as far as totals tell. */
	private left(total: number | undefined): number {
		const left = Math.max(0, (this.total ?? 0) - (total ?? Infinity));
		this.total = total;
		return left;
	}

	/** Takes note of a page; gives the one that is next, 0 at the end. */
	next({ entries, total, isLast }: Page, number: number): number {
		if (!isLast) this.pageSize = entries.length;
		const left = this.left(total);
		const from = (number - 1) * this.pageSize;
		let covered = (this.covered ?? (this.first - 1) * this.pageSize) - left;
		this.ahead = { from: this.ahead.from - left, to: this.ahead.to - left };
		const isGap = from > covered && this.gaps < MOST_GAPS;
		if (isGap) {
			this.gaps++;
			this.ahead = { from, to: from + entries.length };
		} else {
			covered = Math.max(covered, from + entries.length);
			if (this.ahead.from <= covered) covered = Math.max(covered, this.ahead.to);
		}
		this.covered = covered;
		return isLast && !isGap ? 0 : Math.max(1, Math.floor(covered / this.pageSize) + 1);
	}
}

/**
 * A page and, where no total tells what left meanwhile, the page before it again: what led this one may end
 * that one now. When it shows records that were not met, others may just as well have moved down, from where
 * they were not read either, so this page is read again, and so on by turns.
 *
 * @param met the ids that this reading has met; those of the page join them
 * @param mostAgain how often a page is read again
 */
async function readSteady(
	read: ReadPage,
	number: number,
	met: Set<number>,
	mostAgain: number,
): Promise<{ page: Page; entries: Entry[] }> {
	const entries: Entry[] = [];
	const meet = (page: Page) => {
		const isNew = page.entries.some(({ id }) => !met.has(id));
		for (const { id } of page.entries) met.add(id);
		entries.push(...page.entries);
		return isNew;
	};
	let page = await read(number);
	meet(page);
	let isMoving = page.total === undefined && number > 1;
	for (let again = 1; isMoving && again <= mostAgain; again++) {
		const isBefore = again % 2 === 1;
		const latest = await read(isBefore ? number - 1 : number);
		if (!isBefore) page = latest;
		isMoving = meet(latest);
	}
	return { page, entries: unique(entries) };
}

/**
 * The pages of a list one after the other, from a page on. When a record leaves page 1 while page 2
 * is asked for, the first record of page 2 moves up to page 1, where nobody looks again: `total` has
 * shrunk, and page 1 is read again. Where no total tells, the page before always is.
 *
 * @param totalBefore what `total` was when the page before the first was read
 * @param mostAgain how often a page is read again where no total tells; once finds what left
 */
export async function* steadyPages(
	read: ReadPage,
	from: number,
	totalBefore?: number,
	mostAgain = 1,
): AsyncGenerator<SteadyPage, undefined> {
	const coverage = new Coverage(from, totalBefore);
	const met = new Set<number>();
	for (let number = from; number > 0; ) {
		const { page, entries } = await readSteady(read, number, met, mostAgain);
		const next = coverage.next(page, number);
		yield { ...page, entries, number, next };
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

export const ENDED: PageCursor = { page: 0, total: undefined };

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
