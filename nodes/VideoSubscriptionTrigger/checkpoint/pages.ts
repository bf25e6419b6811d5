import type { Entry, ReadPage } from './records';

/**
 * The same pages, read one after the other, in a list that records leave meanwhile: others then move up to the page
 * before, which is looked at again. Only a `total` that shrinks tells of it.
 *
 * @param mayRead whether one more request fits into this poll
 */
export function withMovedUp(read: ReadPage, mayRead: () => boolean): ReadPage {
	let total: number | undefined;
	return async (number) => {
		const page = await read(number);
		const hasShrunk = (page.total ?? Infinity) < (total ?? 0);
		total = page.total;
		if (!hasShrunk || number === 1 || !mayRead()) return page;
		const before = await read(number - 1);
		return { ...page, entries: [...before.entries, ...page.entries] };
	};
}

/**
 * Reads pages on, until no further one may be read or the list has ended.
 *
 * @returns the entries, and the page to go on with; 0 at the end
 */
export async function readPages(
	read: ReadPage,
	from: number,
	mayRead: () => boolean,
): Promise<{ entries: Entry[]; next: number }> {
	const entries: Entry[] = [];
	const readOn = withMovedUp(read, mayRead);
	for (let number = from; ; number++) {
		const page = await readOn(number);
		entries.push(...page.entries);
		if (page.isLast) return { entries, next: 0 };
		if (!mayRead()) return { entries, next: number + 1 };
	}
}
