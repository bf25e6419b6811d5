// Pages of a list whose records move up to earlier pages while it is read.
import { beforeEach, describe, expect, it } from 'vitest';

import type { Entry } from '../../nodes/VideoSubscriptionTrigger/lists/entries.ts';
import { type ReadPage, walk } from '../../nodes/VideoSubscriptionTrigger/lists/walk.ts';

/** The IDs of the list, in its order. */
let ids: number[];

/** The numbers of the pages that were read. */
let pages: number[];

let affordable: number;

/** Called with the number of a page before it is read. */
let beforePage: (page: number) => void;

let total: 'list' | 'page' | 'absent';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

beforeEach(() => {
	ids = upTo(20);
	pages = [];
	affordable = Infinity;
	beforePage = () => {};
	total = 'list';
});

const PAGE_SIZE = 4;

/** Reads a page of four entries. */
const read: ReadPage = async (page) => {
	beforePage(page);
	pages.push(page);
	const shown = ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
	return await Promise.resolve({
		records: shown.map((id) => ({ id })),
		next: page * PAGE_SIZE < ids.length ? 'next' : undefined,
		total: { list: ids.length, page: shown.length, absent: undefined }[total],
	});
};

/** Walks to the end. Returns the IDs of each page, and the page at which another walk continues. */
async function walked(first?: number, isKnown?: (entry: Entry) => boolean) {
	const budget = { has: () => pages.length < affordable };
	const found: number[][] = [];
	let next = first;
	for await (const { number, entries } of walk(read, budget, { first, isKnown })) {
		found.push(entries.map(({ id }) => id));
		next = number + 1;
	}
	return { found, next };
}

/** Removes the first entries of the list when a page is first read. */
function removeBefore(number: number, count: number): void {
	beforePage = (page) => {
		if (page !== number) return;
		ids.splice(0, count);
		beforePage = () => {};
	};
}

describe('a walk', () => {
	it('reads each page once while the total stays the same or grows', async () => {
		beforePage = (page) => {
			if (page === 3) ids.push(100, 101, 102, 103, 104);
		};
		expect((await walked()).found.flat()).toEqual([...upTo(20), 100, 101, 102, 103, 104]);
		expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});

	it.each(['page', 'absent'] as const)('reads each page once when totals are %s', async (told) => {
		total = told;
		removeBefore(2, 2);
		await walked();
		expect(pages).toEqual([1, 2, 3, 4, 5]);
	});

	it('starts at the end of a list that has fewer pages than before', async () => {
		removeBefore(5, 15);
		expect((await walked()).found[4]).toEqual([16, 17, 18, 19, 20]);
		expect(pages).toEqual([1, 2, 3, 4, 5, 2, 1]);
	});

	it('knows the entries of the pages to which it went back', async () => {
		beforePage = (page) => {
			if (page === 3) ids.splice(0, pages.includes(3) ? 0 : 4);
			if (page === 4) ids.splice(0, 1);
		};
		await walked();
		expect(pages).toEqual([1, 2, 3, 2, 1, 4, 3]);
	});

	it('ends before a page whose entries may have moved up further than requests suffice', async () => {
		removeBefore(4, 8);
		affordable = 5;
		expect(await walked()).toEqual({ found: [upTo(4), [5, 6, 7, 8], [9, 10, 11, 12]], next: 4 });
		expect(pages).toEqual([1, 2, 3, 4, 3]);
	});

	it('that continues another one and has one request yields the first page', async () => {
		affordable = 1;
		const found = [[13, 14, 15, 16]];
		expect(await walked(4, ({ id }) => id <= 7)).toEqual({ found, next: 5 });
	});

	it('counts the records of its pages, and pages that it did not read as full', async () => {
		const placesFrom = async (first: number) => {
			const places: Array<[number, number]> = [];
			for await (const page of walk(read, { has: () => true }, { first })) {
				places.push([page.read, page.missing]);
			}
			return places;
		};
		expect(await placesFrom(3)).toEqual([
			[104, 0],
			[108, 0],
			[112, 0],
		]);
		ids = upTo(6);
		expect(await placesFrom(1)).toEqual([
			[4, 2],
			[6, 0],
		]);
	});

	it('fails at a page that repeats the one before, with a remedy that the trigger has', async () => {
		const repeated: ReadPage = async () => ({ ...(await read(1)), next: 'next' });
		const pagesOf = walk(repeated, { has: () => true });
		await pagesOf.next();
		await expect(pagesOf.next()).rejects.toMatchObject({
			message: expect.stringContaining('The list never ends'),
			// The trigger has neither Limit nor Page.
			description: expect.not.stringMatching(/Limit|Page/),
		});
	});
});
