import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as Pagination from '../../../../nodes/shared/client/lists';
import type * as Response from '../../../../nodes/shared/client/response';
import { built } from '../../../kit/built.mts';
import { TurnedClock } from '../../../kit/time.mts';

const { fittingPageSize, identityOf, PAGES_AT_ONCE, readList, readPage, readWholeList } =
	built<typeof Pagination>('shared/client/lists');
const { MAX_RECORDS } = built<typeof Response>('shared/client/response');

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

const response = <T,>(body: T, throttled = false) => ({
	...{ status: 200, headers: {}, path: '', throttled },
	body,
});

type Records = Array<Record<string, unknown>>;

/** The body of a page. */
const pageOf = (products: Records, next?: unknown, total?: unknown) => ({
	total,
	_links: { next: { href: next } },
	_embedded: { products },
});

interface ListOptions {
	total?: unknown;
	cap?: number;
	next?: (page: number) => unknown;
	throttledPage?: number;
	records?: Records;
}

/** A list of `count` records as the service pages it. */
function serviceWith(count: number, options: ListOptions = {}) {
	const asked: number[] = [];
	let underWay = 0;
	let mostAtOnce = 0;
	const records = options.records ?? Array.from({ length: count }, (_, id) => ({ id }));
	const nextOf = (page: number, isLast: boolean) =>
		isLast ? null : `${BASE_URL}/products?page=${page + 1}`;
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
			const { next = (from: number) => nextOf(from, from * size >= records.length) } = options;
			const total = 'total' in options ? options.total : records.length;
			return response(pageOf(onPage, next(page), total), page === options.throttledPage);
		},
	};
}

function read(service: Pick<Pagination.ListRequest, 'fetchPage'>, request: object = {}) {
	return readList({
		key: 'products',
		firstPage: 1,
		perPage: 50,
		keep: ({ id }) => id,
		fetchPage: service.fetchPage,
		...request,
	});
}

