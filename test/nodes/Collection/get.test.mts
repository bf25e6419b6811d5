import {
	badIds,
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	waysToSayFive,
} from '../kit.mts';

const sent = { method: 'GET', path: '/collections/5' };
const answer = {
	_links: { self: { href: 'me' }, items: { href: 'items' } },
	_embedded: { trailer: { id: 8, _links: { self: { href: 'trailer' } } } },
	id: 5,
};
const full = {
	href: 'me',
	links: { items: 'items' },
	trailer: { id: 8, href: 'trailer' },
	id: 5,
};
const ways = waysToSayFive('collections');

itSends('collection', 'get', {
	'one request, whatever way the id is said': {
		parameters: { collection: chosen('={{ $json.id }}') },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => sent),
		answer,
		gives: ways.map((_, item) => [{ id: 5, href: 'me' }, item]),
	},
	'everything, tidied up': {
		parameters: { collection: chosen(5), output: 'full' },
		sends: [sent],
		answer,
		gives: [full],
	},
	'every parameter': {
		parameters: {
			collection: chosen(5),
			output: 'raw',
			filters: { product: chosen(101, 'list') },
			options: FOR_CUSTOMER,
		},
		sends: [{ ...sent, query: { product: `${BASE_URL}/products/101` }, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('collection', 'get', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED) },
		good: 5,
		bad: badIds('videos'),
	},
	{
		names: 'Product',
		parameters: { collection: chosen(5), filters: { product: chosen(TRIED) } },
		good: 101,
		bad: badIds('collections'),
	},
]);
