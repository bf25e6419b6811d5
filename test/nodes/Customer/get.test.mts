import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { product, raw, simple } from './fixtures.mts';

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

itRefuses('customer', 'get', [
	{
		names: 'Customer',
		parameters: { customer: TRIED },
		good: 9,
		bad: badIds('videos'),
	},
]);