/** Reads a list whose pages have these bodies. */
const readBodies = async (bodyOf: (page: number) => unknown, request: object = {}) =>
	await read({ fetchPage: async ({ page }) => response(bodyOf(page)) }, request);

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

	it('ends when a page is empty, also when it has a next link', async () => {
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

	it('is read by page numbers instead of its links', async () => {
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
		'of %i records whose total is %i is reported as short, and not read again',
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

	it('without links is read on while its total counts more records', async () => {
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

	it.each([[{}], [[]], ['text'], [undefined], [{ message: 'Hello' }], [{ _embedded: null }]])(
		'is refused for a body without a list: %j',
		async (body) => {
			await expect(readBodies(() => body)).rejects.toMatchObject({
				message: 'The service answered without the list that was asked for',
				remedy: expect.stringContaining('list of products'),
			});
		},
	);

	const fifty = ids(50).map((id) => ({ id }));

	it.each([
		['with next links', fifty, 50, 'next'],
		['of one record with next links', [{ id: 0 }], 1, 'next'],
		['of records without ids', [{ name: 'a' }, { name: 'a' }], undefined, 'next'],
		['without links', fifty, 120, null],
	])('%s ends in an error when its page repeats', async (_, records, total, next) => {
		for (const limit of [undefined, 500]) {
			let asked = 0;
			const reading = readBodies(
				(page) => pageOf(records, next && `${next} of ${page}, ${++asked}`, total),
				{ ...(limit && { limit }) },
			);
			await expect(reading).rejects.toThrow('nothing new');
			expect(asked).toBeLessThan(5);
		}
	});

	it.each([2, 3])('of %i pages ends in an error when all are the first one', async (pages) => {
		const next = (page: number) => (page < pages ? 'next' : null);
		const reading = readBodies((page) => pageOf(fifty, next(page), 50 * pages));
		await expect(reading).rejects.toThrow('nothing new');
	});

	it('may end with rows of the previous page: a customer has one for each plan', async () => {
		const records = [...ids(50), 49].map((id) => ({ id }));
		expect(await read(serviceWith(0, { records }))).toEqual(ids(50));
	});

	it('has no duplicates when its pages shift while they are read', async () => {
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

	it('longer than n8n can pass on is refused, with how to split it', async () => {
		const service = serviceWith(MAX_RECORDS + 1);
		await expect(read(service)).rejects.toMatchObject({
			message: expect.stringContaining(String(MAX_RECORDS)),
			remedy: expect.stringContaining('Limit'),
		});
		expect(await read(service, { limit: 10 })).toEqual(ids(10));
	});

	it('whose total alone is longer than n8n can pass on is not complete', async () => {
		const reading = read(serviceWith(60, { total: MAX_RECORDS + 1 }));
		await expect(reading).rejects.toThrow(`60 of ${MAX_RECORDS + 1} records came`);
	});
});

it('fittingPageSize reaches a limit with as few pages and records as possible', () => {
	const [limits, sizes] = [fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 500 })];
	fc.assert(
		fc.property(limits, sizes, (limit, max) => {
			const size = fittingPageSize(limit, max);
			const pages = Math.ceil(limit / size);
			return size <= max && pages === Math.ceil(limit / max) && pages * size - limit < pages;
		}),
	);
});

/** A list of 130 records. The first `looks` at its second page find it empty, or equal to the first one. */
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

describe.each(LINKS)('a page that is wrong for a moment in a list with %s', (_, options) => {
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

it('a list is not complete when an empty page has a smaller total than the page before', async () => {
	const service = serviceWith(130);
	const fetchPage = async (query: Pagination.PageQuery) => {
		return query.page === 1 ? await service.fetchPage(query) : response(pageOf([], null, 0));
	};
	const reading = read({ fetchPage });
	await expect(reading).rejects.toThrow('50 of 130 records came');
});

it.each([
	['an error when a link leads to it', (page: number) => (page < 2 ? 'next' : null), 'rejects'],
	['taken for hidden records without a link', () => null, 'resolves'],
] as const)('an empty last page is %s', async (_, next, outcome) => {
	const reading = read(serviceWith(50, { total: 60, next }));
	if (outcome === 'rejects') await expect(reading).rejects.toThrow('50 of 60 records came');
	else await expect(reading).resolves.toEqual(ids(50));
});

it.each([
	[1, ids(107)],
	[Infinity, ids(100)],
])(
	'a linked page that is empty for %d looks while few records are missing is read again',
	async (looks, found) => {
		const service = serviceWith(107);
		let left = looks;
		const fetchPage = async (query: Pagination.PageQuery) =>
			await service.fetchPage(query.page === 3 && left-- > 0 ? { ...query, page: 9 } : query);
		expect(await read({ fetchPage })).toEqual(found);
	},
);

it('an empty page in the middle is an error although every page has a next link', async () => {
	const next = () => `${BASE_URL}/products?page=2`;
	const reading = read(disturbed(Infinity, 'empty', { total: undefined, next }));
	await expect(reading).rejects.toThrow('50 records came, and the service says');
});

describe('a record', () => {
	const self = { _links: { self: { href: `${BASE_URL}/products` } } };

	it.each([
		['by its id where all share a link', ids(120).map((id) => ({ id, ...self }))],
		['by its content where its id is null', ids(120).map((n) => ({ id: null, n, ...self }))],
		['by its content where it has no id', ids(120).map((n) => ({ n, ...self }))],
	])('is identified %s', async (_, records) => {
		expect(await read(serviceWith(0, { records }), { keep: String })).toHaveLength(120);
	});

	it('is identified by its item_id, or by its id when that is null', () => {
		expect(identityOf({ item_id: null, id: 5 })).toBe(identityOf({ id: 5 }));
		expect(identityOf({ item_id: 5, id: 1 })).not.toBe(identityOf({ id: 5 }));
	});
});

it('any list is read completely, in order, with as few requests as possible', async () => {
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

describe('readWholeList', () => {
	/** Reads a list that is one record short of its total in its first readings. */
	async function readShort(shortReadings: number) {
		let readings = 0;
		const fetchPage = async ({ page }: Pagination.PageQuery) => {
			if (page === 1) readings++;
			const total = readings > shortReadings ? 2 : 3;
			const records = page === 1 ? [{ id: 1 }, { id: 2 }] : [];
			return await Promise.resolve(response(pageOf(records, null, total)));
		};
		const list = { key: 'products', firstPage: 1, perPage: 50, fetchPage };
		const result = await readWholeList({ ...list, keep: ({ id }) => id });
		return { ...result, readings };
	}

	it.each([0, 1, 2])(
		'returns the records once they are complete, after %i short readings',
		async (short) => {
			expect(await readShort(short)).toEqual({ records: [1, 2], missing: 0, readings: short + 1 });
		},
	);

	it('says how many are missing after three readings', async () => {
		expect(await readShort(9)).toEqual({ records: [1, 2], missing: 1, readings: 3 });
	});
});
