import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const account = new Account('customer', { operation: 'update' });

it('refuses to update nothing before anything is asked, also who is named by e-mail address', async () => {
	account.service.state.addCustomer({ email: 'ada@example.org' });
	const customer = chosen('ada@example.org', 'email');
	const { error } = await account.run({ customer, updateFields: {} });
	expect(error?.message).toBe('There is nothing to update');
	expect(account.asked).toEqual([]);
});
