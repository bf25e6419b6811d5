import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { listen } from '../../kit/wire.mts';
import { BASE_URL, chosen, itRefuses, itSends, page, TRIED } from '../kit.mts';

const customer = chosen(7);
const product = chosen(5);
const email = 'ada@example.com';
const productHref = `${BASE_URL}/products/5`;
const videoHref = `${BASE_URL}/videos/3`;
const headers = { 'svc-customer': `${BASE_URL}/customers/7` };
const answer = { id: 7 };
const gives = [answer];

itSends('customer', 'create', {
	'no end of access where both of its cells are blank': {
		parameters: {
			email,
			product,
			additionalFields: { expiresIn: { value: { amount: '={{ "" }}', unit: '={{ null }}' } } },
		},
		sends: [{ method: 'POST', path: '/customers', body: { email, product: productHref } }],
		answer,
		gives,
	},
	'each field under its own name, switches as 1 and 0, the end of access as one text': {
		parameters: {
			email,
			product,
			additionalFields: {
				expiresIn: { value: { amount: 3, unit: 'weeks' } },
				isRental: true,
				name: 'Ada',
				password: 'eight888',
				plan: 'free',
				sendEmail: false,
			},
		},
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: {
					email,
					product: productHref,
					expires_in: '3-weeks',
					is_rental: 1,
					name: 'Ada',
					password: 'eight888',
					plan: 'free',
					send_email: 0,
				},
			},
		],
		answer,
		gives,
	},
});

itSends('customer', 'update', {
	'the address and the password, and no blank name': {
		parameters: { customer, updateFields: { email, name: '', password: 'eight888' } },
		sends: [{ method: 'PUT', path: '/customers/7', body: { email, password: 'eight888' } }],
		answer,
		gives,
	},
	'the empty text for a name that is cleared': {
		parameters: { customer, updateFields: { name: ' ' }, options: { clearFields: 'Name' } },
		sends: [{ method: 'PUT', path: '/customers/7', body: { name: '' } }],
		answer,
		gives,
	},
});

itSends('customer', 'addProduct', {
	'the product as its address, with the plan': {
		parameters: { customer, product, additionalFields: { isRental: false, plan: 'standard' } },
		sends: [
			{
				method: 'PUT',
				path: '/customers/7/products',
				body: { product: productHref, is_rental: 0, plan: 'standard' },
			},
		],
		answer,
		gives,
	},
});

itSends('customer', 'getAll', {
	'its filters and its order, and gives the status that was asked for': {
		parameters: {
			limit: 10,
			filters: { email: ` ${email} `, product, query: 'a', status: 'paused' },
			sorting: { sort: 'oldest' },
		},
		sends: [
			{
				method: 'GET',
				path: '/customers',
				query: {
					email,
					product: productHref,
					query: 'a',
					status: 'paused',
					sort: 'oldest',
					page: '1',
					per_page: '10',
				},
			},
		],
		answer: page('customers', [{ id: 7 }]),
		gives: [{ id: 7, status: 'paused' }],
	},
});

itSends('customer', 'getWatchlist', {
	'its filters, and who it is for': {
		parameters: { customer, limit: 10, filters: { showAll: true, sourceId: 3 } },
		sends: [
			{
				method: 'GET',
				path: '/customers/7/watchlist',
				query: { show_all: 'true', source_id: '3', page: '1', per_page: '10' },
				headers,
			},
		],
		answer: page('items', [{ id: 3 }]),
		gives: [{ id: 3 }],
	},
});

for (const [operation, method] of [
	['addToWatchlist', 'PUT'],
	['removeFromWatchlist', 'DELETE'],
] as const) {
	itSends('customer', operation, {
		'the video as its address, and who it is for': {
			parameters: { customer, video: chosen(3) },
			sends: [{ method, path: '/customers/7/watchlist', body: { video: videoHref }, headers }],
			gives: [{ success: true, customer_id: 7, video_id: 3 }],
		},
	});
}

for (const [provider, proofs, sent] of [
	['apple', { receipt: 'r' }, { receipt: 'r' }],
	[
		'google',
		{ packageName: 'p', subscriptionId: 's', token: 't' },
		{ package_name: 'p', subscription_id: 's', token: 't' },
	],
	['roku', { transactionId: 'x' }, { transaction_id: 'x' }],
] as const) {
	itSends('customer', 'findByBilling', {
		[`the proof of ${provider}`]: {
			parameters: { product, billingProvider: provider, ...proofs },
			sends: [
				{
					method: 'POST',
					path: '/customers/find_by_billing',
					body: { product: productHref, billing: { provider, ...sent } },
				},
			],
			answer,
			gives,
		},
	});
}

itRefuses('customer', 'update', [
	{
		names: 'Password',
		parameters: { customer, updateFields: { password: TRIED } },
		good: 'eight888',
		bad: ['seven77', '\u{1F511}'.repeat(7), 1234567],
	},
	{
		names: 'Name',
		parameters: { customer, updateFields: { name: TRIED } },
		good: 'Jos\u00E9',
		bad: ['Jos\uFFFD', ['Ada']],
	},
	{
		names: 'Clear Fields',
		parameters: { customer, updateFields: { name: TRIED }, options: { clearFields: ['name'] } },
		good: '',
		bad: ['Ada'],
	},
	{
		names: 'Clear Fields',
		where: ' by name',
		parameters: { customer, options: { clearFields: TRIED } },
		good: ['name'],
		bad: ['password', ['email']],
	},
]);

const expiringIn = (value: INodeParameters) => ({
	email,
	product,
	additionalFields: { expiresIn: { value } },
});

itRefuses('customer', 'create', [
	{
		names: 'Expires In',
		where: ', amount',
		parameters: expiringIn({ amount: TRIED, unit: 'weeks' }),
		good: 3,
		bad: ['', 0, -1, 1.5, 'three', null],
	},
	{
		names: 'Expires In',
		where: ', unit',
		parameters: expiringIn({ amount: 3, unit: TRIED }),
		good: 'weeks',
		bad: ['', 'hours', null],
	},
]);

it('Expires In without its amount and unit is refused before anything is sent', async () => {
	const sent = listen(() => answer);
	const { error } = await runNode({
		node: 'customer',
		parameters: { operation: 'create', email, product, additionalFields: { expiresIn: {} } },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.message).toContain('"Expires In" is not complete');
	expect(error?.description).toContain('Enter an amount and a unit, or remove it.');
	expect(sent).toEqual([]);
});
