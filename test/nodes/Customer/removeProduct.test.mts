import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { ADA, setStatus } from './kit.mts';

const account = new Account('customer', { operation: 'removeProduct', product: chosen(101) });

/** Adds Ada with these products, and returns the parameters that remove one. */
function ada(products: number[]) {
	const { id } = account.service.state.addCustomer({ email: ADA, name: 'Ada Lovelace', products });
	return { customer: chosen(id) };
}

const lost = { status: 504, isPerformed: true };

describe('removeProduct, when the removal is refused', () => {
	it.each([400, 404, 409, 422])(
		'with %i says that there may be nothing to remove, and names the operation that ignores it',
		async (status) => {
			account.fail('DELETE', { status });
			const { error } = await account.run(ada([]));
			expect(error?.description).toContain('There may be nothing to remove');
			expect(error?.description).toContain('Revoke Access');
			expect(error?.description).toContain(`HTTP ${status}`);
		},
	);

	it.each([400, 404, 409, 422])(
		'with %i succeeds when an attempt whose response was lost has removed it',
		async (status) => {
			const { customer } = ada([101]);
			account.fail('DELETE', lost, { status });
			expect(await account.runOnce({ customer })).toMatchObject({
				success: true,
				customer_id: customer.value,
			});
		},
	);

	it('after a lost response while the customer has the product reports that it may be done', async () => {
		account.fail('DELETE', { status: 504 }, { status: 422 });
		const { error } = await account.run(ada([101]));
		expect(error?.description).toContain('The change may have been made anyway');
	});

	it.each(['enabled', 'cancelled'] as const)(
		'while the customer has the product and is %s, reports the message of the service',
		async (status) => {
			const parameters = ada([101]);
			setStatus(account, Number(parameters.customer.value), status);
			account.fail('DELETE', { status: 422 });
			const { error } = await account.run(parameters);
			expect(error?.message).toBe(
				'The service refused the values: Simulated failure with status 422',
			);
		},
	);
});
