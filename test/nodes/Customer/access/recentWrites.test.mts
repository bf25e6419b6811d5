import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { ADA, byCustomerId, byEmail, outcomesOf, PRODUCT, setStatus, WAYS } from '../kit.mts';

/** Lists show grants and removals of access 8 seconds later. */
const account = new Account('customer', { product: chosen(PRODUCT) }, { grantLagSeconds: 8 });

/** Adds Ada, and returns her ID. */
const addAda = (products = [PRODUCT]) =>
	account.service.state.addCustomer({ email: ADA, products }).id;

const hasAccess = () => account.customers[0]?.grants.length === 1;
const grants = [byEmail('grantAccess'), { operation: 'createOrUpdate', email: ADA }];
const syncAccess = (rows: string[], options = {}) => ({
	parameters: {
		operation: 'syncAccess',
		email: '={{ $json.email }}',
		dryRun: false,
		...options,
	},
	input: rows.map((email) => ({ email })),
});
const check = async () => await account.runOnce(byEmail('checkAccess'));

describe('access that is given back within seconds of its removal', () => {
	it.each([
		['Grant Access after Revoke Access', byEmail('revokeAccess'), grants[0]],
		['Create or Update after Revoke Access', byEmail('revokeAccess'), grants[1]],
		['Grant Access after Remove Product', byEmail('removeProduct'), grants[0]],
		['Create or Update after Remove Product', byEmail('removeProduct'), grants[1]],
	])('is granted by %s', async (_, removal, grant) => {
		addAda();
		await account.runOnce(removal);
		expect(await account.runOnce({ ...grant })).toMatchObject({ outcome: 'granted' });
		expect(hasAccess()).toBe(true);
		expect(await check()).toMatchObject({ hasAccess: true });
	});

	it('is granted by Sync Access, and to a lost and a won deal of one person by ID', async () => {
		const id = addAda();
		await account.runOnce(byEmail('revokeAccess'));
		const { parameters, input } = syncAccess([ADA]);
		const { json } = await account.run(parameters, { input });
		expect(outcomesOf(json)).toEqual(['granted']);
		await account.runOnce(byCustomerId('revokeAccess', id));
		const item = await account.runOnce(byCustomerId('grantAccess', id));
		expect(item).toMatchObject({ outcome: 'granted' });
		expect(hasAccess()).toBe(true);
	});

	it('is not granted twice where the list still shows the free access that was there before', async () => {
		account.service.state.addCustomer({ email: ADA, plan: 'free', products: [PRODUCT] });
		const paid = { ...byEmail('grantAccess'), additionalFields: { plan: 'standard' } };
		expect(await account.runOnce(paid)).toMatchObject({ outcome: 'granted' });
		expect(await account.runOnce(paid)).toMatchObject({ outcome: 'unchanged' });
		expect(account.writes).toHaveLength(1);
	});

	it('is decided at the own record of the customer, whatever the list says', async () => {
		const id = addAda();
		await account.runOnce(byEmail('revokeAccess'));
		account.service.clearLogs();
		await account.runOnce({ ...grants[0] });
		expect(account.asked).toEqual([
			'GET /customers',
			`GET /customers/${id}`,
			'GET /customers',
			`GET /customers/${id}`,
			`PUT /customers/${id}/products`,
		]);
	});
});

describe('access that this process has just removed', () => {
	it.each([
		['enabled', 1],
		['paused', 2],
	] as const)(
		'is not there for Check Access and a second Revoke Access, with the status %s',
		async (status, removals) => {
			const id = addAda();
			setStatus(account, id, status);
			await account.runOnce(byEmail('revokeAccess'));
			for (const [, parametersFor] of WAYS) {
				const checked = await account.runOnce(parametersFor('checkAccess', id));
				expect(checked).toMatchObject({ hasAccess: false, reason: 'none' });
				const again = await account.runOnce(parametersFor('revokeAccess', id));
				expect(again).toMatchObject({ outcome: 'unchanged' });
			}
			expect(account.writes).toHaveLength(removals);
		},
	);

	it('is not revoked again by Sync Access, and does not count towards its limit', async () => {
		addAda();
		account.service.state.addCustomer({ email: 'bob@example.org', products: [PRODUCT] });
		const { parameters, input } = syncAccess(['bob@example.org'], { stopIfMoreRevokedThan: '50%' });
		const first = await account.run(parameters, { input });
		expect(outcomesOf(first.json)).toEqual(['revoked']);
		const second = await account.run({ ...parameters, stopIfMoreRevokedThan: 0 }, { input });
		expect(second.error).toBeUndefined();
		expect(second.json).toEqual([]);
	});
});

