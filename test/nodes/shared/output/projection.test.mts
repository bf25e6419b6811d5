import { BASE_URL, itRefuses, itSends, page, TRIED } from '../../kit.mts';

const raw = {
	_links: { self: { href: `${BASE_URL}/products/5` }, customers: { href: null } },
	_embedded: { extra: [{ _links: { self: { href: 'y' } }, id: 1 }] },
	id: 5,
	name: 'All Access',
};
const full = {
	href: `${BASE_URL}/products/5`,
	links: { customers: null },
	extra: [{ href: 'y', id: 1 }],
	id: 5,
	name: 'All Access',
};
const simple = { href: `${BASE_URL}/products/5`, id: 5, name: 'All Access' };

itSends('product', 'get', {
	simplified: {
		parameters: { product: '5' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [simple],
	},
	'everything, tidied up': {
		parameters: { product: '5', output: 'full' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [full],
	},
	'only what is named, as it was simplified or in full': {
		parameters: {
			product: '5',
			output: 'selected',
			outputFields: 'name, href,links.customers,nothing',
		},
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [
			{ id: 5, name: 'All Access', href: `${BASE_URL}/products/5`, links: { customers: null } },
		],
	},
	'a field whose own name has a dot, and an own href rather than that of a link': {
		parameters: { product: '5', output: 'selected', outputFields: 'price.note,href' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: { ...raw, 'price.note': 'yearly', href: 'own', price: { note: 'nested' } },
		gives: [{ id: 5, 'price.note': 'yearly', href: 'own' }],
	},
	'only what is ticked, and the id': {
		parameters: { product: '5', output: 'selected', outputFields: ['extra'] },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [{ id: 5, extra: [{ href: 'y', id: 1 }] }],
	},
	'as the service sent it': {
		parameters: { product: '5', output: 'raw' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [raw],
	},
});

itRefuses('product', 'get', [
	{ names: 'Output', parameters: { product: 5, output: TRIED }, good: 'full', bad: ['', 'all'] },
	{
		names: 'Output Fields',
		parameters: { product: 5, output: 'selected', outputFields: TRIED },
		good: 'id',
		bad: ['', ' , ', null, []],
	},
]);

itSends('product', 'getAll', {
	'simplified too': {
		parameters: { limit: 10 },
		sends: [{ method: 'GET', path: '/products', query: { page: '1', per_page: '10' } }],
		answer: page('products', [raw]),
		gives: [simple],
	},
});

itRefuses('product', 'getAll', [
	{ names: 'Limit', parameters: { limit: TRIED }, good: '2', bad: [0, -1, 1.5, 'many'] },
	{ names: 'Page', parameters: { options: { page: TRIED } }, good: 1, bad: [0, 'two'] },
	{ names: 'Page Size', parameters: { options: { perPage: TRIED } }, good: 1, bad: [0, 2.5] },
]);
