import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT } from '../kit.mts';

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

const syncing = {
	operation: 'syncAccess',
	email: '={{ $json.email }}',
	dryRun: false,
	stopIfMoreRevokedThan: '10%',
	stopIfMoreGrantedThan: '100',
};

/** Returns the parameters of an operation on the address of each row, with a limit. */
const limited = (operation: 'grantAccess' | 'createOrUpdate', stopIfMoreGrantedThan: string) => ({
	operation,
	...(operation === 'grantAccess'
		? { customer: chosen('={{ $json.email }}', 'email') }
		: { email: '={{ $json.email }}' }),
	options: { stopIfMoreGrantedThan },
});

const RAISE =
	'If the list is right, raise Stop If More Granted Than in this node, and run it again.';

describe('Stop If More Granted Than', () => {
	it('stops a sync whose list has 300 former members beside its 40 members, and grants nothing', async () => {
		addCustomers(0, 40, [PRODUCT]);
		addCustomers(40, 340, []);
		const { error } = await account.run(syncing, { input: toRows(0, 340) });
		expect(error?.message).toBe('Stopped: 300 customers would have gotten access, more than 100');
		expect(error?.description).toContain(RAISE);
		expect(account.writes).toEqual([]);
	});

	it('says in a summary which field to raise', async () => {
		addCustomers(0, 3, []);
		const { json } = await account.run(
			{ ...syncing, stopIfMoreGrantedThan: '2', output: 'summary' },
			{ input: toRows(0, 3), onError: 'continueRegularOutput' },
		);
		expect(json[0]?.stopped).toBe(
			`Stopped: 3 customers would have gotten access, more than 2. Nothing was changed. ${RAISE}`,
		);
		expect(account.writes).toEqual([]);
	});

	it.each(['grantAccess', 'createOrUpdate'] as const)(
		'counts who is granted and who is created together: %s',
		async (operation) => {
			addCustomers(0, 2, []);
			const { error } = await account.run(limited(operation, '3'), { input: toRows(0, 4) });
			expect(error?.message).toBe('Stopped: 4 customers would have gotten access, more than 3');
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
			'Stopped: 4 customers would have gotten access in this execution, more than 3',
		);
		expect(second?.error?.description).toContain(
			'Nothing more was changed. Earlier in this execution: 1 created, 1 granted access.',
		);
	});
});
