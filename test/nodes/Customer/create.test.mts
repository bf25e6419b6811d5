import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { product, raw, required, simple } from './fixtures.mts';

const ADA = 'ada@example.org';
const account = new Account('customer', { operation: 'create', product: chosen(101) });

itSends('customer', 'create', {
	'nothing but what is required': {
		parameters: required,
		sends: [{ method: 'POST', path: '/customers', body: { email: 'ada@example.com', product } }],
		answer: raw,
		gives: [simple],
	},
	'every parameter': {
		parameters: {
			...required,
			additionalFields: {
				name: 'Ada',
				expiresIn: { value: { amount: 3, unit: 'months' } },
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
		gives: [simple],
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
		gives: [simple],
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
		gives: [simple],
	};
}

const withField = (additionalFields: INodeParameters) => ({
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
		bad: ['', 'seven c', true],
	},
	{
		names: 'Expires In',
		parameters: withField({ expiresIn: { value: { amount: TRIED, unit: 'days' } } }),
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

it('says that the customer exists already', async () => {
	account.service.state.addCustomer({ email: ADA });
	const { error } = await account.run({ email: 'Ada@example.org' });
	expect(error?.message).toBe('Ada@example.org is a customer already: use Create or Update');
	expect(error?.description).toContain('HTTP 4');
	expect(account.customers).toHaveLength(1);
});

it('says what the service refuses when the look-up fails too', async () => {
	account.service.state.addCustomer({ email: ADA });
	account.service.faults.add({ status: 403, match: { method: 'GET' } });
	const { error } = await account.run({ email: ADA });
	expect(error?.description).toContain('HTTP 422');
});

it('says what the service refuses when there is no such customer', async () => {
	account.service.faults.add({ status: 422, match: { method: 'POST' } });
	const { error } = await account.run({ email: ADA });
	expect(error?.message).not.toContain('is a customer already');
});
