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
const revoked = { outcome: 'revoked', revoked: true, revokedPlans: ['standard'] };
const unchanged = { outcome: 'unchanged', revoked: false, revokedPlans: [] };

function grantOf(plan: 'standard' | 'free') {
	return { productId: PRODUCT, plan, isRental: false, expiresIn: null };
}

describe.each([
	['by e-mail address', () => byEmail],
	['by customer', byCustomer],
])('%s', (_, revoke) => {
	it('ends the access to this product only; the second time there is nothing to do', async () => {
		const products = [PRODUCT, OTHER_PRODUCT];
		const { id } = account.service.state.addCustomer({ email: ADA, products });
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, email: ADA, ...revoked });
		expect(account.customers[0].grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		expect(account.customers[0].grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
	});

	it('ends the paid and the free access, one at a time', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		account.service.state.editCustomer(id, (customer) => {
			customer.grants = [grantOf('free'), grantOf('standard')];
		});
		expect(await account.runOnce(revoke(id))).toMatchObject({
			...revoked,
			revokedPlans: ['standard', 'free'],
		});
		expect(account.customers[0].grants).toEqual([]);
		const bodies = account.service.requests.flatMap(({ method, body }) =>
			method === 'DELETE' ? [JSON.parse(body) as unknown] : [],
		);
		const product = account.service.href('products', PRODUCT);
		expect(bodies).toEqual([
			{ product, plan: 'standard' },
			{ product, plan: 'free' },
		]);
	});

	it('ends the free access alone', async () => {
		const { id } = account.service.state.addCustomer({
			email: ADA,
			plan: 'free',
			products: [PRODUCT],
		});
		expect(await account.runOnce(revoke(id))).toMatchObject({ ...revoked, revokedPlans: ['free'] });
		expect(account.customers[0].grants).toEqual([]);
	});

	it.each(['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const)(
		'ends it also for who is %s, so that it cannot come back',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, status, products: [PRODUCT] });
			expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
			expect(account.customers[0].grants).toEqual([]);
		},
	);

	it('an unknown product is an error, and nothing is removed', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const { error } = await account.run({ ...revoke(id), product: chosen(999) });
		expect(error?.message).toContain('HTTP 404');
		expect(account.writes).toEqual([]);
	});

	it('at once from several items is done once, and the others say so', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		const { json } = await account.run(revoke(id), { input: [{}, {}, {}] });
		expect(json.map(({ outcome }) => outcome)).toEqual(['revoked', 'unchanged', 'unchanged']);
	});

	it.each(['disconnect', 'disconnectAfter', 'status'] as const)(
		'survives the fault %s',
		async (kind) => {
			const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
			account.service.faults.add({ kind, match: { method: 'DELETE' } });
			expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
			expect(account.customers[0].grants).toEqual([]);
		},
	);

	it('a service that has nothing against removing what is not there', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		account.service.faults.add({ status: 200, body: '{}', times: 2, match: { method: 'DELETE' } });
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});

	it('a service that refuses while the access stays is an error', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.service.faults.add({ status: 422, times: 2, match: { method: 'DELETE' } });
		const { error } = await account.run(revoke(id));
		expect(error?.message).toContain('HTTP 422');
	});

	it('another run that was faster is no error', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.before('DELETE', () => {
			account.service.state.editCustomer(id, (customer) => {
				customer.grants = [];
			});
		});
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});
});

describe('somebody unknown', () => {
	it('by e-mail address is left alone', async () => {
		expect(await account.runOnce(byEmail)).toEqual({ email: ADA, ...unchanged });
		expect(account.writes).toEqual([]);
	});

	it('by customer is left alone', async () => {
		expect(await account.runOnce(byCustomer(7))).toEqual({ id: 7, ...unchanged });
		expect(account.writes).toEqual([]);
	});
});

it('is found in capital letters', async () => {
	account.service.state.addCustomer({ email: 'Ada@Example.org', products: [PRODUCT] });
	expect(await account.runOnce(byEmail)).toMatchObject(revoked);
});

it('grant, check, revoke, check tell one story', async () => {
	const run = async (operation: string) => await account.runOnce({ ...byEmail, operation });
	expect(await run('grantAccess')).toMatchObject({ outcome: 'created' });
	expect(await run('checkAccess')).toMatchObject({ hasAccess: true });
	expect(await run('revokeAccess')).toMatchObject({ outcome: 'revoked' });
	expect(await run('checkAccess')).toMatchObject({ hasAccess: false });
	expect(await run('grantAccess')).toMatchObject({ outcome: 'granted' });
	expect(await run('checkAccess')).toMatchObject({ hasAccess: true });
});
