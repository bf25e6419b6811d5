import { badIds, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';
import { NINE, video } from './fixtures.mts';

itSends('customer', 'removeFromWatchlist', {
	'every parameter': {
		parameters: { customer: 9, video: 6, options: FOR_CUSTOMER },
		sends: [
			{
				method: 'DELETE',
				path: '/customers/9/watchlist',
				body: { video },
				headers: CUSTOMER_HEADERS,
			},
		],
		gives: [{ success: true, customerId: 9, videoId: 6 }],
	},
	'the customer in the header too': {
		parameters: { customer: 9, video: 6 },
		sends: [{ method: 'DELETE', path: '/customers/9/watchlist', body: { video }, headers: NINE }],
		gives: [{ success: true, customerId: 9, videoId: 6 }],
	},
});

itRefuses('customer', 'removeFromWatchlist', [
	{
		names: 'Customer',
		parameters: { customer: TRIED, video: 6 },
		good: 9,
		bad: badIds('videos'),
	},
]);

itRefuses('customer', 'removeFromWatchlist', [
	{ names: 'Video', parameters: { customer: 9, video: TRIED }, good: 6, bad: badIds('customers') },
]);
