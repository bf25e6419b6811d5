import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	fittingPageSize,
	MAX_RECORDS,
	PAGES_AT_ONCE,
	readList,
	type PageQuery,
} from '../../../../nodes/shared/http/pagination';

const BASE_URL = 'https://svc.test/api';

interface ListOptions {
	total?: unknown;
	cap?: number;
	next?: (page: number) => unknown;
	throttledPage?: number;
	records?: Array<Record<string, unknown>>;
}

/** A list of `count` records as the service pages it. */
function serviceWith(count: number, options: ListOptions = {}) {
	const asked: number[] = [];
	let underWay = 0;
	let mostAtOnce = 0;
	const records = options.records ?? Array.from({ length: count }, (_, id) => ({ id }));
	return {
		asked,
		mostAtOnce: () => mostAtOnce,
		fetchPage: async ({ page, per_page: perPage }: PageQuery) => {
			asked.push(page);
			mostAtOnce = Math.max(mostAtOnce, ++underWay);
			await new Promise(setImmediate);
			underWay--;
			const size = Math.min(perPage, options.cap ?? Infinity);
			const onPage = records.slice((page - 1) * size, page * size);
			const isLast = page * size >= records.length;
			return {
				status: 200,
				headers: {},
				throttled: page === options.throttledPage,
				body: {
					total: 'total' in options ? options.total : records.length,
					_links: {
						next: {
							href: options.next
								? options.next(page)
								: isLast
									? null
									: `${BASE_URL}/products?page=${page + 1}`,
						},
					},
					_embedded: { products: onPage },
				},
			};
		},
	};
}

function read(service: ReturnType<typeof serviceWith>, request: object = {}) {
	return readList({
		key: 'products',
		firstPage: 1,
		perPage: 50,
		baseUrl: BASE_URL,
		keep: ({ id }) => id,
		fetchPage: service.fetchPage,
		...request,
	});
}

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

