import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import {
	ADA,
	addNamesakes,
	byEmail,
	byCustomerId,
	COLUMNS,
	giveBothPlans,
	LAPSED,
	OTHER_PRODUCT,
	PRODUCT,
	setStatus,
	WAYS,
} from './kit.mts';
import { hintAbout, othersNote } from '../runTexts.mts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const revoked = { outcome: 'revoked', plan: 'standard' };
const unchanged = { outcome: 'unchanged' };

/** Adds Ada, by default with access, and returns her ID. */
const addAda = (customer: object = {}) =>
	account.service.state.addCustomer({ email: ADA, products: [PRODUCT], ...customer }).id;

it('revokeAccess changes nothing for an address that nobody has', async () => {
	const item = { outcome: 'unchanged', reason: 'unknownCustomer', email: ADA };
	expect(await account.runOnce(byEmail('revokeAccess'))).toEqual(item);
});

it('revokeAccess fails for an ID that no customer has', async () => {
	const { error } = await account.run(byCustomerId('revokeAccess', 7));
	expect(error?.message).toBe('No customer 7');
});

describe.each(WAYS)('revokeAccess %s', (way, parametersFor) => {
	const revoke = (id: unknown) => parametersFor('revokeAccess', id);
	/** How many requests look up the customer before the first one about access. */
	const before = way === 'by ID' ? 1 : 0;

	it('ends the access to this product only, and then returns unchanged', async () => {
		const id = addAda({ products: [PRODUCT, OTHER_PRODUCT] });
		const item = await account.runOnce(revoke(id));
		expect(item).toMatchObject({ id, email: ADA, ...revoked });
		expect(item).not.toHaveProperty('products');
		expect(account.customers[0]?.grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		expect(account.customers[0]?.grants).toMatchObject([{ productId: OTHER_PRODUCT }]);
	});

	it.each([0, 9])('ends paid and free access although %d look-ups fail', async (times) => {
		const id = addAda();
		giveBothPlans(account, id);
		if (times > 0) account.fail('GET', { status: 403, after: before + 1, times });
		expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
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

	it.each(LAPSED)(
		'with the status %s ends the access too, so that it cannot come back',
		async (status) => {
			const id = addAda({ status });
			const item = await account.runOnce(revoke(id));
			expect(item).toMatchObject({ ...revoked, reason: 'ended' });
			expect(account.customers[0]?.grants).toEqual([]);
		},
	);

	it('shows in a dry run which plan it would revoke, and changes nothing', async () => {
		const id = addAda();
		const options = { dryRun: true };
		const item = await account.runOnce({ ...revoke(id), options });
		expect(item).toMatchObject({
			id,
			outcome: 'wouldRevoke',
			product_name: 'Harbor Stream',
			plan: 'standard',
		});
		expect(Object.keys(item).slice(0, 6)).toEqual(COLUMNS);
		expect(item).not.toHaveProperty('changes');
		expect(account.writes).toEqual([]);
		await account.runOnce(revoke(id));
		expect(await account.runOnce({ ...revoke(id), options })).toMatchObject(unchanged);
	});

	it('believes the own record at the end, not a list', async () => {
		const id = addAda();
		account.fail('DELETE', { status: 422, times: 2 });
		const match = { method: 'GET', path: `/customers/${id}` };
		account.service.faults.add({ status: 404, match, after: before, times: 9 });
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});

	it('sends no removal when lists and record agree that there is no access', async () => {
		const id = addAda({ products: [OTHER_PRODUCT] });
		expect(await account.runOnce(revoke(id))).toMatchObject({ id, ...unchanged });
		expect(account.writes).toEqual([]);
		expect(account.asked).toHaveLength(way === 'by ID' ? 4 : 5);
	});
});

describe('revokeAccess', () => {
	const revoke = (id: unknown) => byCustomerId('revokeAccess', id);

	it('fails for an unknown product, and removes nothing', async () => {
		const id = addAda();
		const { error } = await account.run({ ...revoke(id), product: chosen(999) });
		expect(error?.description).toContain('HTTP 404');
		expect(account.writes).toEqual([]);
	});

	it('reports revoked when access has ended after a lost response and a 409', async () => {
		const id = addAda();
		account.fail('DELETE', { status: 504, isPerformed: true }, { status: 409 });
		expect(await account.runOnce(revoke(id))).toMatchObject(revoked);
	});

	it('says in the error of a removal which plan was removed before', async () => {
		const id = addAda();
		giveBothPlans(account, id);
		account.fail('DELETE', { status: 403, after: 1 });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toMatch(/^The standard access was removed\. ./);
	});

	it('says of no removal that it was done when the first one fails', async () => {
		const id = addAda();
		giveBothPlans(account, id);
		account.fail('DELETE', { status: 403 });
		const { error } = await account.run(revoke(id));
		expect(error?.description).not.toContain('access was removed');
	});

	it.each(['enabled', 'paused'] as const)(
		'with the status %s reports a refusal for the paid plan after the free one was removed',
		async (status) => {
			const id = addAda({ status });
			giveBothPlans(account, id);
			account.fail('DELETE', { status: 422 });
			const { error } = await account.run(revoke(id));
			expect(error?.description).toContain('The free access was removed.');
			expect(error?.description).toContain('HTTP 422');
			expect(account.customers[0]?.grants).toMatchObject([{ plan: 'standard' }]);
		},
	);

	it('with the status paused takes a 404 for a plan that the customer does not have', async () => {
		const id = addAda({ status: 'paused' });
		giveBothPlans(account, id);
		account.fail('DELETE', { status: 404 });
		expect(await account.runOnce(revoke(id))).toMatchObject({ ...revoked, reason: 'ended' });
	});

	it('reports a refusal after a lost response while the customer has access', async () => {
		const id = addAda();
		account.fail('DELETE', { status: 502 }, { kind: 'html', status: 404, times: 999 });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 404');
		expect(account.customers[0]?.grants).toHaveLength(1);
	});

	it('fails when both removals succeed and the own record still shows access', async () => {
		const id = addAda();
		account.fail('DELETE', { status: 200, body: '{}', times: 2 });
		const { error } = await account.run(revoke(id));
		expect(error?.message).toBe(`Customer ${id} still has access`);
	});

	it('reports the refusal of the plan that the customer has', async () => {
		const id = addAda({ plan: 'free' });
		account.fail('DELETE', { status: 422, after: 1 });
		const { error } = await account.run(revoke(id));
		expect(error?.description).toContain('HTTP 422');
	});

	it('returns unchanged when another run was faster', async () => {
		const id = addAda();
		account.before('DELETE', () => {
			account.service.state.editCustomer(id, (customer) => {
				customer.grants = [];
			});
		});
		expect(await account.runOnce(revoke(id))).toMatchObject(unchanged);
	});
});

it('revokeAccess says how many others were processed when one row fails and another lost access', async () => {
	const id = addAda();
	const parameters = { operation: 'revokeAccess', customer: chosen('={{ $json.id }}') };
	const first = await account.run(parameters, { input: [{ id: 7 }, { id }] });
	expect(first.error?.description).toContain('This is row 1 of the input');
	const note = othersNote({ revoked: 1 });
	expect(first.error?.description).toContain(note);
	const second = await account.run(parameters, { input: [{ id: 7 }, { id }] });
	expect(second.error?.description).not.toContain(note);
});

it('revokeAccess sends three requests for a customer with one plan, and one for the product', async () => {
	const url = `/customers/${addAda()}`;
	await account.run(byEmail('revokeAccess'));
	expect(account.asked).toEqual([
		'GET /customers',
		`DELETE ${url}/products`,
		`GET ${url}`,
		`GET /products/${PRODUCT}`,
	]);
});

it('revokeAccess removes the access of a paused customer without an address, whom no look-up finds', async () => {
	const id = addAda({ email: '', status: 'paused' });
	giveBothPlans(account, id);
	expect(await account.runOnce(byCustomerId('revokeAccess', id))).toMatchObject({
		id,
		outcome: 'revoked',
		reason: 'ended',
	});
	expect(account.customers[0]?.grants).toEqual([]);
});

it('revokeAccess counts access that had already ended apart, with its reason in the row', async () => {
	addAda();
	addAda({ email: 'bob@example.org', status: 'expired' });
	addAda({ email: 'eve@example.org', products: [] });
	const input = [ADA, 'bob@example.org', 'eve@example.org'].map((email) => ({ email }));
	const customer = chosen('={{ $json.email }}', 'email');
	const parameters = { ...byEmail('revokeAccess'), customer };
	const dry = await account.run({ ...parameters, options: { dryRun: true } }, { input });
	const others = { alreadyEnded: ['bob@example.org'], unchanged: ['eve@example.org'] };
	expect(dry.hints).toEqual([hintAbout({ wouldRevoke: [ADA], ...others }, { isDry: true })]);
	const { json, hints } = await account.run(parameters, { input });
	expect(hints).toEqual([hintAbout({ revoked: [ADA], ...others })]);
	for (const rows of [dry.json, json]) {
		expect(rows.map(({ reason }) => reason)).toEqual([undefined, 'ended', undefined]);
	}
});

it('revokeAccess reads no list of a status for access that has ended', async () => {
	const id = addAda({ status: 'paused' });
	expect(await account.runOnce(byEmail('revokeAccess'))).toMatchObject({ id, ...revoked });
	const lists = account.service.requests.filter(({ path }) => path.endsWith('/customers'));
	const statuses = lists.map(({ query }) => new URLSearchParams(query).get('status'));
	expect(statuses).toEqual(['enabled', 'all', 'all']);
	expect(account.customers[0]?.grants).toEqual([]);
});

describe('revokeAccess says which plan was lost', () => {
	it.each([
		['standard', 'enabled', false],
		['free', 'enabled', false],
		['standard', 'enabled', true],
		['standard', 'cancelled', false],
		['free', 'paused', false],
	] as const)('%s, of a customer who was %s (with both plans: %s)', async (plan, status, both) => {
		const id = addAda({ plan, status });
		if (both) giveBothPlans(account, id);
		for (const [way, parametersFor] of WAYS) {
			const dry = { ...parametersFor('revokeAccess', id), options: { dryRun: true } };
			expect([way, (await account.runOnce(dry)).plan]).toEqual([way, plan]);
		}
		expect(await account.runOnce(byEmail('revokeAccess'))).toMatchObject({ plan });
	});

	it('and none for a customer without access, or in a row that repeats another', async () => {
		addAda({ products: [OTHER_PRODUCT] });
		expect(await account.runOnce(byEmail('revokeAccess'))).not.toHaveProperty('plan');
		account.service.state.addCustomer({ email: 'bob@example.org', products: [PRODUCT] });
		const customer = chosen('bob@example.org', 'email');
		const input = [{}, {}];
		const { json } = await account.run({ ...byEmail('revokeAccess'), customer }, { input });
		expect(json.map(({ outcome, plan }) => [outcome, plan])).toEqual([
			['revoked', 'standard'],
			['unchanged', undefined],
		]);
	});
});

it('revokeAccess returns of two customers who have the address the one whose access has ended', async () => {
	const [first = 0] = addNamesakes(account, [[PRODUCT], []]);
	setStatus(account, first, 'paused');
	expect(await account.runOnce(byEmail('revokeAccess'))).toMatchObject({ id: first, ...revoked });
});

it('revokeAccess ends the access of every customer who has the address', async () => {
	const [first, second, third] = addNamesakes(account, [[PRODUCT], [], [PRODUCT]]);
	const { json } = await account.run(byEmail('revokeAccess'));
	expect(json.map(({ id, outcome }) => [id, outcome])).toEqual([
		[first, 'revoked'],
		[third, 'revoked'],
	]);
	expect(account.writes.filter((write) => write.includes(String(second)))).toEqual([]);
});

it('revokeAccess ends the access to a second product although that to the first one cannot be ended', async () => {
	const id = addAda({ products: [PRODUCT, OTHER_PRODUCT] });
	account.fail('DELETE', { status: 403 });
	const product = chosen('={{ $json.product }}');
	const input = [PRODUCT, PRODUCT, OTHER_PRODUCT].map((of) => ({ product: of }));
	const onError = 'continueRegularOutput';
	const { json } = await account.run({ ...byEmail('revokeAccess'), product }, { input, onError });
	expect(json.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'revoked']);
	expect(account.customers[0]?.grants).toMatchObject([{ productId: PRODUCT }]);
	expect(account.writes).toEqual([
		`DELETE /customers/${id}/products`,
		`DELETE /customers/${id}/products`,
	]);
});
