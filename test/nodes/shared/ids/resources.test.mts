import { describe, expect, it } from 'vitest';

import {
	hrefOf,
	requireId,
	requireIds,
	type ResourceName,
	RESOURCES,
	resourcesInPath,
	resourcesNamed,
} from '../../../../nodes/shared/ids/resources';

const BASE = 'https://svc.test/api';
const id = (value: unknown, kind: ResourceName = 'collection') => requireId(value, kind, 'Thing');

/** Cells with two addresses: the last one must not count. */
const SEVERAL = [
	...[',', ', ', ';', '; ', ' ', '\n', '|', ' and ', '', '\u200B'].map(
		(between) => `${BASE}/collections/5${between}${BASE}/collections/6`,
	),
	`${BASE}/collections/5/,${BASE}/collections/6/items`,
	`${BASE}/collections/5?x=1,${BASE}/collections/6`,
	`${BASE}/collections/5#top; ${BASE}/collections/6`,
	`${BASE}/collections/5,/collections/6`,
	`${BASE}/collections/5, 6`,
	`${BASE}/videos/5,${BASE}/collections/6`,
	encodeURIComponent(`${BASE}/collections/5,${BASE}/collections/6`),
];

describe('an id', () => {
	const product = encodeURIComponent(`${BASE}/products/7`);
	const addresses = [
		`${BASE}/collections/5`,
		`${BASE}/collections/5/`,
		`${BASE}/collections/5/items`,
		`${BASE}/collections/5/items/`,
		...[
			...['collections', 'customers', 'files', 'items', 'prices', 'products', 'report'],
			...['update_position', 'watching', 'watchlist'],
		].map((subPath) => `${BASE}/collections/5/${subPath}`),
		`${BASE}/collections/5?product=${product}`,
		`${BASE}/collections/5/items?product=${product}`,
		`${BASE}/collections/5#top`,
		`${BASE}/collections/5?product=${BASE}/products/7`,
		`${BASE}/collections/5%3Fproduct=${product}`,
	];

	it.each([
		5,
		'5',
		'005',
		'5 ',
		' 5',
		'5\n',
		'\u00A05',
		'5\u200B',
		'5.0',
		5.0,
		` ${BASE}/collections/5\n`,
		`${BASE}/collections/005`,
		{ __rl: true, mode: 'id', value: '5' },
		...addresses,
	])('may be %j', (value) => {
		expect(id(value)).toBe('5');
	});

	it.each(addresses)('may be a URL-encoded address: %s', (address) => {
		expect(id(encodeURIComponent(address))).toBe('5');
	});

	it.each([
		[undefined, 'is empty'],
		[null, 'is empty'],
		['', 'is empty'],
		[true, 'is neither a number nor a text: "true"'],
		[[5], 'is neither a number nor a text: "[5]"'],
		[{}, 'neither'],
		[5.5, 'is not an ID'],
		[-5, 'is not an ID'],
		['5\u200B6', 'is not an ID: "5<U+200B>6"'],
		[' \u200B', 'is empty'],
		['1.23E+09', 'is not an ID'],
		['1,234', 'is not an ID'],
		['1.000', 'is not an ID'],
		['5.00', 'is not an ID'],
		['#7', 'is not an ID'],
		['#N/A', 'is not an ID'],
		['9007199254740992', 'too large'],
		['9007199254740993', 'too large'],
		[2 ** 53, 'too large'],
		[`${BASE}/collections/9007199254740993`, 'too large'],
		['1e3', 'is not an ID'],
		[`${BASE}/videos/5`, 'not that of a collection: "https:\u200B//svc'],
		[`${BASE}/collections`, 'not that of a collection'],
		[`${BASE}/collections/`, 'not that of a collection'],
		[`${BASE}/collections/x`, 'not that of a collection'],
		[`${BASE}/collections/5/unknown`, 'not that of a collection'],
		[`${BASE}/collections/5/items/7`, 'not that of a collection'],
		[`${BASE}/collections/5/../../videos/6`, 'not that of a collection'],
		['https%3A%2F%2F%', 'is not an ID'],
		...SEVERAL.map((text): [unknown, string] => [text, 'more than one URL']),
		[`5,${BASE}/collections/6`, 'is not an ID'],
	])('must not be %j, which %s', (value, problem) => {
		expect(() => id(value)).toThrow(problem);
	});

	it.each([
		['x', 'video', ''],
		['ada@example.com', 'video', ''],
		['ada', 'customer', ''],
		['ada@example.com', 'customer', ' For an email address, choose By Email.'],
	] as const)('%s as the ID of a %s is refused with what to enter', (value, kind, hint) => {
		const description = `Enter the ID of the ${kind}, a whole number such as 123, or its URL, for example "href" from another node.${hint}`;
		expect(() => id(value, kind)).toThrow(expect.objectContaining({ description }));
	});

	it('is quoted in part when it is long', () => {
		expect(() => id('x'.repeat(101))).toThrow(`"${'x'.repeat(60)}…"`);
		expect(() => id('9'.repeat(41))).toThrow(`"${'9'.repeat(41)}" is too large`);
	});

	it('of an item may be part of the address of its collection', () => {
		expect(id(`${BASE}/collections/3/items/77`, 'item')).toBe('77');
		expect(() => id(`${BASE}/collections/3`, 'item')).toThrow('not that of an item');
	});

	it.each(['customer', 'product', 'video', 'collection', 'comment', 'file', 'item'] as const)(
		'of a %s is read from a URL at another host, and of http',
		(kind) => {
			expect(id(`https://shows.test/${kind}s/4`, kind)).toBe('4');
			expect(id(hrefOf('4', kind, BASE).replace('https', 'http'), kind)).toBe('4');
		},
	);

	it('of a live event may be part of an address at its publisher', () => {
		expect(id('https://shows.test/live_events/4', 'liveEvent')).toBe('4');
		expect(id('https://shows.test/en/live_events/4?x=1', 'liveEvent')).toBe('4');
		expect(() => id('https://shows.test/live_events/x', 'liveEvent')).toThrow('not that of a');
		expect(() => id('https://shows.test/customers/4', 'liveEvent')).toThrow('not that of a');
	});

	it.each(Object.keys(RESOURCES) as ResourceName[])('of a %s is read from its href', (kind) => {
		expect(id(hrefOf('12', kind, BASE), kind)).toBe('12');
	});
});

