import { BASE_URL, CUSTOMER_HEADERS, FOR_CUSTOMER, itSends, page } from '../kit.mts';

const ofNine = (headers: Record<string, string>) => ({
	sends: [
		{
			method: 'GET',
			path: '/customers/9/watching',
			query: { page: '1', per_page: '50' },
			headers,
		},
	],
	answer: page('items', []),
	gives: [],
});

itSends('customer', 'getWatching', {
	'the chosen customer in the header too': {
		parameters: { customer: 9 },
		...ofNine({ 'svc-customer': `${BASE_URL}/customers/9` }),
	},
	'another customer in the header where that is asked for': {
		parameters: { customer: 9, options: FOR_CUSTOMER },
		...ofNine(CUSTOMER_HEADERS),
	},
});
