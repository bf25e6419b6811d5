import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type * as Lists from '../../../../nodes/shared/lists/listReader';
import type { PageQuery } from '../../../../nodes/shared/lists/page';
import { built } from '../../../kit/built.mts';
import { TurnedClock } from '../../../kit/time.mts';

const lists = built<typeof Lists>('shared/lists/listReader');
const { identityOf, PAGES_AT_ONCE, readList } = lists;

let clock: TurnedClock;
beforeEach(() => {
	clock = new TurnedClock();
});
afterEach(() => clock.putBack());

const REMEDY =
	'Try again later. If it keeps happening, contact the service. Until then, read single pages with "Limit" and the option "Page".';
const ENDLESS = {
	message: 'The list never ends: the service keeps returning the same records',
	remedy: REMEDY,
};

/** The body of a page. */
const pageOf = (products: unknown, next?: unknown, total?: unknown) => ({
	total,
	_links: { next: { href: next } },
	_embedded: { products },
});

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const withIds = (numbers: number[]) => numbers.map((id) => ({ id }));

interface Service {
	records?: IDataObject[];
	total?: unknown;
	/** The largest page size. */
	cap?: number;
	next?: (page: number) => unknown;
	/** Replaces the body of a page; `look` counts the requests for the page. */
	change?: (body: ReturnType<typeof pageOf>, page: number, look: number) => unknown;
}

/** A list as the service pages it. */
function serviceWith(count: number, service: Service = {}) {
	const { records = withIds(ids(count)), cap = Infinity } = service;
	const { next = (page) => `https://svc.test/products?page=${page + 1}` } = service;
	const asked: number[] = [];
	let [underWay, atOnce] = [0, 0];
	const fetchPage = async ({ page, per_page: perPage }: PageQuery) => {
		asked.push(page);
		atOnce = Math.max(atOnce, ++underWay);
		await new Promise(setImmediate);
		underWay--;
		const size = Math.min(perPage, cap);
		const isLast = page * size >= records.length;
		const link = isLast && !service.next ? null : next(page);
		const total = 'total' in service ? service.total : records.length;
		const body = pageOf(records.slice((page - 1) * size, page * size), link, total);
		const look = asked.filter((number) => number === page).length;
		const changed = service.change ? service.change(body, page, look) : body;
		return { status: 200, headers: {}, body: changed };
	};
	const source = { key: 'products', firstPage: 1, perPage: 50, fetchPage };
	return {
		asked,
		mostAtOnce: () => atOnce,
		read: async (range: Partial<Lists.KeptList<unknown>> = {}) =>
			await readList({ ...source, keep: ({ id }: IDataObject) => id, ...range }),
	};
}

const complete = (count: number, from = 0) => ({ records: ids(count, from), missing: 0 });
const unlinked = () => undefined;

