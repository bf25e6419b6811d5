// A row of a dry run has the columns of the real run's row, and both are about the plan of the row's product.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { giveBothPlans, LAPSED, OTHER_PRODUCT, PRODUCT } from '../kit.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
	additionalFields: { name: '={{ $json.name }}' },
	stopIfMoreRevokedThan: '100%',
});

const emailOf = (name: string) => `${name}@example.org`;

/** Adds somebody of each kind, and returns a row for each and for somebody unknown. */
function addPeople(): IDataObject[] {
	const add = (name: string, customer: object) =>
		account.service.state.addCustomer({ email: emailOf(name), name: `The ${name}`, ...customer });
	add('without', { products: [] });
	add('other', { products: [OTHER_PRODUCT] });
	add('paying', { products: [PRODUCT] });
	add('free', { products: [PRODUCT], plan: 'free' });
	giveBothPlans(account, add('both', { products: [] }).id);
	for (const status of LAPSED) add(status, { products: [PRODUCT], status });
	add('leaver', { products: [PRODUCT] });
	add('free-leaver', { products: [PRODUCT], plan: 'free' });
	const names = ['without', 'other', 'paying', 'free', 'both', ...LAPSED, 'unknown'];
	return names.map((name) => ({ email: emailOf(name), name: `New ${name}` }));
}

const SHOWN = ['email', 'name', 'product_name', 'plan', 'reason', 'similarTo'];

/** Returns a row as a dry run can predict it. The service's own record of a new customer has an empty name. */
const predictable = (row: IDataObject) =>
	Object.entries(row).filter(([name, value]) => SHOWN.includes(name) && value !== '');

const CASES: Array<[operation: string, parameters: INodeParameters]> = [
	['grantAccess', {}],
	['grantAccess', { additionalFields: { plan: 'standard' } }],
	['grantAccess', { additionalFields: { plan: 'free' } }],
	['createOrUpdate', {}],
	['revokeAccess', {}],
	['syncAccess', { options: { outputUnchanged: true } }],
	['syncAccess', { additionalFields: { plan: 'standard' } }],
];

it.each(CASES)('%s with %j: dry and real rows say the same', async (operation, parameters) => {
	const input = addPeople();
	const options = { ...(parameters.options as object), dryRun: true };
	const isOption = operation !== 'syncAccess';
	const run = async (more: INodeParameters) => {
		const { json, error } = await account.run({ operation, ...parameters, ...more }, { input });
		expect(error).toBeUndefined();
		return json;
	};
	const dry = await run(isOption ? { options } : { dryRun: true });
	const real = await run(isOption ? {} : { dryRun: false });
	expect(dry.map(predictable)).toEqual(real.map(predictable));
});
