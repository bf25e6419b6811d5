import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const PRODUCT = 101;
const OTHER_PRODUCT = 102;
const ADA = 'ada@example.org';

const account = new Account('customer', { product: chosen(PRODUCT) });

const byEmail = { operation: 'checkAccess', customer: chosen(ADA, 'email') };
const byCustomer = (customer: unknown) => ({
	operation: 'checkAccess',
	customer: chosen(Number(customer)),
});

describe.each([
	['by e-mail address', () => byEmail],
	['by customer', byCustomer],
])('%s', (way, check) => {
	it.each(['standard', 'free'] as const)('checkAccess gives the plan %s', async (plan) => {
		const { id } = account.service.state.addCustomer({ email: ADA, plan, products: [PRODUCT] });
		const href = account.service.href('customers', id);
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: true, plan, id, href, email: ADA });
		expect(Object.keys(item).slice(0, 5)).toEqual(['hasAccess', 'plan', 'email', 'name', 'id']);
	});

	it.each(['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const)(
		'checkAccess gives the reason %s, after the lists of these statuses side by side',
		async (reason) => {
			const customer = { email: ADA, status: reason, products: [PRODUCT] };
			const { id } = account.service.state.addCustomer(customer);
			const item = await account.runOnce(check(id));
			expect(item).toMatchObject({ hasAccess: false, reason, id });
			expect(Object.keys(item).slice(0, 5)).toEqual(['hasAccess', 'reason', 'email', 'name', 'id']);
			expect(item).not.toHaveProperty('plan');
			expect(account.asked).toHaveLength(8);
		},
	);

	it('checkAccess gives the reason never to a customer of another product', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [OTHER_PRODUCT] });
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: false, reason: 'never', id });
		expect(item).not.toHaveProperty('plan');
		expect(account.asked).toHaveLength(4);
	});

	it('checkAccess gives the reason unknownCustomer where there is no customer', async () => {
		const asked = way === 'by customer' ? { id: 7 } : { email: ADA };
		const reason = 'unknownCustomer';
		expect(await account.runOnce(check(7))).toEqual({ hasAccess: false, reason, ...asked });
		expect(account.asked).toHaveLength(way === 'by customer' ? 2 : 3);
	});

	it.each([1, 2, 3])('checkAccess finds access although %d lists come empty', async (times) => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const body = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });
		const match = { path: '/customers' };
		account.service.faults.add({ status: 200, body, match, times });
		// By address, the third list is the last one that can tell who is meant.
		if (way === 'by customer' || times < 3)
			expect(await account.runOnce(check(id))).toMatchObject({ hasAccess: true, id });
	});

	it('checkAccess gives only the record as the service sent it, with the output raw', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		expect(await account.runOnce({ ...check(id), output: 'raw' })).toMatchObject({
			_links: { self: { href: account.service.href('customers', id) } },
		});
	});
});

it('checkAccess is one request for a customer with access, by address in any case', async () => {
	account.service.state.addCustomer({ email: 'Ada@Example.org', products: [PRODUCT] });
	expect(await account.runOnce(byEmail)).toMatchObject({ hasAccess: true });
	expect(account.asked).toEqual(['GET /customers']);
});

it('checkAccess does not take a namesake with access for the chosen customer', async () => {
	const namesake = { id: 1, email: ADA, status: 'enabled', products: [PRODUCT] } as const;
	account.service.state.addCustomer(namesake);
	const { id } = account.service.state.addCustomer({ email: 'ada.2@example.org' });
	// An older account with two records of one address.
	account.onTheWay({
		query: (asked) => asked.replace('ada.2%40', 'ada%40'),
		body: (answer) => answer.replace('ada.2@', 'ada@'),
	});
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ hasAccess: false });
});

describe('a response that proves nothing about a customer by ID', () => {
	const refused = { reason: 'the 404 of a proxy', fault: { kind: 'html', status: 404 } } as const;
	const faults = [
		refused,
		{ reason: 'an empty 404', fault: { kind: 'empty' } },
		{ reason: 'the 404 of another service', fault: { kind: 'foreignJson' } },
		{ reason: 'another customer', fault: { status: 200, body: '{"id":1,"email":"eve@x.org"}' } },
	] as const;

	it.each(
		faults.flatMap(({ reason, fault }) =>
			['checkAccess', 'revokeAccess', 'grantAccess'].map((operation) => ({
				reason,
				fault,
				operation,
			})),
		),
	)('$reason makes $operation fail, and nothing is written', async ({ fault, operation }) => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.faults.add({ ...fault, match: { path: `/customers/${id}` } });
		const { json, error } = await account.run({ ...byCustomer(id), operation });
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/unclear whether customer \d+ exists|another record/);
		expect(account.writes).toEqual([]);
	});

	it('the 404 of a proxy to the confirming look makes checkAccess fail', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [OTHER_PRODUCT] });
		account.service.faults.add({ ...refused.fault, match: { path: `/customers/${id}` } });
		const { error } = await account.run(byEmail);
		expect(error?.message).toContain('It is unclear whether');
	});
});

