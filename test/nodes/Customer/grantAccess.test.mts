import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const PRODUCT = 101;
const OTHER_PRODUCT = 102;
const ADA = 'ada@example.org';

const account = new Account('customer', { product: chosen(PRODUCT) });

const byEmail = { operation: 'grantAccess', customer: chosen(ADA, 'email') };
const byCustomer = (customer: unknown) => ({
	operation: 'grantAccess',
	customer: chosen(Number(customer)),
});
const granted = { outcome: 'granted' };
const unchanged = { outcome: 'unchanged' };

const productsOf = (index: number) =>
	account.customers[index]?.grants.map(({ productId }) => productId);

describe('grantAccess, by e-mail address', () => {
	it('adds the product to a customer of another one, and leaves the name alone', async () => {
		account.service.state.addCustomer({ email: ADA, name: 'Countess', products: [OTHER_PRODUCT] });
		const additionalFields = { name: 'Ada', isRental: false, plan: 'standard' };
		const item = await account.runOnce({
			...byEmail,
			customer: chosen(ADA.toUpperCase(), 'email'),
			additionalFields,
		});
		expect(item).toMatchObject({ name: 'Countess', ...granted });
		expect(productsOf(0)).toEqual([OTHER_PRODUCT, PRODUCT]);
		expect(JSON.parse(account.service.requests.at(-1)?.body ?? '')).toEqual({
			product: account.service.href('products', PRODUCT),
			plan: 'standard',
			is_rental: 0,
		});
	});

	it('changes nothing where access is there, with two requests', async () => {
		await account.runOnce(byEmail);
		account.service.clearLogs();
		const item = await account.runOnce(byEmail);
		expect(item).toMatchObject({ email: ADA, ...unchanged });
		expect(Object.keys(item).slice(0, 4)).toEqual(['outcome', 'email', 'name', 'id']);
		expect(account.asked).toEqual(['GET /customers', 'GET /customers']);
	});
});

describe('grantAccess, by ID', () => {
	it('adds the product once', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		expect(await account.runOnce(byCustomer(id))).toMatchObject({ id, ...granted });
		expect(await account.runOnce(byCustomer(id))).toMatchObject({ id, ...unchanged });
		expect(account.writes).toEqual([`PUT /customers/${id}/products`]);
	});

	it('creates no customer for an unknown ID', async () => {
		const { error } = await account.run(byCustomer(7));
		expect(error?.message).toContain('No customer 7');
		expect(error?.description).toContain('By Email');
		expect(account.writes).toEqual([]);
	});

	it('gives access to a customer without an address', async () => {
		const { id } = account.service.state.addCustomer({ email: '' });
		expect(await account.runOnce(byCustomer(id))).toMatchObject({ id, ...granted });
		expect(await account.runOnce(byCustomer(id))).toMatchObject({ id, ...unchanged });
	});
});

describe('grantAccess, of two customers with one address', () => {
	/** The service shows the second customer with the address of the first. */
	function withTwins(): { first: number; second: number } {
		const { state } = account.service;
		const first = state.addCustomer({ email: ADA }).id;
		const second = state.addCustomer({ email: `2${ADA}`, products: [PRODUCT] }).id;
		account.onTheWay({
			query: (asked) => asked.replace('email=ada', 'query=ada'),
			body: (answer) => answer.replaceAll(`2${ADA}`, ADA),
		});
		return { first, second };
	}

	it('takes the one with access', async () => {
		const { second } = withTwins();
		expect(await account.runOnce(byEmail)).toMatchObject({ id: second, ...unchanged });
		expect(account.writes).toEqual([]);
	});

	it('fails where neither has access', async () => {
		const { second } = withTwins();
		account.service.state.editCustomer(second, (customer) => {
			customer.grants = [];
		});
		const { error } = await account.run(byEmail);
		expect(error?.message).toBe(`More than one customer has the address ${ADA}`);
		expect(account.writes).toEqual([]);
	});
});

it('grantAccess shows the record alone with the output raw', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const item = await account.runOnce({ ...byEmail, output: 'raw' });
	expect(item).toMatchObject({ id, _links: expect.anything() });
	expect(item).not.toHaveProperty('outcome');
});

it('grantAccess grants nothing again while the list counts somebody and shows nobody', async () => {
	account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const body = '{"total":1,"_embedded":{"customers":[]}}';
	const match = { method: 'GET', path: '/customers' };
	account.service.faults.add({ status: 200, body, match, after: 1, times: 9 });
	expect(await account.runOnce(byEmail)).toMatchObject(unchanged);
	expect(account.writes).toEqual([]);
});

describe('a customer whose address is only similar', () => {
	const STORED = 'jose\u0301@m\u00FCller.example';
	const ASKED = ['jos\u00E9@m\u00FCller.example', 'JOS\u00C9@xn--mller-kva.example'];
	const OPERATIONS = ['grantAccess', 'createOrUpdate', 'checkAccess', 'revokeAccess'];

	it.each(OPERATIONS.flatMap((operation) => ASKED.map((asked) => [operation, asked] as const)))(
		'%s by the address %s names the customer, and changes nothing',
		async (operation, asked) => {
			const { id } = account.service.state.addCustomer({ email: STORED, products: [PRODUCT] });
			const customer = chosen(asked, 'email');
			const { error } = await account.run({ operation, customer, email: asked });
			expect(error?.message).toBe(
				`No customer has the address "${asked}", but "${STORED}" is similar`,
			);
			expect(error?.description).toContain(`By ID: ${id}.`);
			expect(account.writes).toEqual([]);
		},
	);

	it.each([
		['ada@example.org', ' ada@example.org '],
		['ada@xn--mller-kva.example', 'ada@m\u00FCller.example'],
	])('grantAccess by %j creates nobody beside %j', async (asked, stored) => {
		account.service.state.addCustomer({ email: stored });
		const { error } = await account.run({ ...byEmail, customer: chosen(asked, 'email') });
		expect(error?.message).toContain('is similar');
		expect(account.writes).toEqual([]);
	});

	const late = new Account('customer', { product: chosen(PRODUCT) }, { listLagSeconds: 20 });

	it('is compared by grantAccess with a customer it has just created and no list shows', async () => {
		const input = ['ada@xn--mller-kva.example', 'Ada@m\u00FCller.example'].map((email) => ({
			email,
		}));
		const parameters = { ...byEmail, customer: chosen('={{ $json.email }}', 'email') };
		const onError = 'continueRegularOutput' as const;
		const { json } = await late.run(parameters, { input, onError });
		expect(json[0]).toMatchObject({ outcome: 'created' });
		expect(json[1]?.error).toContain('is similar');
		expect(late.customers).toHaveLength(1);
	});
});

describe('grantAccess, in a dry run', () => {
	const options = { dryRun: true };

	it('shows who would get access, and who has it', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		expect(await account.runOnce({ ...byCustomer(id), options })).toMatchObject({
			outcome: 'wouldGrant',
			changes: { product: account.service.href('products', PRODUCT) },
			id,
		});
		await account.runOnce(byCustomer(id));
		const { outcome, changes } = await account.runOnce({ ...byCustomer(id), options });
		expect({ outcome, changes }).toEqual({ ...unchanged, changes: {} });
		expect(account.writes).toHaveLength(1);
	});

	it('fails where the real run would fail', async () => {
		const { error } = await account.run({ ...byCustomer(7), options });
		expect(error?.message).toBe('No customer 7');
	});
});