describe('access that this process has just granted', () => {
	it.each(['grantAccess', 'addProduct'])('is seen after %s', async (operation) => {
		const id = addAda([]);
		await account.runOnce(byCustomerId(operation, id));
		expect(await check()).toMatchObject({ hasAccess: true, id });
		expect(await account.runOnce({ ...grants[0] })).toMatchObject({ outcome: 'unchanged' });
		const { parameters, input } = syncAccess([ADA]);
		const { json, hints } = await account.run(parameters, { input });
		expect(json).toEqual([]);
		expect(hints.join()).toContain('1 unchanged');
		expect(account.writes).toHaveLength(1);
	});

	it('ends with Sync Access when the person is not in the list', async () => {
		const id = addAda([]);
		await account.runOnce(byCustomerId('addProduct', id));
		const { parameters, input } = syncAccess(['bob@example.org'], {
			stopIfMoreRevokedThan: '100%',
		});
		const { json } = await account.run(parameters, { input });
		expect(outcomesOf(json)).toEqual(['created', 'revoked']);
		expect(account.customers[0]?.grants).toEqual([]);
	});
});

describe('a customer whom this process has just created, and no list shows,', () => {
	/** Lists show a new customer after 20 seconds, and the service accepts the same address twice. */
	const late = new Account(
		'customer',
		{ product: chosen(PRODUCT) },
		{ listLagSeconds: 20, duplicateEmail: 'another' },
	);
	const create = { operation: 'create', email: ADA.toUpperCase() };
	const sync = syncAccess([ADA]);

	it.each([
		['Grant Access', { parameters: grants[0] }, { parameters: grants[0] }],
		['Create or Update', { parameters: grants[0] }, { parameters: grants[1] }],
		['Sync Access', { parameters: grants[1] }, sync],
		['Grant Access after Create', { parameters: create }, { parameters: grants[0] }],
		['Grant Access after Sync Access', sync, { parameters: grants[0] }],
	])('is not created again by %s', async (_, first, second) => {
		for (const { parameters = {}, ...options } of [first, second]) {
			expect((await late.run(parameters, options)).error).toBeUndefined();
			late.clock.now += 300;
		}
		expect(late.customers).toHaveLength(1);
	});

	it.each([
		[ADA, ADA],
		['Ada@example.org', ADA.toUpperCase()],
	])('is not created again by two runs at the same time: %s and %s', async (first, second) => {
		const items = await Promise.all([
			late.runOnce({ ...byEmail('grantAccess'), customer: chosen(first, 'email') }),
			late.runOnce({ operation: 'createOrUpdate', email: second }),
		]);
		expect(outcomesOf(items).toSorted()).toEqual(['created', 'unchanged']);
		expect(late.customers).toHaveLength(1);
	});

	it('is not created again by Create, which names the operation that takes both', async () => {
		const { json } = await late.run(create, {
			input: [{}, {}],
			onError: 'continueRegularOutput',
		});
		const [message] = json.map(({ error }) => error).filter(Boolean);
		expect(message).toBe('ADA@EXAMPLE.ORG is already a customer: use Create or Update');
		expect(late.customers).toHaveLength(1);
	});

	it('has access to its product only, which can be checked and revoked', async () => {
		await late.runOnce(create);
		expect(await late.runOnce(byEmail('checkAccess'))).toMatchObject({ hasAccess: true });
		const other = { ...byEmail('checkAccess'), product: chosen(102) };
		expect(await late.runOnce(other)).toMatchObject({ hasAccess: false, reason: 'none' });
		expect(await late.runOnce(byEmail('revokeAccess'))).toMatchObject({ outcome: 'revoked' });
		expect(await late.runOnce(byEmail('checkAccess'))).toMatchObject({ hasAccess: false });
	});

	it('is not mistaken for the owner of an address that was changed since', async () => {
		await late.runOnce({ ...grants[0] });
		late.service.state.editCustomer(Number(late.customers[0]?.id), (customer) => {
			customer.email = 'lovelace@example.org';
		});
		expect(await late.runOnce({ ...grants[0] })).toMatchObject({ outcome: 'created' });
		expect(late.customers.map(({ email }) => email)).toEqual(['lovelace@example.org', ADA]);
	});
});

describe('a customer whom this process has created ten minutes ago,', () => {
	const slow = new Account(
		'customer',
		{ product: chosen(PRODUCT) },
		{ listLagSeconds: 600, duplicateEmail: 'another' },
	);

	it('is not created again, although no list shows it yet', async () => {
		await slow.runOnce({ ...grants[0] });
		slow.clock.now += 590_000;
		expect(await slow.runOnce({ ...grants[0] })).toMatchObject({ outcome: 'unchanged' });
		expect(slow.customers).toHaveLength(1);
	});
});
