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
	it.each(['standard', 'free'] as const)('tells of the plan %s', async (plan) => {
		const { id } = account.service.state.addCustomer({ email: ADA, plan, products: [PRODUCT] });
		const href = account.service.href('customers', id);
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: true, plan, id, href, email: ADA });
		expect(Object.keys(item).slice(0, 5)).toEqual(['hasAccess', 'plan', 'email', 'name', 'id']);
	});

	it.each(['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const)(
		'no access when %s',
		async (status) => {
			const { id } = account.service.state.addCustomer({ email: ADA, status, products: [PRODUCT] });
			const item = await account.runOnce(check(id));
			expect(item).toMatchObject({ hasAccess: false, id });
			expect(item).not.toHaveProperty('plan');
		},
	);

	it('no access with another product', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [OTHER_PRODUCT] });
		const item = await account.runOnce(check(id));
		expect(item).toMatchObject({ hasAccess: false, id });
		expect(item).not.toHaveProperty('plan');
	});

	it('no access for somebody unknown', async () => {
		const asked = way === 'by customer' ? { id: 7 } : { email: ADA };
		expect(await account.runOnce(check(7))).toEqual({ hasAccess: false, ...asked });
	});

	it('only the record as the service sent it, raw', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		expect(await account.runOnce({ ...check(id), output: 'raw' })).toMatchObject({
			_links: { self: { href: account.service.href('customers', id) } },
		});
	});
});

it('is one request for who has access, by e-mail address in any case', async () => {
	account.service.state.addCustomer({ email: 'Ada@Example.org', products: [PRODUCT] });
	expect(await account.runOnce(byEmail)).toMatchObject({ hasAccess: true });
	expect(account.asked).toEqual(['GET /customers']);
});

it('does not take a namesake with access for the customer that was chosen', async () => {
	const namesake = { id: 1, email: ADA, status: 'enabled', products: [PRODUCT] } as const;
	account.service.state.addCustomer(namesake);
	const { id } = account.service.state.addCustomer({ email: 'ada.2@example.org' });
	// an older account with two records of one address
	account.onTheWay({
		query: (asked) => asked.replace('ada.2%40', 'ada%40'),
		body: (answer) => answer.replace('ada.2@', 'ada@'),
	});
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ hasAccess: false });
});

it('tells of who has no e-mail address', async () => {
	const { id } = account.service.state.addCustomer({ email: '', products: [PRODUCT] });
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ hasAccess: true });
	account.service.state.setStatus(id, 'paused');
	expect(await account.runOnce(byCustomer(id))).toMatchObject({ hasAccess: false });
});
