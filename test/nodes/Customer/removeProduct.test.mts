import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const ADA = 'ada@example.org';
const account = new Account('customer', { operation: 'removeProduct', product: chosen(101) });

describe('removeProduct, when the removal is refused', () => {
	it.each([400, 404, 409, 422])(
		'with %i names customer and product when there is nothing to remove',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, name: 'Ada Lovelace' });
			account.service.faults.add({ status, match: { method: 'DELETE' } });
			const { error } = await account.run({ customer: chosen(id) });
			expect(error?.message).toBe('Ada Lovelace does not have Harbor Stream');
			expect(error?.description).toContain('There is nothing to remove');
			expect(error?.description).toContain(`HTTP ${status}`);
		},
	);

	it.each([400, 404, 409, 422])(
		'with %i succeeds when an attempt whose response was lost has removed it',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, products: [101] });
			account.service.faults.add({ status: 504, isPerformed: true, match: { method: 'DELETE' } });
			account.service.faults.add({ status, match: { method: 'DELETE' } });
			expect(await account.runOnce({ customer: chosen(id) })).toMatchObject({
				success: true,
				customerId: id,
			});
		},
	);

	it('after a lost response while the customer has the product reports an ambiguous outcome', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [101] });
		for (const status of [504, 422]) {
			account.service.faults.add({ status, match: { method: 'DELETE' } });
		}
		const { error } = await account.run({ customer: chosen(id) });
		expect(error?.description).toContain('It may have been done anyway');
	});

	it('after a lost response does not trust an empty list against the record', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [101] });
		for (const status of [504, 422]) {
			account.service.faults.add({ status, match: { method: 'DELETE' } });
		}
		const body = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });
		const match = { path: '/customers' };
		account.service.faults.add({ status: 200, body, match, times: Infinity });
		const { error } = await account.run({ customer: chosen(id) });
		expect(error?.description).toContain('It may have been done anyway');
	});

	it('after a lost response never says that there was nothing to remove', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [101] });
		account.service.faults.add({ status: 504, isPerformed: true, match: { method: 'DELETE' } });
		account.service.faults.add({ status: 200, body: '{}', match: { path: '/customers' } });
		const { error } = await account.run({ customer: chosen(id) });
		expect(error?.description).toContain('It may have been done anyway');
	});

	it('while the customer has the product reports the message of the service', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [101] });
		account.service.faults.add({ status: 422, match: { method: 'DELETE' } });
		const { error } = await account.run({ customer: chosen(id) });
		expect(error?.message).toBe(
			'The service refused the values: Simulated failure with status 422',
		);
	});
});
