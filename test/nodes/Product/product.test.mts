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
const simple = { href: `${BASE_URL}/products/5`, id: 5, name: 'All Access' };
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
		gives: [
			{ id: 5, name: 'All Access', href: `${BASE_URL}/products/5`, links: { customers: null } },
		],
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
		names: 'Request: On Behalf Of Customer',
		parameters: { product: 5, options: { onBehalfOfCustomer: chosen(TRIED) } },
		good: 5,
		bad: badIds('products'),
	},
	{
		names: 'Request: Client IP',
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
			filters: { query: 'sea', active: false },
			sorting: { sort: 'position' },
			options: { ...FOR_CUSTOMER, page: 3, perPage: 2 },
		},
		sends: [
			{
				method: 'GET',
				path: '/products',
				query: { query: 'sea', active: 'false', sort: 'position', page: '3', per_page: '2' },
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
			{
				product_id: 5,
				currency: 'USD',
				monthly: '$9.99',
				yearly: '$99',
				monthly_cents: 999,
				yearly_cents: 9900,
			},
			{ product_id: 5, currency: 'EUR', purchase: '5 €', purchase_cents: 500 },
		],
	},
	'the name of a product that was chosen from the list': {
		parameters: { product: { ...chosen(5, 'list'), cachedResultName: 'All Access' } },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { EUR: prices.EUR },
		gives: [
			{
				product_id: 5,
				product_name: 'All Access',
				currency: 'EUR',
				purchase: '5 €',
				purchase_cents: 500,
			},
		],
	},
	'no name of an expression, which may mean another product': {
		parameters: { product: { ...chosen('={{ 5 }}', 'list'), cachedResultName: 'Another' } },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { EUR: prices.EUR },
		gives: [{ product_id: 5, currency: 'EUR', purchase: '5 €', purchase_cents: 500 }],
	},
	'of the chosen columns the product too': {
		parameters: { product: 5, output: 'selected', outputFields: ['currency', 'monthly'] },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: { USD: prices.USD },
		gives: [{ product_id: 5, currency: 'USD', monthly: '$9.99' }],
	},
	'as the service sent them': {
		parameters: { product: 5, output: 'raw' },
		sends: [{ method: 'GET', path: '/products/5/prices' }],
		answer: prices,
		gives: [prices],
	},
});
