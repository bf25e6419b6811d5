import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen, itSends } from '../kit.mts';

const ofEveryProvider = {
	receipt: 'r',
	packageName: 'com.example',
	subscriptionId: 's',
	token: 't',
	transactionId: 'x',
};

itSends('customer', 'create', {
	'a purchase at Apple, and nothing left from elsewhere': {
		parameters: {
			email: 'ada@example.com',
			product: chosen(5),
			additionalFields: { billingProvider: 'apple', ...ofEveryProvider },
		},
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: {
					email: 'ada@example.com',
					product: 'https://service.test/api/products/5',
					billing: { provider: 'apple', receipt: 'r' },
				},
			},
		],
		answer: { id: 9 },
		gives: [{ id: 9 }],
	},
	'no purchase where the provider is blank': {
		parameters: {
			email: 'ada@example.com',
			product: chosen(5),
			additionalFields: { billingProvider: ' ', receipt: 'r' },
		},
		sends: [
			{
				method: 'POST',
				path: '/customers',
				body: { email: 'ada@example.com', product: 'https://service.test/api/products/5' },
			},
		],
		answer: { id: 9 },
		gives: [{ id: 9 }],
	},
});

const account = new Account('customer', {
	operation: 'findByBilling',
	product: chosen(5),
	billingProvider: 'apple',
	receipt: 'r',
});

it('findByBilling says that nobody has the purchase', async () => {
	const { error } = await account.run({ product: chosen(101) });
	expect(error?.message).toBe('No customer has this purchase');
	expect(error?.description).toContain('(HTTP 404)');
});

it('findByBilling never says that something may have been changed: it only looks up', async () => {
	account.fail('POST', { kind: 'disconnect', times: 99 });
	const { error } = await account.run({});
	expect(error?.message).toBe('The connection to the service was cut');
	expect(error?.description).not.toContain('anyway');
});

const finder = new Account('customer', { product: chosen(101) });

it('findByBilling says of several rows that it is safe to run again', async () => {
	const parameters = { operation: 'findByBilling', billingProvider: 'apple', receipt: 'unknown' };
	const { error } = await finder.run(parameters, { input: [{}, {}] });
	expect(error?.description).toContain('It is safe to run this again.');
});
