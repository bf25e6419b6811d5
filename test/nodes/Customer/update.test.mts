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
import { raw, simple } from './fixtures.mts';

const account = new Account('customer', { operation: 'update' });

itSends('customer', 'update', {
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
		gives: [simple],
	},
});

itRefuses('customer', 'update', [
	{
		names: 'Customer',
		parameters: { customer: TRIED, updateFields: { name: 'Ada' } },
		good: 9,
		bad: badIds('videos'),
	},
]);

it('refuses to update nothing before anything is asked, also who is named by e-mail address', async () => {
	account.service.state.addCustomer({ email: 'ada@example.org' });
	const customer = chosen('ada@example.org', 'email');
	const { error } = await account.run({ customer, updateFields: {} });
	expect(error?.message).toBe('There is nothing to update');
	expect(account.asked).toEqual([]);
});
