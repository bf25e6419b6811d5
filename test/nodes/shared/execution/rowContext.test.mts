import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';

const OTHERS = 'Other items may have been carried out';
const AGAIN = 'running it again is safe';
const ROW = 'This is row 2 of the input: n8n counts items from 0.';

const account = new Account('customer');
const collections = new Account('collection');

const good = 'ada@example.org';
const input = [{ customer: good }, { customer: 'nobody' }];
const customer = chosen('={{ $json.customer }}', 'email');
const product = chosen(101);

async function description(parameters: INodeParameters, by = account, rows = input) {
	account.service.state.addCustomer({ email: good, products: [101] });
	const { error } = await by.run(parameters, { input: rows });
	return error?.description ?? '';
}

it.each<[string, INodeParameters]>([
	['update', { customer, updateFields: { name: 'Ada' } }],
	['addProduct', { customer, product }],
	['removeProduct', { customer, product }],
	['grantAccess', { customer, product }],
	['createOrUpdate', { email: '={{ $json.customer }}', product }],
	['revokeAccess', { customer, product }],
])(
	'%s fails with its row, and says that other items may be done and another run is safe',
	async (operation, parameters) => {
		const told = await description({ operation, ...parameters });
		expect(told).toContain(
			`${ROW} ${OTHERS}, and ${AGAIN}; to get their results, set On Error to Continue.`,
		);
		expect(account.asked.length).toBeGreaterThan(0);
	},
);

const taken = [{ customer: 'new@example.org' }, { customer: good }];
const collection = { collection: chosen(1), itemType: 'video', video: '={{ $json.customer }}' };

it.each<[string, string, Account, INodeParameters]>([
	['create', '', account, { email: '={{ $json.customer }}', product }],
	['addItem', '', collections, collection],
	['addItem', ' at a position', collections, { ...collection, additionalFields: { position: 1 } }],
])(
	'%s%s fails without the advice to run it again, which may do harm',
	async (operation, _, by, more) => {
		const told = await description({ operation, ...more }, by, taken);
		expect(told).toMatch(new RegExp(`This is row [12] of .*${OTHERS}; to get`));
		expect(told).not.toContain(AGAIN);
	},
);

it.each<[string, INodeParameters]>([
	['a read', { operation: 'get', customer }],
	['a dry run', { operation: 'grantAccess', customer, product, options: { dryRun: true } }],
])('%s fails with the number of its row and nothing else', async (_, parameters) => {
	expect(await description(parameters)).toMatch(new RegExp(`${ROW}$`));
});

it('the error names no row for a single item, or when the workflow continues', async () => {
	const parameters = { operation: 'update', customer, updateFields: { name: 'Ada' } };
	expect(await description(parameters, account, [{ customer: 'nobody' }])).not.toMatch(/row|Other/);
	const { json } = await account.run(parameters, { input, onError: 'continueRegularOutput' });
	expect(JSON.stringify(json)).not.toMatch(/row 2|Other/);
});

it('the error of Stop If More Than names no row and no other items', async () => {
	const stopIfMoreThan = { value: { amount: 0, unit: 'customers' } };
	const told = await description(
		{ operation: 'revokeAccess', customer, product, options: { stopIfMoreThan } },
		account,
		[{ customer: good }, { customer: good }],
	);
	expect(told).not.toMatch(/row|Other/);
});

it('a failed look-up that two rows share is reported for one of them', async () => {
	account.service.faults.add({ status: 422, match: { method: 'GET' }, times: 9 });
	const stopIfMoreThan = { value: { amount: 5, unit: 'customers' } };
	const parameters = { operation: 'revokeAccess', customer, product, options: { stopIfMoreThan } };
	const told = await description(parameters, account, [{ customer: good }, { customer: good }]);
	expect(told.match(/This is row \d|Other items/g)).toEqual(['This is row 1', 'Other items']);
});

it.each([
	[false, true],
	[true, false],
])(
	'Sync Access with Dry Run %s fails, and says that other items may be done: %s',
	async (dryRun, isTold) => {
		account.service.faults.add({ status: 403, after: 1 });
		const told = await description(
			{ operation: 'syncAccess', product, email: '={{ $json.customer }}', dryRun },
			account,
			[{ customer: good }, { customer: 'new@example.org' }],
		);
		expect(told).toContain('HTTP 403');
		expect(told.includes(`${OTHERS}, and ${AGAIN}`)).toBe(isTold);
	},
);
