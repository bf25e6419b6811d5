import {
	badIds,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';
import { NINE } from './fixtures.mts';

itSends('customer', 'getWatchlist', {
	'every parameter': {
		parameters: {
			customer: 9,
			limit: 3,
			filters: { showAll: false, sourceId: 0 },
			options: { ...FOR_CUSTOMER, page: 2, perPage: 4 },
		},
		sends: [
			{
				method: 'GET',
				path: '/customers/9/watchlist',
				query: { show_all: 'false', source_id: '0', page: '2', per_page: '4' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('items', [{ id: 6 }]),
		gives: [{ id: 6 }],
	},
	'the customer in the header too': {
		parameters: { customer: 9, returnAll: true },
		sends: [
			{
				method: 'GET',
				path: '/customers/9/watchlist',
				query: { page: '1', per_page: '50' },
				headers: NINE,
			},
		],
		answer: page('items', []),
		gives: [],
	},
});

itRefuses('customer', 'getWatchlist', [
	{
		names: 'Customer',
		parameters: { customer: TRIED },
		good: 9,
		bad: badIds('videos'),
	},
]);