describe('several ids', () => {
	it.each([
		['1, 2,3', ['1', '2', '3']],
		[
			[1, `${BASE}/videos/2`],
			['1', '2'],
		],
		['', []],
		[[], []],
		[4, ['4']],
	])('may be %j', (value, ids) => {
		expect(requireIds(value, 'video', 'Videos')).toEqual(ids);
	});

	it.each(['1,,2', '1;2', '["1", 2]', [1, '', 2]])('are read without blanks: %j', (value) => {
		expect(requireIds(value, 'video', 'Videos')).toEqual(['1', '2']);
	});
});

it('resourcesNamed returns the resources in the path, query and body of a request', () => {
	expect(resourcesInPath('/collections/5/items/7?x=/videos/9')).toEqual([
		{ kind: 'collection', id: '5' },
		{ kind: 'item', id: '7' },
	]);
	const named = resourcesNamed({
		path: '/customers/5/products',
		query: { product: `${BASE}/products/6`, video_id: 7, page: 8 },
		body: { product: `${BASE}/products/9`, video_ids: [`${BASE}/videos/10`], email: 'a@b.test' },
	});
	expect(named).toEqual(['customer 5', 'product 6', 'video 7', 'product 9', 'video 10']);
	expect(resourcesNamed({ path: '/customers' })).toEqual([]);
	const body = { canonical_collection: { id: 11 }, series_id: '12', season_number: 13 };
	expect(resourcesNamed({ path: '/videos', body })).toEqual(['collection 11', 'collection 12']);
});
