import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import {
	ADA,
	addNamesakes,
	byEmail,
	byCustomerId,
	giveBothPlans,
	LAPSED,
	OTHER_PRODUCT,
	PRODUCT,
	setStatus,
	WAYS,
} from './kit.mts';
import { hintAbout } from '../runTexts.mts';

const account = new Account('customer', { product: chosen(PRODUCT) });

/** Adds Ada, by default with access, and returns her ID. */
const addAda = (customer: object = {}) =>
	account.service.state.addCustomer({ email: ADA, products: [PRODUCT], ...customer }).id;

describe.each(WAYS)('checkAccess %s', (way, parametersFor) => {
	const check = (id: unknown) => parametersFor('checkAccess', id);

	it.each(['standard', 'free'] as const)('returns the plan %s', async (plan) => {
		const id = addAda({ plan });
		const href = account.service.href('customers', id);
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: true, reason: 'enabled', plan, id, href, email: ADA });
		expect(Object.keys(item).slice(0, 5)).toEqual(['hasAccess', 'reason', 'email', 'name', 'id']);
	});

	it.each(LAPSED)('returns the reason %s after nine requests', async (reason) => {
		const id = addAda({ status: reason });
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: false, reason, id });
		expect(Object.keys(item).slice(0, 5)).toEqual(['hasAccess', 'reason', 'email', 'name', 'id']);
		expect(item).not.toHaveProperty('plan');
		expect(account.asked).toHaveLength(way === 'by ID' ? 8 : 9);
	});

	it('returns the reason never for a customer of another product', async () => {
		const id = addAda({ products: [OTHER_PRODUCT] });
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: false, reason: 'none', id });
		expect(item).not.toHaveProperty('plan');
		expect(account.asked).toHaveLength(way === 'by ID' ? 4 : 5);
	});

	it('is an error for a product that does not exist', async () => {
		const id = addAda({ products: [] });
		const { error } = await account.run({ ...check(id), product: chosen(999) });
		expect(error?.message).toContain('999');
	});

	it('returns only the record as the service sent it when Output is Raw', async () => {
		const id = addAda();
		expect(await account.runOnce({ ...check(id), output: 'raw' })).toMatchObject({
			_links: { self: { href: account.service.href('customers', id) } },
		});
	});
});

it('checkAccess returns the reason unknownCustomer for an address that nobody has', async () => {
	const item = { hasAccess: false, reason: 'unknownCustomer', email: ADA };
	expect(await account.runOnce(byEmail('checkAccess'))).toEqual(item);
	expect(account.asked).toEqual(['GET /customers', 'GET /customers', `GET /products/${PRODUCT}`]);
});

it('checkAccess fails for an ID that no customer has', async () => {
	const { error } = await account.run(byCustomerId('checkAccess', 7));
	expect(error?.message).toBe('No customer 7');
});

it('checkAccess sends one request for a customer with access, and ignores the case of the address', async () => {
	addAda({ email: 'Ada@Example.org' });
	expect(await account.runOnce(byEmail('checkAccess'))).toMatchObject({ hasAccess: true });
	expect(account.asked).toEqual(['GET /customers']);
});

it('checkAccess by ID ignores another customer with the same address who has access', async () => {
	const [, id] = addNamesakes(account, [[PRODUCT], []]);
	expect(await account.runOnce(byCustomerId('checkAccess', id))).toMatchObject({
		hasAccess: false,
	});
});

describe('the 404 of a proxy to the own record of a customer', () => {
	const failOwnRecord = (id: number) =>
		account.service.faults.add({ kind: 'empty', match: { path: `/customers/${id}` }, times: 99 });

	it.each(['checkAccess', 'revokeAccess', 'grantAccess'])(
		'makes %s by ID fail, and nothing is written',
		async (operation) => {
			const id = addAda();
			failOwnRecord(id);
			const { json, error } = await account.run(byCustomerId(operation, id));
			expect([json, account.writes]).toEqual([[], []]);
			expect(error?.message).toContain(`customer ${id}`);
		},
	);

	it('makes checkAccess by email address fail, when it should confirm that there is no access', async () => {
		failOwnRecord(addAda({ products: [OTHER_PRODUCT] }));
		expect((await account.run(byEmail('checkAccess'))).json).toEqual([]);
	});
});

