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
