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

const raw = { _links: { self: { href: `${BASE_URL}/customers/9` } }, id: 9, name: null };
const simple = { href: `${BASE_URL}/customers/9`, id: 9, name: null };
const product = `${BASE_URL}/products/5`;
const video = `${BASE_URL}/videos/6`;
const required = { email: 'ada@example.com', product: chosen('5') };

itSends('customer', 'create', {
	'nothing but what is required': {
		parameters: required,
		sends: [{ method: 'POST', path: '/customers', body: { email: 'ada@example.com', product } }],
		answer: raw,
		gives: [raw],
	},
	'every parameter': {
		parameters: {
			...required,
			additionalFields: {
				name: 'Ada',
				expiresInAmount: 3,
				expiresInUnit: 'months',
				isRental: true,
				password: 'eight ch',
				plan: 'free',
				sendEmail: true,
			},
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: {
					email: 'ada@example.com',
					product,
					name: 'Ada',
					expires_in: '3-months',
					is_rental: 1,
					password: 'eight ch',
					plan: 'free',
					send_email: 1,
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: raw,
		gives: [raw],
	},
	'no and nothing, when they are set': {
		parameters: {
			...required,
			additionalFields: { name: '', isRental: false, sendEmail: false },
		},
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: { email: 'ada@example.com', product, name: '', is_rental: 0, send_email: 0 },
			},
		],
		answer: raw,
		gives: [raw],
	},
	'a purchase at Apple': withBilling(
		{ billingProvider: 'apple', receipt: 'r' },
		{ provider: 'apple', receipt: 'r' },
	),
	'a purchase at Google, and nothing left from Apple': withBilling(
		{
			billingProvider: 'google',
			receipt: 'left over',
			packageName: 'com.example',
			subscriptionId: 's',
			token: 't',
		},
		{ provider: 'google', package_name: 'com.example', subscription_id: 's', token: 't' },
	),
	'a purchase at Roku': withBilling(
		{ billingProvider: 'roku', transactionId: 'x' },
		{ provider: 'roku', transaction_id: 'x' },
	),
});

function withBilling(additionalFields: Record<string, string>, billing: Record<string, string>) {
	return {
		parameters: { ...required, additionalFields },
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: { email: 'ada@example.com', product, billing },
			},
		],
		answer: raw,
		gives: [raw],
	};
}

const withField = (additionalFields: Record<string, string | number>) => ({
	...required,
	additionalFields,
});

itRefuses('customer', 'create', [
	{ names: 'Email', parameters: { ...required, email: TRIED }, good: 'a@b.test', bad: ['', null] },
	{
		names: 'Product',
		parameters: { ...required, product: chosen(TRIED) },
		good: 5,
		bad: badIds('customers'),
	},
	{
		names: 'Password',
		parameters: withField({ password: TRIED }),
		good: 'eight ch',
		bad: ['', 'seven c', null],
	},
	{
		names: 'Expires In',
		parameters: withField({ expiresInAmount: TRIED, expiresInUnit: 'days' }),
		good: 1,
		bad: [0, -1, 1.5, 'soon'],
	},
	{
		names: 'Receipt',
		parameters: withField({ billingProvider: 'apple', receipt: TRIED }),
		good: 'r',
		bad: ['', null],
	},
]);

itSends('customer', 'get', {
	'nothing but the id': {
		parameters: { customer: 9 },
		sends: [{ method: 'GET', path: '/customers/9' }],
		answer: raw,
		gives: [simple],
	},
	'every parameter': {
		parameters: {
			customer: 9,
			output: 'raw',
			filters: { product: chosen('5') },
			options: FOR_CUSTOMER,
		},
		sends: [{ method: 'GET', path: '/customers/9', query: { product }, headers: CUSTOMER_HEADERS }],
		answer: raw,
		gives: [raw],
	},
});

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
		gives: [simple, { id: 10 }],
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