it.each([
	[PRODUCT, { hasAccess: true }],
	[OTHER_PRODUCT, { hasAccess: false, reason: 'none' }],
])(
	'checkAccess returns an item for each of two customers of product %d with the same address',
	async (product, verdict) => {
		const ids = addNamesakes(account, [[product], [product]]);
		const { json } = await account.run(byEmail('checkAccess'));
		expect(json).toMatchObject(ids.map((id) => ({ id, email: ADA, ...verdict })));
	},
);

it('checkAccess returns the own reason of each of two customers with the same address', async () => {
	const ids = addNamesakes(account, [[PRODUCT], [PRODUCT]]);
	ids.forEach((id, index) => setStatus(account, id, index === 0 ? 'paused' : 'expired'));
	const { json } = await account.run(byEmail('checkAccess'));
	expect(json.map(({ reason }) => reason)).toEqual(['paused', 'expired']);
});

it('checkAccess returns the stronger reason of a customer in the lists of two statuses', async () => {
	addAda({ status: 'paused' });
	account.onTheWay({ query: (query) => query.replace('status=expired', 'status=paused') });
	expect(await account.runOnce(byEmail('checkAccess'))).toMatchObject({ reason: 'paused' });
});

describe('a customer who is listed once for each plan', () => {
	const twice = new Account('customer', { product: chosen(PRODUCT) }, { customerRows: 'perPlan' });

	it.each([
		['checkAccess', { hasAccess: true, plan: 'standard' }],
		['grantAccess', { outcome: 'unchanged' }],
		['revokeAccess', { outcome: 'revoked', plan: 'standard' }],
	])('is one item of %s, with the paid plan', async (operation, item) => {
		const { id } = twice.service.state.addCustomer({ email: ADA, products: [] });
		giveBothPlans(twice, id);
		// Each row shows its own plan, the free one first.
		let rows = 0;
		const planOfRow = () => `"plan":"${rows++ % 2 === 0 ? 'free' : 'standard'}"`;
		twice.onTheWay({
			body: (response, { query }) =>
				String(query).includes('product')
					? response.replaceAll(/"plan":"\w+"/g, planOfRow)
					: response,
		});
		expect(await twice.runOnce(byEmail(operation))).toMatchObject({ id, ...item });
	});
});

it('checkAccess finds the access of a customer without an address, but no reason', async () => {
	const id = addAda({ email: '' });
	expect(await account.runOnce(byCustomerId('checkAccess', id))).toMatchObject({ hasAccess: true });
	setStatus(account, id, 'paused');
	const item = await account.runOnce(byCustomerId('checkAccess', id));
	expect(item).toMatchObject({ hasAccess: false });
	expect(item).not.toHaveProperty('reason');
	expect(new Set(account.asked)).toEqual(new Set([`GET /customers/${id}`]));
});

describe('checkAccess over several items', () => {
	const check = async (emails: string[], onError?: 'continueRegularOutput') =>
		await account.run(
			{ ...byEmail('checkAccess'), customer: chosen('={{ $json.email }}', 'email') },
			{ input: emails.map((email) => ({ email })), ...(onError && { onError }) },
		);

	it('counts rows that fail, and looks nobody up twice', async () => {
		addAda();
		const { hints, json } = await check([ADA, ADA, 'no address'], 'continueRegularOutput');
		const named = { withAccess: [ADA, ADA], failed: ['row 3'] };
		expect(hints).toEqual([hintAbout(named, { reasons: [json[2]?.error] })]);
		expect(json.map(({ hasAccess }) => hasAccess)).toEqual([true, true, '']);
		expect(account.asked).toEqual(['GET /customers']);
	});

	it('looks up each product of a person', async () => {
		addAda();
		const { json } = await account.run(
			{ ...byEmail('checkAccess'), product: chosen('={{ $json.product }}') },
			{ input: [PRODUCT, OTHER_PRODUCT].map((product) => ({ product })) },
		);
		expect(json.map(({ hasAccess }) => hasAccess)).toEqual([true, false]);
	});
});
