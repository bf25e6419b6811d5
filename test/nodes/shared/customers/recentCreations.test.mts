import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { ADA } from '../../Customer/kit.mts';
import { chosen } from '../../kit.mts';

/** Lists show a new customer after 20 seconds, and an address may be taken twice. */
const account = new Account(
	'customer',
	{ product: chosen(101) },
	{ listLagSeconds: 20, duplicateEmail: 'another' },
);

const grantAccess = { operation: 'grantAccess', customer: chosen(ADA, 'email') };
const createOrUpdate = { operation: 'createOrUpdate', email: ADA };
const syncAccess = {
	...{ operation: 'syncAccess', email: ADA, stopIfMoreThanAmount: 10 },
	...{ stopIfMoreThanUnit: 'percent', dryRun: false },
};
const create = { operation: 'create', email: ADA.toUpperCase() };

describe('a new customer whom no list shows yet', () => {
	it('is created once for two items of one execution', async () => {
		const { error, json } = await account.run(grantAccess, { input: [{}, {}] });
		expect(error).toBeUndefined();
		expect(new Set(json.map(({ id }) => id)).size).toBe(1);
		expect(account.customers).toHaveLength(1);
	});

	it.each([
		['Grant Access', grantAccess, grantAccess],
		['Create or Update', grantAccess, createOrUpdate],
		['Sync Access', createOrUpdate, syncAccess],
		['Grant Access after Create', create, grantAccess],
		['Grant Access after Sync Access', syncAccess, grantAccess],
	])('is created once for %s 300 ms later', async (_, first, second) => {
		await account.run(first);
		account.clock.now += 300;
		expect((await account.run(second)).error).toBeUndefined();
		expect(account.customers).toHaveLength(1);
	});

	it('is the one that a similar address may mean, unless another credential is used', async () => {
		const encoded = 'ada@xn--mller-kva.example';
		const { id } = await account.runOnce({ ...create, email: encoded });
		const similar = {
			...{ operation: 'checkAccess' },
			customer: chosen('ada@m\u00fcller.example', 'email'),
		};
		const { error } = await account.run(similar);
		expect(error?.message).toContain(`but "${encoded}" is similar`);
		expect(error?.description).toContain(`By ID: ${String(id)}`);
		const other = { ...grantAccess, customer: chosen(`joan${encoded.slice(3)}`, 'email') };
		expect(await account.runOnce(other)).toMatchObject({ outcome: 'created' });
		account.credential = { ...account.credential, id: 'another credential' };
		expect(await account.runOnce(similar)).toMatchObject({ hasAccess: false });
	});

	it('is not created again by Create, an item or minutes later', async () => {
		const { json } = await account.run(create, {
			input: [{}, {}],
			onError: 'continueRegularOutput',
		});
		const [message] = json.map(({ error }) => error).filter(Boolean);
		expect(message).toBe('ADA@EXAMPLE.ORG is a customer already: use Create or Update');
		account.clock.now += 4 * 60_000;
		expect((await account.run(create)).error?.message).toBe(message);
		expect(account.customers).toHaveLength(1);
	});

	it('has access that can be checked and revoked', async () => {
		await account.runOnce(create);
		const check = { ...grantAccess, operation: 'checkAccess' };
		expect(await account.runOnce(check)).toMatchObject({ hasAccess: true });
		const revoke = { ...grantAccess, operation: 'revokeAccess' };
		const stopIfMoreThan = { value: { amount: 0, unit: 'customers' } };
		const { error } = await account.run({ ...revoke, options: { stopIfMoreThan } });
		expect(error?.message).toContain('Stopped: 1 customer would have lost access');
		expect(await account.runOnce(revoke)).toMatchObject({ outcome: 'revoked' });
		expect(account.customers[0]?.grants).toEqual([]);
		expect(await account.runOnce(check)).toMatchObject({ hasAccess: false });
	});

	it('has no access to another product', async () => {
		await account.runOnce(create);
		const other = { ...grantAccess, operation: 'checkAccess', product: chosen(102) };
		expect(await account.runOnce(other)).toMatchObject({
			hasAccess: false,
			id: expect.anything() as unknown,
		});
	});
});

describe('a new customer whose address has changed since', () => {
	const rename = () => {
		account.service.state.editCustomer(Number(account.customers[0]?.id), (customer) => {
			customer.email = 'lovelace@example.org';
		});
	};

	it('is not taken for the owner of the old address', async () => {
		await account.runOnce(grantAccess);
		rename();
		expect(await account.runOnce(grantAccess)).toMatchObject({ outcome: 'created' });
	});

	it('is forgotten after five minutes, and not looked up by ID', async () => {
		await account.runOnce(grantAccess);
		rename();
		account.clock.now += 5 * 60_000;
		account.service.clearLogs();
		await account.runOnce(grantAccess);
		expect(account.asked).toEqual(['GET /customers', 'GET /customers', 'POST /customers']);
	});
});
