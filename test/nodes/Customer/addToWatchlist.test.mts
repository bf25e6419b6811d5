import { badIds, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';
import { NINE, video } from './fixtures.mts';

itSends('customer', 'addToWatchlist', {
	'every parameter': {
		parameters: { customer: 9, video: 6, options: FOR_CUSTOMER },
		sends: [
			{
				method: 'PUT',
				path: '/customers/9/watchlist',
				body: { video },
				headers: CUSTOMER_HEADERS,
			},
		],
		gives: [{ success: true, customerId: 9, videoId: 6 }],
	},
	'the customer in the header too': {
		parameters: { customer: 9, video: 6 },
		sends: [{ method: 'PUT', path: '/customers/9/watchlist', body: { video }, headers: NINE }],
		gives: [{ success: true, customerId: 9, videoId: 6 }],
	},
});

itRefuses('customer', 'addToWatchlist', [
	{
		names: 'Customer',
		parameters: { customer: TRIED, video: 6 },
		good: 9,
		bad: badIds('videos'),
	},
]);

itRefuses('customer', 'addToWatchlist', [
	{ names: 'Video', parameters: { customer: 9, video: TRIED }, good: 6, bad: badIds('customers') },
]);
