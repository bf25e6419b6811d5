import { badIds, CUSTOMER_HEADERS, FOR_CUSTOMER, itRefuses, itSends, TRIED } from '../kit.mts';
import { product, raw, simple } from './fixtures.mts';

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
		gives: [simple],
	},
	'and tells of an answer without a body': {
		parameters: { customer: 9, product: 5 },
		sends: [{ method: 'PUT', path: '/customers/9/products', body: { product } }],
		gives: [{ success: true, customerId: 9, productId: 5 }],
	},
});

itRefuses('customer', 'addProduct', [
	{
		names: 'Customer',
		parameters: { customer: TRIED, product: 5 },
		good: 9,
		bad: badIds('videos'),
	},
]);
