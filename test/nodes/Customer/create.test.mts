import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const ADA = 'ada@example.org';
const account = new Account('customer', { operation: 'create', product: chosen(101) });

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
