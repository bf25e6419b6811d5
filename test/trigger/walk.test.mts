// Pages of a list whose records move up to earlier pages while it is read.
import { beforeEach, expect, it } from 'vitest';

import type { Entry } from '../../nodes/VideoSubscriptionTrigger/lists/entries.ts';
import { type ReadPage, walk } from '../../nodes/VideoSubscriptionTrigger/lists/walk.ts';

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

/** Reads a page of four entries. The first fifteen leave the list when page 5 is first read. */
const read: ReadPage = async (page) => {
	if (page === 5 && !pages.includes(5)) ids.splice(0, 15);
	pages.push(page);
	const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
	return await Promise.resolve({
		records: shown.map((id) => ({ id })),
		next: page * PAGE_SIZE < ids.length ? 'next' : undefined,
		total: ids.length,
	});
};

/** Walks to the end, and returns the IDs of each page. */
async function walked(first?: number, isKnown?: (entry: Entry) => boolean) {
	const budget = { has: () => pages.length < affordable };
	const found: number[][] = [];
	for await (const { entries } of walk(read, budget, { first, isKnown })) {
		found.push(entries.map(({ id }) => id));
	}
	return found;
}

it('a walk starts at the end of a list that has fewer pages than before', async () => {
	expect((await walked())[4]).toEqual([16, 17, 18, 19, 20]);
	expect(pages).toEqual([1, 2, 3, 4, 5, 2, 1]);
});

it('a walk that continues another one and has one request yields the first page', async () => {
	affordable = 1;
	expect(await walked(4, ({ id }) => id <= 7)).toEqual([[13, 14, 15, 16]]);
});

it.each([
	[50, 120, null, 120],
	[50, 120, undefined, 50],
	[50, 100, undefined, 50],
	[20, 120, null, 120],
])(
	'a walk over pages of %i reads all of %i records, with links %j and the total %i',
	async (size, count, next, total) => {
		const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
		const readPage: ReadPage = async (page) => {
			const records = all.slice((page - 1) * size, page * size);
			return await Promise.resolve({ records, next, total });
		};
		let found = 0;
		for await (const { entries } of walk(readPage, { has: () => true })) found += entries.length;
		expect(found).toBe(count);
	},
);
