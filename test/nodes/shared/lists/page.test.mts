import { describe, expect, it } from 'vitest';

import { placeInList, readPage } from '../../../../nodes/shared/lists/page';

/** The body of a page. */
const pageOf = (products: unknown, next?: unknown, total?: unknown) => ({
	total,
	_links: { next: { href: next } },
	_embedded: { products },
});

describe('readPage', () => {
	it.each([
		[12, 12],
		['12', undefined],
		[0, 0],
		[undefined, undefined],
		[null, undefined],
		['many', undefined],
		[-1, undefined],
		[[12], undefined],
	])('reads the total %j as %j', (total, count) => {
		expect(readPage(pageOf([], null, total), 'products').total).toBe(count);
	});

	it('reads the records and the link of a page', () => {
		const records = [{ id: 5 }];
		const page = { records, next: 'page 2', total: 60 };
		expect(readPage(pageOf(records, 'page 2', 60), 'products')).toEqual(page);
		expect(readPage(pageOf([], 7), 'products').next).toBeUndefined();
		expect(readPage(pageOf([], null), 'products').next).toBeNull();
		expect(readPage({ _embedded: { products: [] } }, 'products').next).toBeUndefined();
	});

	it.each([
		[{}],
		[[]],
		['text'],
		[undefined],
		[{ message: 'Hello' }],
		[{ _embedded: null }],
		[{ _embedded: { others: [] } }],
		[{ _embedded: { live_event_rows: null } }],
		[{ _embedded: { live_event_rows: 'none' } }],
		[{ _embedded: { live_event_rows: { message: 'Hello' } } }],
	])('refuses a body without a list: %j', (body) => {
		expect(() => readPage(body, 'live_event_rows')).toThrow(
			expect.objectContaining({
				message: 'The response of the service does not contain the requested list',
				remedy: expect.stringContaining('It has no list of live event rows, not even'),
			}),
		);
	});
});

describe('placeInList', () => {
	const placed = (before: number, count: number, next?: string | null, total?: number) => {
		const records = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
		return placeInList({ records, next, total }, before);
	};

	it.each([
		['empty', [50, 0], true, 0],
		['empty, with a link to the next page', [50, 0, 'next'], true, 0],
		['empty, before the end of the total', [50, 0, undefined, 57], true, 7],
		['full, with a link to the next page', [0, 50, 'next', 60], false, 10],
		['full, without a link', [0, 50], false, 0],
		['full, without a link, with a higher total', [0, 50, undefined, 51], false, 1],
		['full, the last one by its links, with a higher total', [0, 50, null, 51], false, 1],
		['full, the last one by its links, with its own count as total', [50, 50, null, 50], true, 0],
		['full, without a link, with its own count as total', [0, 50, undefined, 50], false, 0],
		['full, without a link, with its own count as total, later', [50, 50, undefined, 50], false, 0],
		['full, the last one by its links, a page short', [0, 50, null, 100], false, 50],
		['full, without a link, at the end of the total', [50, 50, undefined, 100], true, 0],
		['short, without a link, with its own count as total', [50, 3, undefined, 3], true, 0],
		['short, without a link, with a higher total', [50, 3, undefined, 54], false, 1],
		['short, the last one by its links, with a higher total', [50, 3, null, 54], true, 1],
	] as const)('of a page that is %s', (_, [before, count, next, total], isLast, missing) => {
		const read = before + count;
		expect(placed(before, count, next, total)).toMatchObject({ read, missing, isLast });
	});
});
