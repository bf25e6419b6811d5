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
	'all fields without the envelope': {
		parameters: { product: '5', output: 'full' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [full],
	},
	'the named fields of the simplified or the full record': {
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
	'a field with a dot in its name, and the own href of a record instead of its link': {
		parameters: { product: '5', output: 'selected', outputFields: 'price.note,href' },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: { ...raw, 'price.note': 'yearly', href: 'own', price: { note: 'nested' } },
		gives: [{ id: 5, 'price.note': 'yearly', href: 'own' }],
	},
	'the chosen fields and the id': {
		parameters: { product: '5', output: 'selected', outputFields: ['extra'] },
		sends: [{ method: 'GET', path: '/products/5' }],
		answer: raw,
		gives: [{ id: 5, extra: [{ href: 'y', id: 1 }] }],
	},
	'the record of the service unchanged': {
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
	'simplified records of a list': {
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
