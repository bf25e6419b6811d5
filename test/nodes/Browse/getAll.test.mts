import {
	badIds,
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';

const product = (id: number) => `${BASE_URL}/products/${id}`;
const sent = { method: 'GET', path: '/browse' };
const row = {
	_links: { items: { href: 'items' }, self: { href: 'me' } },
	name: 'New',
	slug: 'new',
};
const simplified = { href: 'me', items: 'items', name: 'New', slug: 'new' };
const old = { name: 'Old' };
const answer = page('items', [row, { name: 'Old' }]);

itSends('browse', 'getAll', {
	'nothing but the product, for each item': {
		parameters: { product: chosen('={{ $json.product }}') },
		input: [{ product: 5 }, { product: `${product(6)}/` }],
		sends: [
			{ ...sent, query: { product: product(5), page: '1', per_page: '50' } },
			{ ...sent, query: { product: product(6), page: '1', per_page: '50' } },
		],
		answer,
		gives: [
			[simplified, 0],
			[old, 0],
			[simplified, 1],
			[old, 1],
		],
	},
	'every parameter': {
		parameters: {
			product: chosen('5', 'list'),
			returnAll: true,
			output: 'raw',
			options: { page: 2, perPage: 10, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: { product: product(5), page: '2', per_page: '10' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [row, { name: 'Old' }],
	},
	'no more than Limit': {
		parameters: { product: chosen(5), limit: 1 },
		sends: [{ ...sent, query: { product: product(5), page: '1', per_page: '1' } }],
		answer,
		gives: [simplified],
	},
});

itRefuses('browse', 'getAll', [
	{ names: 'Product', parameters: { product: chosen(TRIED) }, good: 5, bad: badIds('videos') },
]);
