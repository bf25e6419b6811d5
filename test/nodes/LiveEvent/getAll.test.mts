import type { IDataObject } from 'n8n-workflow';

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
	waysToSayFive,
} from '../kit.mts';

const product = `${BASE_URL}/products/5`;
const sent = { method: 'GET', path: '/live_events' };
const answer = page('live_events', [{ id: 1, _links: { self: 'me' } }, { id: 2 }]);
const ways = waysToSayFive('products');

itSends('liveEvent', 'getAll', {
	'nothing but the product, whatever way it is said': {
		parameters: { product: chosen('={{ $json.product }}') },
		input: ways.map((way) => ({ product: way })),
		sends: ways.map(() => ({ ...sent, query: { product, page: '1', per_page: '50' } })),
		answer,
		gives: ways.flatMap(
			(_, item): Array<[IDataObject, number]> => [
				[{ href: 'me', id: 1 }, item],
				[{ id: 2 }, item],
			],
		),
	},
	'every parameter': {
		parameters: {
			product: chosen(product, 'url'),
			returnAll: true,
			output: 'raw',
			filters: { query: 'gala', plan: ['free', 'standard'] },
			sorting: { sort: 'updated_at', order: 'ASC' },
			options: { page: 2, perPage: 10, ...FOR_CUSTOMER },
		},
		sends: [
			{
				...sent,
				query: {
					product,
					query: 'gala',
					plan: 'free,standard',
					sort: 'updated_at',
					order: 'ASC',
					page: '2',
					per_page: '10',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer,
		gives: [{ id: 1, _links: { self: 'me' } }, { id: 2 }],
	},
	'no more than Limit': {
		parameters: { product: chosen(5), limit: 1 },
		sends: [{ ...sent, query: { product, page: '1', per_page: '1' } }],
		answer,
		gives: [{ href: 'me', id: 1 }],
	},
});

itRefuses('liveEvent', 'getAll', [
	{
		names: 'Product',
		parameters: { product: chosen(TRIED) },
		good: 5,
		bad: badIds('live_events'),
	},
]);
