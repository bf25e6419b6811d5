import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as Pagination from '../../../../nodes/shared/http/pagination';
import type * as Response from '../../../../nodes/shared/http/response';
import { built } from '../../../kit/built.mts';
import { TurnedClock } from '../../../kit/time.mts';

const { fittingPageSize, identityOf, PAGES_AT_ONCE, readList, readPage } =
	built<typeof Pagination>('shared/http/pagination');
const { MAX_RECORDS } = built<typeof Response>('shared/http/response');

describe('the total of a page', () => {
	it.each([
		[12, 12],
		['12', 12],
		[0, 0],
	])('%j is %d', (total, count) => {
		expect(readPage({ total, _embedded: { products: [] } }, 'products').total).toBe(count);
	});

	it.each([undefined, null, 'many', -1, 1.5, 1e300, [12], true])('%j is not known', (total) => {
		const page = readPage({ total, _embedded: { products: [] } }, 'products');
		expect(page.total).toBeUndefined();
	});
});

let clock: TurnedClock;
beforeEach(() => {
	clock = new TurnedClock();
});
afterEach(() => clock.putBack());

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
		fetchPage: async ({ page, per_page: perPage }: Pagination.PageQuery) => {
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
				path: '',
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

	it('is read page by page when it has no total', async () => {
		const service = serviceWith(120, { total: undefined });
		expect(await read(service)).toEqual(ids(120));
		expect(service.asked).toEqual([1, 2, 3]);
		expect(service.mostAtOnce()).toBe(1);
	});

	it('is read one page after the other after a 429', async () => {
		const service = serviceWith(1_000, { throttledPage: 1 });
		expect(await read(service)).toEqual(ids(1_000));
		expect(service.mostAtOnce()).toBe(1);
	});

	it('ends when a page is empty, whatever its next link says', async () => {
		const service = serviceWith(0, { next: () => `${BASE_URL}/products?page=2` });
		expect(await read(service)).toEqual([]);
		expect(service.asked).toEqual([1]);
	});

	it.each([undefined, 130, 50])(
		'is complete although its next link never changes, with the total %s',
		async (total) => {
			const service = serviceWith(130, { total, next: () => `${BASE_URL}/products?page=2` });
			expect(await read(service)).toEqual(ids(130));
			expect(await read(service, { limit: 120 })).toEqual(ids(120));
		},
	);

	it('is read without following its links, wherever they lead', async () => {
		const service = serviceWith(130, { next: (page) => (page < 3 ? 'https://evil.test' : null) });
		expect(await read(service)).toEqual(ids(130));
		expect(service.asked).toEqual([1, 2, 3]);
	});

	it('whose total counts one page only is read to its end', async () => {
		expect(await read(serviceWith(260, { total: 3 }))).toEqual(ids(260));
		expect(await read(serviceWith(260, { total: 50 }))).toEqual(ids(260));
	});

	it.each([
		[60, 63],
		[50, 53],
		[120, 130],
		[5, 8],
	])(
		'of %i records that ends a little short of its total %i says so, without another look',
		async (count, total) => {
			const service = serviceWith(count, { total });
			const onShortfall = vi.fn();
			expect(await read(service, { onShortfall })).toEqual(ids(count));
			expect(onShortfall.mock.calls).toEqual([[{ received: count, total }]]);
			expect(service.asked.length).toBeLessThan(5);
		},
	);

	it('that is complete or was cut by a limit is not reported as short', async () => {
		const onShortfall = vi.fn();
		await read(serviceWith(130), { onShortfall });
		await read(serviceWith(130), { onShortfall, limit: 60 });
		await read(serviceWith(130), { onShortfall, firstPage: 3 });
		expect(onShortfall).not.toHaveBeenCalled();
	});

	it('that ends far short of its total is not complete', async () => {
		const reading = read(serviceWith(60, { total: 9_999 }));
		await expect(reading).rejects.toThrow('60 of 9999 records came');
		await expect(read(serviceWith(0, { total: 60 }))).rejects.toThrow('0 of 60 records came');
		await expect(read(serviceWith(0, { total: 3 }))).rejects.toThrow('0 of 3 records came');
	});

	it('without links is read on while its total says that there is more', async () => {
		expect(await read(serviceWith(120, { total: 120, next: () => null }))).toEqual(ids(120));
		const second = serviceWith(120, { next: () => null });
		expect(await read(second, { firstPage: 2 })).toEqual(ids(70, 50));
		expect(second.asked).toEqual([2, 3]);
	});

	it('without links whose total is one page is read with one request', async () => {
		const service = serviceWith(50, { next: () => null });
		expect(await read(service)).toEqual(ids(50));
		expect(service.asked).toEqual([1]);
	});

	it('without links that repeats its first page ends in an error', async () => {
		const { fetchPage } = serviceWith(50, { total: 120, next: () => null });
		const first = async () => await fetchPage({ page: 1, per_page: 50 });
		await expect(read(serviceWith(0), { fetchPage: first })).rejects.toThrow('nothing new');
	});

	it.each([[{}], [[]], ['text'], [undefined], [{ message: 'Hello' }], [{ _embedded: null }]])(
		'that is none is refused: %j',
		async (body) => {
			const fetchPage = async () => ({
				status: 200,
				headers: {},
				path: '',
				throttled: false,
				body,
			});
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
		const fetchPage = async ({ page }: Pagination.PageQuery) => {
			asked++;
			const next = { href: `${BASE_URL}/products?page=${page + 1}&x=${asked}` };
			const body = { total: count, _links: { next }, _embedded: { products: records } };
			return { status: 200, headers: {}, path: '', throttled: false, body };
		};
		for (const limit of [undefined, 500]) {
			asked = 0;
			await expect(read(serviceWith(0), { ...(limit && { limit }), fetchPage })).rejects.toThrow(
				'does not end',
			);
			expect(asked).toBeLessThan(5);
		}
	});

	it('of records without ids ends in an error when its page repeats', async () => {
		const fetchPage = async ({ page }: Pagination.PageQuery) => {
			const next = { href: `${BASE_URL}/products?page=${page + 1}` };
			const body = { _links: { next }, _embedded: { products: [{ name: 'a' }, { name: 'a' }] } };
			return { status: 200, headers: {}, path: '', throttled: false, body };
		};
		await expect(read(serviceWith(0), { fetchPage })).rejects.toThrow('does not end');
	});

	it.each([2, 3])(
		'of %i pages ends in an error when each of them is the first one',
		async (pages) => {
			const { fetchPage } = serviceWith(50 * pages);
			const first = await fetchPage({ page: 1, per_page: 50 });
			const repeating = async ({ page, per_page: perPage }: Pagination.PageQuery) => ({
				...first,
				body: {
					...(await fetchPage({ page, per_page: perPage })).body,
					_embedded: first.body._embedded,
				},
			});
			await expect(read(serviceWith(0), { fetchPage: repeating })).rejects.toThrow('nothing new');
		},
	);

	it('may end with rows of the page before: a customer has one for each plan', async () => {
		const records = [...ids(50), 49].map((id) => ({ id }));
		expect(await read(serviceWith(0, { records }))).toEqual(ids(50));
	});

	it('has each record once although pages shift while they are read', async () => {
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
			path: '',
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

	it('that only claims to be longer than n8n can pass on is not complete', async () => {
		const reading = read(serviceWith(60, { total: MAX_RECORDS + 1 }));
		await expect(reading).rejects.toThrow(`60 of ${MAX_RECORDS + 1} records came`);
	});
});

describe('a limit', () => {
	it('is reached with as few pages as possible', () => {
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

/** A list of 130 whose second page is, for the first looks at it, another one than it should be. */
function disturbed(looks: number, as: 'empty' | 'first', options: ListOptions = {}) {
	const service = serviceWith(130, options);
	let left = looks;
	const fetchPage = async (query: Pagination.PageQuery) => {
		const answer = await service.fetchPage(query);
		if (query.page !== 2 || left-- <= 0) return answer;
		const other = await service.fetchPage({ ...query, page: as === 'first' ? 1 : 99 });
		return { ...answer, body: { ...answer.body, _embedded: other.body._embedded } };
	};
	return { ...service, fetchPage };
}

const LINKS: Array<[string, ListOptions]> = [
	['a next link and a total', {}],
	['a next link alone', { total: undefined }],
	['a total alone', { next: () => null }],
];

describe.each(LINKS)('a page that is wrong for a moment, with %s', (_, options) => {
	it.each([
		['empty', 1],
		['empty', 2],
		['first', 2],
	] as const)('is read again: %s, at the first %i looks', async (as, looks) => {
		expect(await read(disturbed(looks, as, options))).toEqual(ids(130));
	});

	it.each([undefined, 100])(
		'ends in an error when it stays empty, with the limit %s',
		async (limit) => {
			const reading = read(disturbed(Infinity, 'empty', options), { limit });
			const count = 'total' in options ? '50 records came' : '50 of 130 records came';
			await expect(reading).rejects.toThrow(count);
		},
	);

	it('ends in an error when it stays the first page', async () => {
		const reading = read(disturbed(Infinity, 'first', options));
		await expect(reading).rejects.toThrow(/nothing new \(50 (of 130 )?records came/);
	});
});

it('an empty page with a smaller total is not believed after a page with a larger one', async () => {
	const service = serviceWith(130);
	const fetchPage = async (query: Pagination.PageQuery) => {
		const answer = await service.fetchPage(query);
		const none = { total: 0, _links: {}, _embedded: { products: [] } };
		return query.page === 1 ? answer : { ...answer, body: none };
	};
	const reading = read({ ...service, fetchPage: fetchPage as typeof service.fetchPage });
	await expect(reading).rejects.toThrow('50 of 130 records came');
});

it.each([
	['with a link to it is missed', (page: number) => (page < 2 ? 'next' : null), 'rejects'],
	['without a link may count hidden records', () => null, 'resolves'],
] as const)('a last page that is empty %s', async (_, next, outcome) => {
	const reading = read(serviceWith(50, { total: 60, next }));
	if (outcome === 'rejects') await expect(reading).rejects.toThrow('50 of 60 records came');
	else await expect(reading).resolves.toEqual(ids(50));
});

it.each([
	[1, ids(107)],
	[Infinity, ids(100)],
])(
	'a linked page that is empty at %d looks, with few missing, is read again',
	async (looks, found) => {
		const service = serviceWith(107);
		let left = looks;
		const fetchPage = async (query: Pagination.PageQuery) =>
			await service.fetchPage(query.page === 3 && left-- > 0 ? { ...query, page: 9 } : query);
		expect(await read({ ...service, fetchPage })).toEqual(found);
	},
);

it('links that lead on for ever do not hide an empty page in the middle', async () => {
	const next = () => `${BASE_URL}/products?page=2`;
	const reading = read(disturbed(Infinity, 'empty', { total: undefined, next }));
	await expect(reading).rejects.toThrow('50 records came, and the service says');
});

describe('a record', () => {
	const self = { _links: { self: { href: `${BASE_URL}/products` } } };

	it.each([
		['by its id, whatever link all of them share', ids(120).map((id) => ({ id, ...self }))],
		['by all that it says, when its id is null', ids(120).map((n) => ({ id: null, n, ...self }))],
		['by all that it says, when it has no id', ids(120).map((n) => ({ n, ...self }))],
	])('is identified %s', async (_, records) => {
		expect(await read(serviceWith(0, { records }), { keep: String })).toHaveLength(120);
	});

	it('with a null item_id is identified by its id', () => {
		expect(identityOf({ item_id: null, id: 5 })).toBe(identityOf({ id: 5 }));
		expect(identityOf({ item_id: 5, id: 1 })).not.toBe(identityOf({ id: 5 }));
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
