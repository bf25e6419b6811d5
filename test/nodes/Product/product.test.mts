import {
	BASE_URL,
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
	waysToSayFive,
	short,
} from '../kit.mts';

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
const simple = short('product', { href: `${BASE_URL}/products/5`, id: 5, name: 'All Access' });
const paging = { page: '1', per_page: '50' };

itSends('product', 'get', {
	simplified: {
		parameters: { product: '5', options: FOR_CUSTOMER },
		sends: [{ method: 'GET', path: '/products/5', headers: CUSTOMER_HEADERS }],
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
		gives: [{ name: 'All Access', href: `${BASE_URL}/products/5`, links: { customers: null } }],
	},
	'only what an array names': {
		parameters: { product: '5', output: 'selected', outputFields: '={{ ["id", "extra"] }}' },
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
	'the same, however the id is said': {
		parameters: { product: '={{ $json.product }}', output: 'raw' },
		input: waysToSayFive('products').map((product) => ({ product })),
		sends: waysToSayFive('products').map(() => ({ method: 'GET', path: '/products/5' })),
		answer: raw,
		gives: waysToSayFive('products').map((_, index) => [raw, index]),
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
	{ names: 'Product', parameters: { product: TRIED }, good: 5, bad: badIds('videos') },
	{
		names: 'On Behalf of Customer',
		parameters: { product: 5, options: { onBehalfOfCustomer: chosen(TRIED) } },
		good: 5,
		bad: badIds('products'),
	},
	{
		names: 'Client IP',
		parameters: { product: 5, options: { clientIp: TRIED } },
		good: '2001:db8::7',
		bad: ['', 'here', '1.2.3.4\r\nX-Other: 1'],
	},
]);

itSends('product', 'getAll', {
	'nothing but the page': {
		parameters: {},
		sends: [{ method: 'GET', path: '/products', query: paging }],
		answer: page('products', [raw]),
		gives: [simple],
	},
	'every parameter': {
		parameters: {
			limit: 4,
			output: 'raw',
			filters: { query: '', active: false },
			options: { ...FOR_CUSTOMER, sort: 'position', page: 3, perPage: 2 },
		},
		sends: [
			{
				method: 'GET',
				path: '/products',
				query: { query: '', active: 'false', sort: 'position', page: '3', per_page: '2' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('products', [raw]),
		gives: [raw],
	},
	'one request for a limit of ten': {
		parameters: { limit: 10 },
		sends: [{ method: 'GET', path: '/products', query: { page: '1', per_page: '10' } }],
		answer: page('products', []),
		gives: [],
	},
});

itRefuses('product', 'getAll', [
	{ names: 'Limit', parameters: { limit: TRIED }, good: '2', bad: [0, -1, 1.5, 'many'] },
	{ names: 'Page', parameters: { options: { page: TRIED } }, good: 1, bad: [0, 'two'] },
	{ names: 'Page Size', parameters: { options: { perPage: TRIED } }, good: 1, bad: [0, 2.5] },
]);

const prices = {
	USD: { monthly: { price: 999, formatted: '$9.99' }, yearly: { price: 9900, formatted: '$99' } },
	EUR: { purchase: { id: 3, price: 500, formatted: '5 €' } },
};

itSends('product', 'getPrices', {
	'one item a currency': {
		parameters: { product: 5 },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: prices,
		gives: [
			{ currency: 'USD', ...prices.USD },
			{ currency: 'EUR', ...prices.EUR },
		],
	},
	'as the service sent them': {
		parameters: { product: 5, output: 'raw' },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: prices,
		gives: [prices],
	},
});