describe('checkAccess, of two customers with one address', () => {
	const twins = (products: number[]) =>
		[ADA, `2${ADA}`].map((email) => account.service.state.addCustomer({ email, products }).id);

	it.each([
		[[PRODUCT], { hasAccess: true }],
		[[OTHER_PRODUCT], { hasAccess: false, reason: 'never' }],
	])('with the products %j gives an item for each', async (products, verdict) => {
		const ids = twins(products);
		// An account from the time when addresses could be used twice.
		account.onTheWay({
			query: (asked) => asked.replace('email=ada', 'query=ada'),
			body: (response) => response.replaceAll(`2${ADA}`, ADA),
		});
		const { json } = await account.run(byEmail);
		expect(json).toMatchObject(ids.map((id) => ({ id, email: ADA, ...verdict })));
	});
});

describe('a customer who is listed once for each plan', () => {
	const twice = new Account('customer', { product: chosen(PRODUCT) }, { customerRows: 'perPlan' });

	it.each([
		['checkAccess', { hasAccess: true, plan: 'standard' }],
		['grantAccess', { outcome: 'unchanged' }],
		['revokeAccess', { outcome: 'revoked', revokedPlans: ['standard', 'free'] }],
	])('is one item of %s, with the paid plan', async (operation, told) => {
		const { id } = twice.service.state.addCustomer({ email: ADA, products: [] });
		twice.service.state.editCustomer(id, (customer) => {
			const grant = { productId: PRODUCT, isRental: false, expiresIn: null };
			customer.grants = [
				{ ...grant, plan: 'free' },
				{ ...grant, plan: 'standard' },
			];
		});
		// Each row tells its own plan, the free one first.
		let rows = 0;
		const planOfRow = () => `"plan":"${rows++ % 2 === 0 ? 'free' : 'standard'}"`;
		twice.onTheWay({
			body: (response, { query }) =>
				String(query).includes('product')
					? response.replaceAll(/"plan":"\w+"/g, planOfRow)
					: response,
		});
		expect(await twice.runOnce({ ...byEmail, operation })).toMatchObject({ id, ...told });
	});
});

describe('checkAccess, with lists that show a grant later', () => {
	const late = new Account('customer', { product: chosen(PRODUCT) }, { grantLagSeconds: 20 });

	it.each([
		['by e-mail address', () => byEmail],
		['by customer', byCustomer],
	])('%s finds access that was given a moment ago', async (_, check) => {
		const { id } = late.service.state.addCustomer({ email: ADA, products: [] });
		await late.runOnce({ operation: 'addProduct', customer: chosen(id) });
		expect(await late.runOnce(check(id))).toMatchObject({ hasAccess: true, id });
	});
});

it('checkAccess reads the list of enabled customers again where no status tells why', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const body = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });
	account.service.faults.add({ status: 200, body, match: { path: '/customers' } });
	expect(await account.runOnce(byEmail)).toMatchObject({ hasAccess: true, id, plan: 'standard' });
	expect(account.asked).toHaveLength(9);
});

it('checkAccess and revokeAccess find a customer whom no look-up by e-mail shows', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const hollow = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });
	account.onTheWay({
		body: (body, { query }) => (String(query).includes('email=') ? hollow : body),
	});
	expect(await account.runOnce(byEmail)).toMatchObject({ hasAccess: true, id });
	const { json } = await account.run({ ...byEmail, operation: 'revokeAccess' });
	expect(json).toMatchObject([{ outcome: 'revoked', id }]);
	expect(account.customers[0]?.grants).toEqual([]);
});

it('checkAccess fails where a record knows of access and the list of no status has the customer', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const hollow = JSON.stringify({ count: 0, total: 0, _embedded: { customers: [] } });
	account.onTheWay({
		body: (body, { query }) => (String(query).includes('status=enabled') ? hollow : body),
	});
	const { error } = await account.run(byEmail);
	expect(error?.message).toContain(`It is unclear whether customer ${id} has access`);
});

it('checkAccess of a customer without an address finds access, and gives no reason', async () => {
	const { id } = account.service.state.addCustomer({ email: '', products: [PRODUCT] });
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ hasAccess: true });
	account.service.state.editCustomer(id, (customer) => {
		customer.status = 'paused';
	});
	const item = await account.runOnce(byCustomer(id));
	expect(item).toMatchObject({ hasAccess: false });
	expect(item).not.toHaveProperty('reason');
});