describe('a list', () => {
	it('is read to its end in the order of the service, a few pages at a time', async () => {
		const service = serviceWith(1_010);
		expect(await service.read()).toEqual(complete(1_010));
		expect(service.asked).toEqual(ids(21, 1));
		expect(service.mostAtOnce()).toBe(PAGES_AT_ONCE);
		expect(PAGES_AT_ONCE).toBe(10);
	});

	it('is read page by page without a total', async () => {
		const service = serviceWith(120, { total: undefined });
		expect((await service.read()).missing).toBe(0);
		expect(service.mostAtOnce()).toBe(1);
		expect(service.asked).toEqual([1, 2, 3]);
	});

	it('whose pages are shorter than asked for is short of its total by a page', async () => {
		const service = serviceWith(120, {
			cap: 50,
			next: () => null,
			change: (body, page) => (page === 1 ? body : pageOf([], null, 120)),
		});
		await expect(service.read({ perPage: 100 })).rejects.toThrow('it contains 50 of its 120');
	});

	it('that ends with an empty page which its total contradicts is read once more', async () => {
		const service = serviceWith(130, {
			next: (page) => (page === 1 ? 'next' : null),
			change: (body, page, look) => (page === 2 && look === 1 ? pageOf([], null, 130) : body),
		});
		expect(await service.read({ perPage: 100 })).toEqual(complete(130));
		expect(service.asked).toEqual([1, 2, 2]);
		expect(clock.waits).toEqual([500]);
	});

	it.each([
		[50, 100],
		[100, 100],
		[50, 50],
		[2, 2],
	])('without links and total is read on after a full page: %i of %i', async (cap, perPage) => {
		const count = 2 * cap + 1;
		const service = serviceWith(count, { cap, total: undefined, next: unlinked });
		expect(await service.read({ perPage })).toEqual(complete(count));
		expect(service.asked).toEqual([1, 2, 3]);
	});

	it('fails when a page is empty, links to another one and tells no total, twice', async () => {
		const service = serviceWith(0, { next: () => 'next', total: undefined });
		await expect(service.read()).rejects.toThrow(
			'The list is incomplete: a page is empty although another one follows',
		);
		expect(service.asked).toEqual([1, 1]);
	});

	it('ends when a page is empty and the total agrees, also when it has a next link', async () => {
		const service = serviceWith(0, { next: () => 'next' });
		expect(await service.read()).toEqual(complete(0));
		expect(service.asked).toEqual([1]);
	});

	it.each([130, 50])('whose link never changes is complete with the total %s', async (total) => {
		const service = serviceWith(130, { total, next: () => 'https://evil.test' });
		expect(await service.read()).toEqual(complete(130));
		expect(await service.read({ maxRecords: 120 })).toEqual(complete(120));
		expect(clock.waits).toEqual([]);
	});

	it('whose total counts one page only is read to its end', async () => {
		expect(await serviceWith(260, { total: 3 }).read()).toEqual(complete(260));
		expect(await serviceWith(260, { total: 50 }).read()).toEqual(complete(260));
	});

	it('without links is read on while its total counts more records', async () => {
		expect(await serviceWith(120, { next: unlinked }).read()).toEqual(complete(120));
		const service = serviceWith(120, { next: unlinked });
		expect(await service.read({ firstPage: 2 })).toEqual(complete(70, 50));
		expect(service.asked).toEqual([2, 3]);
		const single = serviceWith(50, { next: unlinked });
		expect(await single.read()).toEqual(complete(50));
		// The total of a full page may be that of the page.
		expect(single.asked).toEqual([1, 2]);
	});

	it('that is cut by a limit, or begins behind its end, is not short', async () => {
		expect(await serviceWith(130).read({ maxRecords: 60 })).toEqual(complete(60));
		expect(await serviceWith(130).read({ maxRecords: 500 })).toEqual(complete(130));
		expect(await serviceWith(130).read({ firstPage: 3 })).toEqual(complete(30, 100));
		expect(await serviceWith(130).read({ firstPage: 9 })).toEqual(complete(0));
	});

	it.each([
		[120, 121, [1, 2, 3]],
		[120, 149, [1, 2, 3]],
		[5, 9, [1]],
		// A full page, or more missing records than a page has, may hide another page, which is read twice before its
		// emptiness is believed. Page 3 is requested beside page 2.
		[100, 101, [1, 2, 3, 3]],
		[50, 99, [1, 2, 2]],
		[5, 54, [1, 2, 2]],
	])('of %i records with a total of %i is taken as it is', async (count, total, asked) => {
		const service = serviceWith(count, { total });
		expect(await service.read()).toEqual({ records: ids(count), missing: total - count });
		expect(service.asked).toEqual(asked);
	});

	it.each([
		[100, 50, 120, null, 120],
		[100, 50, 120, undefined, 120],
		// The total is that of the page.
		[100, 50, 120, undefined, 50],
		[100, 50, 150, undefined, 50],
		[100, 25, 60, null, 60],
		[100, 20, 120, null, 120],
		[50, 20, 60, null, 60],
	])(
		'of which %i are asked for and %i come is read to its end: %i records, links %j, total %i',
		async (perPage, cap, count, link, total) => {
			const service = serviceWith(count, { cap, total, next: () => link });
			expect(await service.read({ perPage })).toEqual(complete(count));
		},
	);

	it.each([
		[120, 170, '120 of its 170', [1, 2, 3, 4, 4]],
		[100, 150, '100 of its 150', [1, 2, 3, 3]],
		[50, 9_999, '50 of its 9,999', undefined],
		[5, 55, '5 of its 55', [1, 2, 2]],
	])('of %i records with a total of %i is incomplete', async (count, total, words, asked) => {
		const service = serviceWith(count, { total });
		await expect(service.read()).rejects.toMatchObject({
			message: `The list is incomplete: it contains ${words} records`,
			remedy: REMEDY,
		});
		expect(clock.waits).toEqual([500]);
		if (asked) expect(service.asked).toEqual(asked);
	});

	it('that ends in an empty page, whatever the total of that page, is incomplete', async () => {
		const service = serviceWith(50, {
			next: () => 'next',
			change: (body, page) => (page === 1 ? { ...body, total: 200 } : pageOf([], null, 0)),
		});
		await expect(service.read()).rejects.toThrow('it contains 50 of its 200 records');
		expect(service.asked.filter((page) => page === 2)).toHaveLength(2);
	});

	it('is complete when records have left it while it was read', async () => {
		const service = serviceWith(260, {
			change: (body, page) => ({ ...body, total: page === 1 ? 400 : 260 }),
		});
		expect(await service.read()).toEqual(complete(260));
	});

	it('of which the service shows fewer a page than were asked for is measured by its own pages', async () => {
		const service = serviceWith(120, { cap: 50, total: 171 });
		await expect(service.read({ perPage: 100 })).rejects.toThrow('120 of its 171');
	});

	it('ends the wait before a page is read again when the execution is cancelled', async () => {
		clock.putBack();
		const execution = new AbortController();
		const reading = serviceWith(0, { total: 3 }).read({ signal: execution.signal });
		setImmediate(() => setImmediate(() => execution.abort()));
		const began = Date.now();
		await expect(reading).rejects.toThrow('The execution was canceled');
		expect(Date.now() - began).toBeLessThan(400);
	});

	it('that has none of the records in its total is an error', async () => {
		const service = serviceWith(0, { total: 3 });
		await expect(service.read()).rejects.toMatchObject({
			message: 'The list is incomplete: it contains none of its 3 records',
			remedy: REMEDY,
		});
		expect(service.asked).toEqual([1, 1]);
	});

	const fifty = withIds(ids(50));

	it.each([
		['with next links', fifty, 50, 'next'],
		['of one record with next links', [{ id: 0 }], 1, 'next'],
		['of records without ids', [{ name: 'a' }, { name: 'b' }], undefined, 'next'],
		['without links', fifty, 120, null],
	])('%s ends in an error when its page repeats', async (_, records, total, next) => {
		for (const limit of [undefined, 500]) {
			const service = serviceWith(0, { change: () => pageOf(records, next, total) });
			const reading = service.read(limit === undefined ? {} : { maxRecords: limit });
			await expect(reading).rejects.toMatchObject(ENDLESS);
			expect(service.asked.filter((page) => page === 2)).toHaveLength(2);
			expect(service.asked.length).toBeLessThan(5);
		}
		expect(clock.waits).toEqual([500, 500]);
	});

	it('may end with rows of the previous page: a customer has one for each plan', async () => {
		const records = withIds([...ids(50), 48, 49]);
		expect(await serviceWith(0, { records }).read()).toEqual(complete(50));
	});

	it('has no duplicates when a page has rows twice, or its pages shift', async () => {
		const twice = withIds([...ids(50), 50, 50, 51]);
		expect(await serviceWith(0, { records: twice }).read()).toEqual(complete(52));
		const shifted = withIds([...ids(50), ...ids(50, 49)]);
		expect(await serviceWith(0, { records: shifted }).read()).toEqual(complete(99));
	});

	it('keeps the same video at two places of a collection', async () => {
		const records = [10, 11].map((place) => ({ id: 1, item_id: place }));
		expect((await serviceWith(0, { records }).read()).records).toEqual([1, 1]);
	});

	it('fails when one of its pages fails, unless the page is behind its end', async () => {
		const failing = (from: number) =>
			serviceWith(100, {
				total: 200,
				change: (body, page) => {
					if (page >= from) throw new Error(`No page ${page}`);
					return page === 2 ? { ...body, total: 100 } : body;
				},
			});
		await expect(failing(2).read()).rejects.toThrow('No page 2');
		expect(await failing(3).read({ maxRecords: 100 })).toEqual(complete(100));
	});
});

