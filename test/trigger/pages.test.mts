// Pages of a list whose records move up to earlier pages while it is read.
import { beforeEach, describe, expect, it } from 'vitest';

import { withMovedUp } from '../../nodes/VideoSubscriptionTrigger/checkpoint/pages.ts';
import type { Page, ReadPage } from '../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';

/** The IDs of the list, in its order. */
let ids: number[];

/** The numbers of the pages that were read. */
let pages: number[];

let affordable: number;

beforeEach(() => {
	ids = Array.from({ length: 20 }, (_, index) => index + 1);
	pages = [];
	affordable = Infinity;
});

const PAGE_SIZE = 4;

/** Reads a page of four entries. */
const read: ReadPage = async (page): Promise<Page> => {
	pages.push(page);
	const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
	return {
		entries: shown.map((id) => ({ id, at: id, row: {} })),
		total: ids.length,
		isLast: page * PAGE_SIZE >= ids.length,
	};
};

const mayRead = () => pages.length < affordable;

const idsOf = ({ entries }: Pick<Page, 'entries'>) => entries.map(({ id }) => id);

describe('withMovedUp', () => {
	it('reads a page alone while the total stays the same or grows', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const [index, more] of [0, 0, 5].entries()) {
			ids.push(...Array.from({ length: more }, (_, one) => 100 + one));
			await readContiguous(index + 1);
		}
		expect(pages).toEqual([1, 2, 3]);
	});

	it('reads a page alone when the service tells no total', async () => {
		const readContiguous = withMovedUp(async (page) => {
			const { total: _, ...rest } = await read(page);
			return rest;
		}, mayRead);
		await readContiguous(1);
		ids.splice(0, 2);
		await readContiguous(2);
		expect(pages).toEqual([1, 2]);
	});

	it('reads the previous page again when one entry has left the list', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		await readContiguous(1);
		ids.shift();
		expect(idsOf(await readContiguous(2))).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
		expect(pages).toEqual([1, 2, 1]);
	});

	it('goes back page by page until a page has a known entry', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const page of [1, 2, 3]) await readContiguous(page);
		// Entry 12, the last known one, moves up from page 3 to page 2.
		ids.splice(0, 5);
		expect(idsOf(await readContiguous(4))).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
		expect(pages).toEqual([1, 2, 3, 4, 3, 2]);
	});

	it('goes back to page 1 when no known entry is left', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const page of [1, 2]) await readContiguous(page);
		ids.splice(0, 8);
		expect(idsOf(await readContiguous(3))).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
		expect(pages).toEqual([1, 2, 3, 2, 1]);
	});

	it('starts at the end of a list that has fewer pages than before', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const page of [1, 2, 3, 4]) await readContiguous(page);
		ids.splice(0, 15);
		expect(idsOf(await readContiguous(5))).toEqual([16, 17, 18, 19, 20]);
		expect(pages).toEqual([1, 2, 3, 4, 5, 2, 1]);
	});

	it('stops going back at an empty page', async () => {
		const emptied: ReadPage = async (page) => {
			const isAgain = pages.includes(page);
			return { ...(await read(page)), ...(isAgain && { entries: [] }) };
		};
		const readContiguous = withMovedUp(emptied, mayRead);
		for (const page of [1, 2, 3]) await readContiguous(page);
		ids.splice(0, 8);
		await readContiguous(4);
		expect(pages).toEqual([1, 2, 3, 4, 3]);
	});

	it('reports a gap when no request is left to go back', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const page of [1, 2, 3]) expect(await readContiguous(page)).not.toHaveProperty('hasGap');
		ids.splice(0, 8);
		affordable = 5;
		const page = await readContiguous(4);
		expect(page.hasGap).toBe(true);
		expect(pages).toEqual([1, 2, 3, 4, 3]);
	});

	it('knows the entries of the pages to which it went back', async () => {
		const readContiguous = withMovedUp(read, mayRead);
		for (const page of [1, 2]) await readContiguous(page);
		ids.splice(0, 4);
		await readContiguous(3);
		ids.splice(0, 1);
		await readContiguous(4);
		expect(pages).toEqual([1, 2, 3, 2, 1, 4, 3]);
	});
});