itSends('customer', 'update', {
	nothing: {
		parameters: { customer: 9 },
		sends: [{ method: 'PUT', path: '/customers/9' }],
		answer: raw,
		gives: [raw],
	},
	'every parameter': {
		parameters: {
			customer: 9,
			updateFields: { name: '', email: 'b@example.com', password: 'eight ch' },
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'PUT',
				path: '/customers/9',
				body: { name: '', email: 'b@example.com', password: 'eight ch' },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: raw,
		gives: [raw],
	},
});

itSends('customer', 'findByBilling', {
	'the purchase': {
		parameters: {
			billingProvider: 'google',
			packageName: 'com.example',
			subscriptionId: 's',
			token: 't',
			product: chosen('5'),
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'POST',
				path: '/customers/find_by_billing',
				body: {
					billing: {
						provider: 'google',
						package_name: 'com.example',
						subscription_id: 's',
						token: 't',
					},
					product,
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: { ...raw, _embedded: { oauth: { access_token: 'x' } } },
		gives: [{ ...simple, oauth: { access_token: 'x' } }],
	},
});

itRefuses('customer', 'findByBilling', [
	{
		names: 'Transaction ID',
		parameters: { billingProvider: 'roku', transactionId: TRIED, product: 5 },
		good: 'x',
		bad: ['', null],
	},
]);

itSends('customer', 'addProduct', {
	'every parameter': {
		parameters: {
			customer: 9,
			product: 5,
			additionalFields: { plan: 'free', isRental: false },
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'PUT',
				path: '/customers/9/products',
				body: { product, plan: 'free', is_rental: 0 },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: raw,
		gives: [raw],
	},
	'and tells of an answer without a body': {
		parameters: { customer: 9, product: 5 },
		sends: [{ method: 'PUT', path: '/customers/9/products', body: { product } }],
		gives: [{ success: true, customerId: 9, productId: 5 }],
	},
});

itSends('customer', 'removeProduct', {
	'every parameter': {
		parameters: {
			customer: 9,
			product: 5,
			additionalFields: { plan: 'standard' },
			options: FOR_CUSTOMER,
		},
		sends: [
			{
				method: 'DELETE',
				path: '/customers/9/products',
				body: { product, plan: 'standard' },
				headers: CUSTOMER_HEADERS,
			},
		],
		gives: [{ success: true, customerId: 9, productId: 5 }],
	},
});

const listParameters = {
	customer: 9,
	limit: 3,
	options: { ...FOR_CUSTOMER, page: 2, perPage: 4 },
};
const listPaging = { page: '2', per_page: '4' };

itSends('customer', 'getWatching', {
	'every parameter': {
		parameters: listParameters,
		sends: [
			{
				method: 'GET',
				path: '/customers/9/watching',
				query: listPaging,
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('items', [{ id: 6 }]),
		gives: [{ id: 6 }],
	},
});

itSends('customer', 'getWatchlist', {
	'every parameter': {
		parameters: { ...listParameters, filters: { showAll: false, sourceId: 0 } },
		sends: [
			{
				method: 'GET',
				path: '/customers/9/watchlist',
				query: { show_all: 'false', source_id: '0', ...listPaging },
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('items', [{ id: 6 }]),
		gives: [{ id: 6 }],
	},
});

for (const [operation, method] of [
	['addToWatchlist', 'PUT'],
	['removeFromWatchlist', 'DELETE'],
]) {
	itSends('customer', operation, {
		'the video': {
			parameters: { customer: 9, video: 6, options: FOR_CUSTOMER },
			sends: [
				{
					method,
					path: '/customers/9/watchlist',
					body: { video },
					headers: CUSTOMER_HEADERS,
				},
			],
			gives: [{ success: true, customerId: 9, videoId: 6 }],
		},
	});
}

for (const operation of [
	'get',
	'update',
	'addProduct',
	'removeProduct',
	'getWatching',
	'getWatchlist',
	'addToWatchlist',
	'removeFromWatchlist',
]) {
	itRefuses('customer', operation, [
		{
			names: 'Customer',
			parameters: { customer: TRIED, product: 5, video: 6 },
			good: 9,
			bad: badIds('videos'),
		},
	]);
}
