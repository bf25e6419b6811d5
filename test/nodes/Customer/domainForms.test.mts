// A domain in its Unicode and in its ASCII form: the same email address in every operation.
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { OTHER_PRODUCT, outcomesOf, PRODUCT } from './kit.mts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const UNICODE = 'ada@müller.example';
const ASCII = 'ada@xn--mller-kva.example';
const DIRECTIONS = [
	[UNICODE, ASCII],
	[ASCII, UNICODE],
];

const add = (email: string, products: number[]) =>
	account.service.state.addCustomer({ email, products }).id;

/** Runs an operation for rows with these addresses. */
const run = async (operation: string, rows: string[], parameters: INodeParameters = {}) => {
	const customer = chosen('={{ $json.email }}', 'email');
	const email = '={{ $json.email }}';
	const safe = operation === 'syncAccess' && { dryRun: false, stopIfMoreRevokedThan: '100%' };
	return await account.run(
		{ operation, customer, email, ...safe, ...parameters },
		{ input: rows.map((row) => ({ email: row })) },
	);
};

describe.each(DIRECTIONS)('for a customer with the address %s, a row with %s', (own, given) => {
	it.each(['grantAccess', 'syncAccess', 'createOrUpdate'])(
		'lets %s find the customer, and create nobody',
		async (operation) => {
			const id = add(own, [OTHER_PRODUCT]);
			const { json, error } = await run(operation, [given]);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ id, email: own }]);
			expect(['granted', 'updated']).toContain(json[0]?.outcome);
			expect(account.customers).toHaveLength(1);
			expect(account.customers[0]?.grants).toHaveLength(2);
		},
	);

	it('lets Check Access, Get and Revoke Access find the customer', async () => {
		const id = add(own, [PRODUCT]);
		expect((await run('checkAccess', [given])).json).toMatchObject([{ hasAccess: true, id }]);
		expect((await run('get', [given])).json).toMatchObject([{ id, email: own }]);
		const { json } = await run('revokeAccess', [given], { dryRun: false });
		expect(json).toMatchObject([{ outcome: 'revoked', id }]);
	});

	it('is found in the lists that many rows are looked up in', async () => {
		const id = add(own, [OTHER_PRODUCT]);
		const others = Array.from({ length: 24 }, (_, n) => `c${n}@example.org`);
		for (const email of others) add(email, [PRODUCT]);
		const { json } = await run('grantAccess', [...others, given]);
		expect(json.at(-1)).toMatchObject({ id, email: own, outcome: 'granted' });
		expect(account.customers).toHaveLength(25);
	});
});

it.each(['grantAccess', 'syncAccess', 'createOrUpdate'])(
	'%s creates one customer for two rows with the forms of one domain',
	async (operation) => {
		await run(operation, [ASCII, UNICODE]);
		expect(account.customers).toMatchObject([{ email: ASCII }]);
	},
);

describe.each(DIRECTIONS)('of two customers with the addresses %s and %s, a row', (own, other) => {
	it.each(['get', 'grantAccess', 'createOrUpdate'])(
		'lets %s name both, and change neither',
		async (operation) => {
			const ids = [add(own, []), add(other, [])];
			const { error } = await run(operation, [own]);
			expect(error?.message).toContain('More than one customer has the email address');
			for (const id of ids) expect(error?.description).toContain(String(id));
			expect(account.writes).toEqual([]);
		},
	);

	it('keeps the access of both in syncAccess, and its absence ends that of both', async () => {
		add(own, [PRODUCT]);
		add(other, [PRODUCT]);
		await run('syncAccess', [own]);
		expect(account.writes).toEqual([]);
		const somebody = 'grace@example.org';
		add(somebody, [PRODUCT]);
		const { json } = await run('syncAccess', [somebody]);
		expect(outcomesOf(json)).toEqual(['revoked', 'revoked']);
	});
});
