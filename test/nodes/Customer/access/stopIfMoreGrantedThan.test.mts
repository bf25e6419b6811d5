import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT } from '../kit.mts';
import { nothingMoreChanged, stopHeadline } from '../../runTexts.mts';
import { GRANTS } from '../../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const emailOf = (n: number) => `c${n}@example.org`;

const toRows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_, n) => ({ email: emailOf(from + n) }));

/** Adds the customers `from` … `to - 1`. */
function addCustomers(from: number, to: number, products: number[]): void {
	for (let n = from; n < to; n++) {
		account.service.state.addCustomer({ email: emailOf(n), products });
	}
}

/** Returns the parameters of an operation on the address of each row, with a limit. */
const limited = (operation: 'grantAccess' | 'createOrUpdate', stopIfMoreGrantedThan: string) => ({
	operation,
	...(operation === 'grantAccess'
		? { customer: chosen('={{ $json.email }}', 'email') }
		: { email: '={{ $json.email }}' }),
	options: { stopIfMoreGrantedThan },
});

describe('Stop If More Granted Than', () => {
	it.each(['grantAccess', 'createOrUpdate'] as const)(
		'counts who is granted and who is created together: %s',
		async (operation) => {
			addCustomers(0, 2, []);
			const { error } = await account.run(limited(operation, '3'), { input: toRows(0, 4) });
			expect(error?.message).toBe(stopHeadline(GRANTS, { count: 4, allowed: '3' }));
			expect(account.writes).toEqual([]);
			const { json } = await account.run(limited(operation, '4'), { input: toRows(0, 4) });
			expect(outcomesOf(json)).toEqual(['granted', 'granted', 'created', 'created']);
		},
	);

	it('counts nobody who has access', async () => {
		addCustomers(0, 3, [PRODUCT]);
		const { json } = await account.run(limited('grantAccess', '0'), { input: toRows(0, 3) });
		expect(outcomesOf(json)).toEqual(['unchanged', 'unchanged', 'unchanged']);
	});

	it('counts who was granted and who was created over the turns of a loop', async () => {
		addCustomers(0, 2, []);
		const [first, second] = await account.runOnInputs(limited('grantAccess', '3'), [
			toRows(1, 3),
			[...toRows(0, 1), ...toRows(3, 4)],
		]);
		expect(outcomesOf(first?.json ?? [])).toEqual(['granted', 'created']);
		expect(second?.error?.message).toBe(
			stopHeadline(GRANTS, { count: 4, allowed: '3', isLater: true }),
		);
		expect(second?.error?.description).toContain(nothingMoreChanged({ created: 1, granted: 1 }));
	});
});