describe.each<[string, Service]>([
	['a next link and a total', {}],
	['a next link alone', { total: undefined }],
	['a total alone', { next: unlinked }],
])('a page that is wrong for a moment, in a list with %s,', (_, service) => {
	const repeated = (looks: number) =>
		serviceWith(130, {
			...service,
			change: (body, page, look) =>
				page === 2 && look <= looks ? { ...body, _embedded: { products: withIds(ids(50)) } } : body,
		});

	it('is read once more when it repeats the page before', async () => {
		const list = repeated(1);
		expect(await list.read()).toEqual(complete(130));
		expect(list.asked.filter((page) => page === 2)).toHaveLength(2);
		expect(clock.waits).toEqual([500]);
		await expect(repeated(2).read()).rejects.toMatchObject(ENDLESS);
	});

	it('is read once more when it is empty, and then refused', async () => {
		const empty = (looks: number) =>
			serviceWith(130, {
				...service,
				change: (body, page, look) =>
					page === 2 && look <= looks ? { ...body, _embedded: { products: [] } } : body,
			});
		expect(await empty(1).read()).toEqual(complete(130));
		expect(clock.waits).toEqual([500]);
		await expect(empty(2).read()).rejects.toThrow('The list is incomplete');
	});
});

it.each([
	['by its id where all share a link', (id: number) => ({ id })],
	['by its content where its id is null', (n: number) => ({ id: null, n })],
	['by its content where it has no id', (n: number) => ({ n })],
])('a record is identified %s', async (_, recordOf) => {
	const self = { _links: { self: { href: 'https://svc.test/products' } } };
	const records = ids(120).map((number) => ({ ...recordOf(number), ...self }));
	expect((await serviceWith(0, { records }).read()).records).toHaveLength(120);
});

it('a record is identified by its item_id, or by its id when that is null', () => {
	expect(identityOf({ item_id: null, id: 5 })).toBe(identityOf({ id: 5 }));
	expect(identityOf({ item_id: 5, id: 1 })).not.toBe(identityOf({ id: 5 }));
});

it('any list is read completely, in order, with as few requests as possible', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				count: fc.integer({ min: 0, max: 400 }),
				perPage: fc.integer({ min: 1, max: 60 }),
				limit: fc.integer({ min: 1, max: 500 }),
				cap: fc.integer({ min: 1, max: 60 }),
			}),
			async ({ count, perPage, limit, cap }) => {
				const service = serviceWith(count, { cap });
				const wanted = Math.min(count, limit);
				expect(await service.read({ perPage, maxRecords: limit })).toEqual(complete(wanted));
				const size = Math.min(perPage, cap);
				expect(service.asked).toHaveLength(Math.max(1, Math.ceil(wanted / size)));
			},
		),
	);
});
