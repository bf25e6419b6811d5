import { DEFAULT_PAGE_SIZE } from '../../shared/client/page';
import type { Entry, Page, ReadPage } from './records';

/** The number of a page, and how many records page 1 had: the service may return fewer than requested. */
interface PagePosition {
	kind: 'page';
	page: number;
	pageSize: number;
}

/** Where reading a list resumes. */
export type Position = PagePosition | { kind: 'end' };

export const FIRST_PAGE: PagePosition = { kind: 'page', page: 1, pageSize: DEFAULT_PAGE_SIZE };

/** A page, including the entries that moved up to earlier pages. */
export interface ContiguousPage extends Page {
	/** Whether entries between this page and the previous one may be missing, because no request was left. */
	hasGap?: boolean;
}

/**
 * Returns a function that reads pages in order and allows for records that leave the list meanwhile, so that later ones
 * move up to pages already read. When the `total` shrinks, it reads earlier pages again, back to one with a known entry.
 *
 * @param mayRead whether one more request fits into this poll
 */
export function withMovedUp(
	read: ReadPage,
	mayRead: () => boolean,
): (page: number) => Promise<ContiguousPage> {
	let total = 0;
	let size = 1;
	const known = new Set<number>();
	return async (number) => {
		const page: ContiguousPage = await read(number);
		const { total: newTotal = Infinity } = page;
		let isContiguous = newTotal >= total;
		const last = Math.min(number - 1, Math.ceil(newTotal / size));
		total = page.total ?? 0;
		size = Math.max(size, page.entries.length);
		for (let before = last; before > 0 && !isContiguous; before--) {
			if (!mayRead()) return { ...page, hasGap: true };
			const { entries } = await read(before);
			isContiguous = entries.length === 0 || entries.some(({ id }) => known.has(id));
			page.entries = [...entries, ...page.entries];
		}
		for (const { id } of page.entries) known.add(id);
		return page;
	};
}

/**
 * Reads pages until the list ends or no request is left. The end of a list that is shorter than its `total` is not
 * trusted: reading resumes at its last page.
 */
export async function readPages(
	read: ReadPage,
	from: PagePosition,
	mayRead: () => boolean,
): Promise<{ entries: Entry[]; next: Position; isShort: boolean }> {
	const entries: Entry[] = [];
	const readContiguous = withMovedUp(read, mayRead);
	let { pageSize } = from;
	for (let number = from.page; ; number++) {
		const page = await readContiguous(number);
		entries.push(...page.entries);
		if (number === 1) pageSize = entries.length;
		const isShort = page.isLast && (page.missing ?? 0) > 0;
		if (isShort) return { entries, next: { kind: 'page', page: number, pageSize }, isShort };
		if (page.isLast) return { entries, next: { kind: 'end' }, isShort };
		if (!mayRead()) return { entries, next: { kind: 'page', page: number + 1, pageSize }, isShort };
	}
}
