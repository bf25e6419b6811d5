import { chosen, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';
import { product, raw, simple } from './fixtures.mts';

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
		gives: [simple],
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
