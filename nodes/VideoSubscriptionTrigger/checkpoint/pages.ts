import type { Page, ReadPage } from './records';

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
