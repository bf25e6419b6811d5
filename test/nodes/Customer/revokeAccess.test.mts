import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const PRODUCT = 101;
const OTHER_PRODUCT = 102;
const ADA = 'ada@example.org';

const account = new Account('customer', { product: chosen(PRODUCT) });

const byEmail = { operation: 'revokeAccess', customer: chosen(ADA, 'email') };
const byCustomer = (customer: unknown) => ({
	operation: 'revokeAccess',
	customer: chosen(Number(customer)),
});
const revoked = { outcome: 'revoked', revokedPlans: ['standard'] };
const unchanged = { outcome: 'unchanged' };

function grantOf(plan: 'standard' | 'free') {
	return { productId: PRODUCT, plan, isRental: false, expiresIn: null };
}

describe.each([
	['by e-mail address', () => byEmail],
	['by customer', byCustomer],
])('%s', (way, revoke) => {
	it('revokeAccess changes nothing for somebody unknown', async () => {
		const asked = way === 'by customer' ? { id: 7 } : { email: ADA };
		expect(await account.runOnce(revoke(7))).toEqual({ ...asked, ...unchanged });
		expect(account.writes).toEqual([]);
	});

	it('revokeAccess ends the access to this product only, once', async () => {
		const products = [PRODUCT, OTHER_PRODUCT];
		const { id } = account.service.state.addCustomer({ email: ADA, products });
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, email: ADA, ...revoked });
		expect(account.customers[0]?.grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		expect(account.customers[0]?.grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
	});

	it.each([0, 9])('revokeAccess ends paid and free access, though %d looks fail', async (times) => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		const after = way === 'by customer' ? 2 : 1;
		const refusal = { status: 403, match: { method: 'GET' }, after, times };
		if (times > 0) account.service.faults.add(refusal);
		account.service.state.editCustomer(id, (customer) => {
			customer.grants = [grantOf('free'), grantOf('standard')];
		});
		expect(await account.runOnce(revoke(id))).toMatchObject({
			...revoked,
			revokedPlans: ['standard', 'free'],
		});
		expect(account.customers[0]?.grants).toEqual([]);
		const bodies = account.service.requests.flatMap(({ method, body }) =>
			method === 'DELETE' ? [JSON.parse(body) as unknown] : [],
		);
		const product = account.service.href('products', PRODUCT);
		expect(bodies).toEqual([
			{ product, plan: 'standard' },
			{ product, plan: 'free' },
		]);
	});

	it.each(['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const)(
		'revokeAccess ends the access of a customer who is %s, so that it cannot come back',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, status, products: [PRODUCT] });
			expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
			expect(account.customers[0]?.grants).toEqual([]);
		},
	);

	it('revokeAccess fails for an unknown product, and removes nothing', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const { error } = await account.run({ ...revoke(id), product: chosen(999) });
		expect(error?.description).toContain('HTTP 404');
		expect(account.writes).toEqual([]);
	});

	it('revokeAccess removes once what several items name, and the others are unchanged', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const { json } = await account.run(revoke(id), { input: [{}, {}, {}] });
		expect(json.map(({ outcome }) => outcome)).toEqual(['revoked', 'unchanged', 'unchanged']);
	});

	it.each([400, 404, 409, 422])(
		'revokeAccess reports revoked after a lost response and %i, when access has ended',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
			account.service.faults.add({ status: 504, isPerformed: true, match: { method: 'DELETE' } });
			account.service.faults.add({ status, match: { method: 'DELETE' } });
			expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
		},
	);

	it('revokeAccess says in the failure of a removal that an earlier one was done', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		account.service.state.editCustomer(id, (customer) => {
			customer.grants = [grantOf('free'), grantOf('standard')];
		});
		account.service.faults.add({ status: 403, after: 1, match: { method: 'DELETE' } });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('The standard access was removed.');
	});

	it('revokeAccess changes nothing where a service accepts any removal', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		account.service.faults.add({ status: 200, body: '{}', times: 2, match: { method: 'DELETE' } });
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});

	it.each([400, 404, 409, 422])(
		'revokeAccess takes %i for unchanged where there is no access',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA });
			account.service.faults.add({ status, times: 2, match: { method: 'DELETE' } });
			expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		},
	);

	it('revokeAccess does not report a plan that the customer does not have', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		// A service that responds with 200 whatever there was.
		const answer = { status: 200, body: '{}', isPerformed: true, times: 2 };
		account.service.faults.add({ ...answer, match: { method: 'DELETE' } });
		expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
	});

	it('revokeAccess ends access that no list shows yet', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.onTheWay({
			body: (answer, { query }) =>
				String(query).includes('product=')
					? answer.replaceAll(/"customers":\[.*\]/g, '"customers":[]')
					: answer,
		});
		await account.runOnce(revoke(id));
		expect(account.customers[0]?.grants).toEqual([]);
	});

	it('revokeAccess shows in a dry run what would be revoked, and changes nothing', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const options = { dryRun: true };
		const product = account.service.href('products', PRODUCT);
		const item = await account.runOnce({ ...revoke(id), options });
		expect(item).toMatchObject({
			id,
			outcome: 'wouldRevoke',
			changes: { product, plan: 'standard' },
		});
		expect(Object.keys(item).slice(0, 5)).toEqual(['outcome', 'email', 'name', 'id', 'changes']);
		expect(account.writes).toEqual([]);
		await account.runOnce(revoke(id));
		expect(await account.runOnce({ ...revoke(id), options })).toMatchObject(unchanged);
	});

	it.each(['enabled', 'paused'] as const)(
		'revokeAccess of who is %s reports the refusal of the paid plan, though the free one is removed',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, status });
			account.service.state.editCustomer(id, (customer) => {
				customer.grants = [grantOf('free'), grantOf('standard')];
			});
			account.service.faults.add({ status: 422, match: { method: 'DELETE' } });
			const { error } = await account.run(revoke(id));
			expect(error?.description).toContain('The free access was removed.');
			expect(error?.description).toContain('HTTP 422');
			expect(account.customers[0]?.grants).toMatchObject([{ plan: 'standard' }]);
		},
	);

	it('revokeAccess reports a refusal after a lost response while access is left', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.faults.add({ status: 502, match: { method: 'DELETE' } });
		account.service.faults.add({
			kind: 'html',
			status: 404,
			match: { method: 'DELETE' },
			times: 9,
		});
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 404');
		expect(account.customers[0]?.grants).toHaveLength(1);
	});

	it('revokeAccess reports a refusal while the list shows access that the record does not', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.faults.add({ status: 422, match: { method: 'DELETE' }, times: 2 });
		const match = { method: 'GET', path: `/customers/${id}` };
		account.service.faults.add({
			status: 404,
			match,
			after: way === 'by customer' ? 1 : 0,
			times: 9,
		});
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 422');
	});

	it('revokeAccess takes no empty list that counts somebody for the end of access', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		for (const status of [502, 404]) {
			account.service.faults.add({ status, match: { method: 'DELETE' } });
		}
		const match = { method: 'GET' };
		const after = way === 'by customer' ? 1 : 0;
		const body = '{"total":1,"_embedded":{"customers":[]}}';
		const record = { ...match, path: `/customers/${id}` };
		account.service.faults.add({ status: 404, match: record, after, times: 99 });
		const list = { ...match, path: '/customers' };
		account.service.faults.add({ status: 200, body, match: list, after: 1, times: 99 });
		const { error } = await account.run(revoke(id));
		expect(error?.message).toContain('It is unclear');
		expect(account.customers[0]?.grants).toHaveLength(1);
	});

	it('revokeAccess reports the refusal that says most', async () => {
		const customer = { email: ADA, plan: 'free', products: [PRODUCT] } as const;
		const { id } = account.service.state.addCustomer(customer);
		account.service.faults.add({ status: 422, match: { method: 'DELETE' }, after: 1 });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 422');
	});

	it('revokeAccess sends no removal where lists and record agree that there is no access', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [OTHER_PRODUCT] });
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		expect(account.writes).toEqual([]);
		expect(account.asked).toHaveLength(4);
	});

	it('revokeAccess fails where removals are refused and access stays', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.faults.add({ status: 422, times: 2, match: { method: 'DELETE' } });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 422');
	});

	it('revokeAccess is unchanged where another run was faster', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.before('DELETE', () => {
			account.service.state.editCustomer(id, (customer) => {
				customer.grants = [];
			});
		});
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});
});

