import { describe, expect, it } from 'vitest';

import { hasTotalWithoutRecords, readPage } from '../../../../nodes/shared/client/page';

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
		expect(readPage({ _embedded: { products: [] } }, 'products').next).toBeUndefined();
	});

	it.each([[{}], [[]], ['text'], [undefined], [{ message: 'Hello' }], [{ _embedded: null }]])(
		'refuses a body without a list: %j',
		(body) => {
			expect(() => readPage(body, 'live_event_rows')).toThrow(
				expect.objectContaining({
					message: 'The response of the service does not contain the requested list',
					remedy: expect.stringContaining('It has no list of live event rows, not even'),
				}),
			);
		},
	);

	it('tells a page without records whose total counts some', () => {
		const has = (records: object[], total?: number) =>
			hasTotalWithoutRecords(readPage(pageOf(records, null, total), 'products'));
		expect([has([], 1), has([], 0), has([]), has([{}], 1)]).toEqual([true, false, false, false]);
	});
});
