import { chosen, itRefuses, itSends, TRIED } from '../../kit.mts';

const ALL = {
	receipt: 'r',
	packageName: 'com.example',
	subscriptionId: 's',
	token: 't',
	transactionId: 'x',
};
const customer = { email: 'ada@example.com', product: chosen(5) };

const proving = (billingProvider: string, billing: object) => ({
	parameters: { ...customer, additionalFields: { billingProvider, ...ALL } },
	sends: [
		{
			method: 'POST',
			path: '/customers',
			body: { email: customer.email, product: 'https://service.test/api/products/5', billing },
		},
	],
	answer: { id: 9 },
	gives: [{ id: 9 }],
});

const google = { package_name: 'com.example', subscription_id: 's', token: 't' };

itSends('customer', 'create', {
	'a purchase at Apple, and nothing left from elsewhere': proving('apple', {
		provider: 'apple',
		receipt: 'r',
	}),
	'a purchase at Google': proving('google', { provider: 'google', ...google }),
	'a purchase at Roku': proving('roku', { provider: 'roku', transaction_id: 'x' }),
});

itRefuses('customer', 'create', [
	{
		names: 'Receipt',
		parameters: { ...customer, additionalFields: { billingProvider: 'apple', receipt: TRIED } },
		good: 'r',
		bad: ['', null, true],
	},
]);