it('revokeAccess is three requests for a customer with one plan', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	await account.run(byEmail);
	const url = `/customers/${id}`;
	expect(account.asked).toEqual(['GET /customers', `DELETE ${url}/products`, `GET ${url}`]);
});

it('revokeAccess tries to remove what no list can show, of a customer without an address', async () => {
	const customer = { email: '', status: 'paused', products: [PRODUCT] } as const;
	const { id } = account.service.state.addCustomer(customer);
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ id, ...revoked });
	expect(account.customers[0]?.grants).toEqual([]);
});

describe('revokeAccess, with lists that show grants and removals 20 seconds later', () => {
	const late = new Account('customer', { product: chosen(PRODUCT) }, { grantLagSeconds: 20 });

	it('removes what was granted a moment ago, once', async () => {
		const { id } = late.service.state.addCustomer({ email: ADA, products: [] });
		await late.runOnce({ operation: 'addProduct', customer: chosen(id) });
		expect(await late.runOnce(byEmail)).toMatchObject({ id, ...revoked });
		expect(late.customers[0]?.grants).toEqual([]);
		expect(late.writes).toHaveLength(2);
	});
});

it('revokeAccess ends the access of all customers with an address who have it', async () => {
	const { state } = account.service;
	const ids = [[PRODUCT], [], [PRODUCT]].map(
		(products, index) => state.addCustomer({ email: `${index}${ADA}`, products }).id,
	);
	account.onTheWay({
		query: (asked) => asked.replace('email=ada', 'query=ada'),
		body: (answer) => answer.replaceAll(/\dada@/g, 'ada@'),
	});
	const { json } = await account.run(byEmail);
	expect(json.map(({ id, outcome }) => [id, outcome]).sort()).toEqual([
		[ids[0], 'revoked'],
		[ids[2], 'revoked'],
	]);
	expect(account.writes.filter((write) => write.includes(String(ids[1])))).toEqual([]);
});
