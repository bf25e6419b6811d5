import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	short,
	TRIED,
} from '../kit.mts';
import { product, raw, simple } from './fixtures.mts';

itSends('customer', 'getAll', {
	'every parameter': {
		parameters: {
			returnAll: true,
			filters: { product: chosen('5'), email: 'a+b@example.com', query: 'a', status: 'all' },
			options: { ...FOR_CUSTOMER, sort: 'latest', page: 2, perPage: 7 },
		},
		sends: [
			{
				method: 'GET',
				path: '/customers',
				query: {
					product,
					email: 'a+b@example.com',
					query: 'a',
					status: 'all',
					sort: 'latest',
					page: '2',
					per_page: '7',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('customers', [raw, { id: 10 }]),
		gives: [simple, short('customer', { id: 10 })],
	},
});

itRefuses('customer', 'getAll', [
	{
		names: 'Product',
		parameters: { filters: { product: chosen(TRIED) } },
		good: 5,
		bad: badIds('customers'),
	},
]);
