import { DEFAULT_PAGE_SIZE } from '../../shared/http/pagination';
import type { Entry, Page, ReadPage } from './records';

/** A page of a list, and how many records the first page had: the service may send fewer than were asked for. */
interface PagePosition {
	kind: 'page';
	page: number;
	pageSize: number;
}

/** Where reading a list resumes. */
export type Position = PagePosition | { kind: 'end' };

export const FIRST_PAGE: PagePosition = { kind: 'page', page: 1, pageSize: DEFAULT_PAGE_SIZE };

/** A page, with the entries that moved up to pages before it. */
export interface ContiguousPage extends Page {
	/** Whether entries between this page and the one before may be missing, since no more could be read. */
	hasGap?: boolean;
}

/**
 * Reads pages one after the other in a list that records leave meanwhile: later ones then move up to pages that were
 * read. When the `total` shrinks, pages are read again backwards until one holds an entry that is known.
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
 * Reads pages until the list ends or no further one may be read. A list that is shorter than its `total` has not
 * ended: its last page is to be read again.
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