describe('a list', () => {
	it('is read to its end in the order of the service, a few pages at a time', async () => {
		const service = serviceWith(1_010);
		expect(await read(service)).toEqual(ids(1_010));
		expect(service.asked).toEqual(ids(21, 1));
		expect(service.mostAtOnce()).toBe(PAGES_AT_ONCE);
	});

	it('is read page by page when nothing tells how many there are', async () => {
		const service = serviceWith(120, { total: undefined });
		expect(await read(service)).toEqual(ids(120));
		expect(service.asked).toEqual([1, 2, 3]);
		expect(service.mostAtOnce()).toBe(1);
	});

	it('is read one page after the other once the service was too busy', async () => {
		const service = serviceWith(1_000, { throttledPage: 1 });
		expect(await read(service)).toEqual(ids(1_000));
		expect(service.mostAtOnce()).toBe(1);
	});

	it('ends when a page is empty, whatever its next link says', async () => {
		const service = serviceWith(0, { next: () => `${BASE_URL}/products?page=2` });
		expect(await read(service)).toEqual([]);
		expect(service.asked).toEqual([1]);
	});

	it('that says a wrong total is read to its end', async () => {
		expect(await read(serviceWith(260, { total: 3 }))).toEqual(ids(260));
		expect(await read(serviceWith(60, { total: 9_999 }))).toEqual(ids(60));
	});

	it('that gives no links is read on as long as its total says that there is more', async () => {
		for (const total of [120, 9_999]) {
			expect(await read(serviceWith(120, { total, next: () => null }))).toEqual(ids(120));
		}
		const second = serviceWith(120, { next: () => null });
		expect(await read(second, { firstPage: 2 })).toEqual(ids(70, 50));
		expect(second.asked).toEqual([2, 3]);
	});

	it('that gives no links and says that its one page is all is not asked for more', async () => {
		const service = serviceWith(50, { next: () => null });
		expect(await read(service)).toEqual(ids(50));
		expect(service.asked).toEqual([1]);
	});

	it('that gives its first page whatever is asked, and no links, ends in an error', async () => {
		const { fetchPage } = serviceWith(50, { total: 120, next: () => null });
		const first = async () => await fetchPage({ page: 1, per_page: 50 });
		await expect(read(serviceWith(0), { fetchPage: first })).rejects.toThrow('nothing new');
	});

	it.each([{}, [], 'text', undefined, { message: 'Hello' }, { _embedded: null }])(
		'that is none is refused: %j',
		async (body) => {
			const fetchPage = async () => ({ status: 200, headers: {}, throttled: false, body });
			await expect(read(serviceWith(0), { fetchPage })).rejects.toMatchObject({
				message: 'The service answered without the list that was asked for',
				remedy: expect.stringContaining('list of products'),
			});
		},
	);

	it.each([
		['the same page again and again', 50],
		['one record, again and again', 1],
	])('that gives %s ends in an error', async (_, count) => {
		const records = ids(count).map((id) => ({ id }));
		let asked = 0;
		const fetchPage = async ({ page }: PageQuery) => {
			asked++;
			const next = { href: `${BASE_URL}/products?page=${page + 1}&x=${asked}` };
			const body = { total: count, _links: { next }, _embedded: { products: records } };
			return { status: 200, headers: {}, throttled: false, body };
		};
		for (const limit of [undefined, 500]) {
			asked = 0;
			await expect(read(serviceWith(0), { ...(limit && { limit }), fetchPage })).rejects.toThrow(
				'does not end',
			);
			expect(asked).toBeLessThan(5);
		}
	});

	it('of records that nothing tells apart ends in an error when its page repeats', async () => {
		const fetchPage = async ({ page }: PageQuery) => {
			const next = { href: `${BASE_URL}/products?page=${page + 1}` };
			const body = { _links: { next }, _embedded: { products: [{ name: 'a' }, { name: 'a' }] } };
			return { status: 200, headers: {}, throttled: false, body };
		};
		await expect(read(serviceWith(0), { fetchPage })).rejects.toThrow('does not end');
	});

	it.each([2, 3])(
		'of %i pages ends in an error when each of them is the first one',
		async (pages) => {
			const { fetchPage } = serviceWith(50 * pages);
			const first = await fetchPage({ page: 1, per_page: 50 });
			const repeating = async ({ page, per_page: perPage }: PageQuery) => ({
				...first,
				body: {
					...(await fetchPage({ page, per_page: perPage })).body,
					_embedded: first.body._embedded,
				},
			});
			await expect(read(serviceWith(0), { fetchPage: repeating })).rejects.toThrow('nothing new');
		},
	);

	it('may repeat a page, when records move while it is read', async () => {
		const records = [...ids(50), ...ids(50), ...ids(50, 50)].map((id) => ({ id }));
		expect(await read(serviceWith(0, { records }))).toEqual(ids(100));
	});

	it('gives a record once although pages shift while they are read', async () => {
		const records = [...ids(50), ...ids(50, 49)].map((id) => ({ id }));
		expect(await read(serviceWith(0, { records }))).toEqual(ids(99));
	});

	it('keeps the same video at two places of a collection', async () => {
		const records = [
			{ id: 1, item_id: 10 },
			{ id: 1, item_id: 11 },
		];
		expect(await read(serviceWith(0, { records }))).toEqual([1, 1]);
	});

	it('may arrive as an object with numeric keys', async () => {
		const fetchPage = async () => ({
			status: 200,
			headers: {},
			throttled: false,
			body: { _embedded: { products: { 0: { id: 5 }, 1: { id: 6 } } } },
		});
		expect(await read(serviceWith(0), { fetchPage })).toEqual([5, 6]);
	});

	it('longer than n8n can pass on is refused with how to split it', async () => {
		const service = serviceWith(MAX_RECORDS + 1);
		await expect(read(service)).rejects.toMatchObject({
			message: expect.stringContaining(String(MAX_RECORDS)),
			remedy: expect.stringContaining('Limit'),
		});
		expect(service.asked.length).toBeLessThan(20);
		expect(await read(service, { limit: 10 })).toEqual(ids(10));
	});

	it('that only claims to be longer than n8n can pass on is read', async () => {
		const service = serviceWith(60, { total: MAX_RECORDS + 1 });
		expect(await read(service)).toEqual(ids(60));
	});
});

describe('a limit', () => {
	it('is met by as few records as whole pages allow', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 5_000 }),
				fc.integer({ min: 1, max: 500 }),
				(limit, max) => {
					const size = fittingPageSize(limit, max);
					const pages = Math.ceil(limit / size);
					return size <= max && pages === Math.ceil(limit / max) && pages * size - limit < pages;
				},
			),
		);
	});
});

describe('a next link', () => {
	it('that repeats ends in an error', async () => {
		const service = serviceWith(500, { next: () => `${BASE_URL}/products?page=2` });
		await expect(read(service)).rejects.toThrow('same next page');
	});

	it('that points elsewhere ends in an error', async () => {
		const service = serviceWith(500, { next: () => 'https://evil.test/products?page=2' });
		await expect(read(service)).rejects.toThrow('another address');
	});
});

it('any list is read completely, in order and without waste', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				count: fc.integer({ min: 0, max: 400 }),
				perPage: fc.integer({ min: 1, max: 60 }),
				limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
				cap: fc.integer({ min: 1, max: 60 }),
			}),
			async ({ count, perPage, limit, cap }) => {
				const service = serviceWith(count, { cap });
				const wanted = Math.min(count, limit ?? Infinity);
				expect(await read(service, { perPage, limit })).toEqual(ids(wanted));
				const size = Math.min(perPage, cap);
				expect(service.asked.length).toBe(Math.max(1, Math.ceil(wanted / size)));
			},
		),
	);
});
