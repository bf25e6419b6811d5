import { describe, expect, it } from 'vitest';

import { responseToAgent } from '../../kit/agent.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import {
	ADA,
	addNamesakes,
	byEmail,
	byCustomerId,
	COLUMNS,
	giveBothPlans,
	OTHER_PRODUCT,
	PRODUCT,
} from './kit.mts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const grant = byEmail('grantAccess');
const grantTo = (id: unknown) => byCustomerId('grantAccess', id);
const granted = { outcome: 'granted' };
const unchanged = { outcome: 'unchanged' };

it.each([409, 422])(
	'grantAccess returns unchanged when another run was faster, and the grant is refused with %d',
	async (status) => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [] });
		account.before('PUT', () => giveBothPlans(account, id));
		account.fail('PUT', { status });
		expect(await account.runOnce(grant)).toMatchObject({ id, ...unchanged });
		expect(account.writes).toHaveLength(1);
	},
);

it('grantAccess takes rows in their order, also where a later one is looked up sooner', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [] });
	const input = [
		{ who: ADA, plan: 'free' },
		{ who: id, plan: 'standard' },
	];
	const { json } = await account.run(
		{
			...{ operation: 'grantAccess', customer: '={{ $json.who }}' },
			additionalFields: { plan: '={{ $json.plan }}' },
		},
		{ input },
	);
	expect(json).toMatchObject([granted, unchanged]);
	expect(account.customers[0]?.grants).toMatchObject([{ plan: 'standard' }]);
});

describe('grantAccess by email address', () => {
	it('adds the product to a customer of another product, and leaves the name alone', async () => {
		account.service.state.addCustomer({ email: ADA, name: 'Countess', products: [OTHER_PRODUCT] });
		const additionalFields = { name: 'Ada', isRental: false, plan: 'standard' };
		const item = await account.runOnce({
			...grant,
			customer: chosen(ADA.toUpperCase(), 'email'),
			additionalFields,
		});
		expect(item).toMatchObject({ name: 'Countess', ...granted });
		expect(account.customers[0]?.grants).toMatchObject([
			{ productId: OTHER_PRODUCT },
			{ productId: PRODUCT },
		]);
		expect(JSON.parse(account.service.requests.at(-1)?.body ?? '')).toEqual({
			product: account.service.href('products', PRODUCT),
			plan: 'standard',
			is_rental: 0,
		});
	});

	it('changes nothing for a customer with access, and encodes the address in the request', async () => {
		const email = "ada+o'neil@example.org";
		const again = { ...grant, customer: chosen(email, 'email') };
		await account.runOnce(again);
		account.service.clearLogs();
		const item = await account.runOnce(again);
		expect(item).toMatchObject({ email, ...unchanged });
		expect(Object.keys(item).slice(0, 4)).toEqual(['outcome', 'email', 'name', 'id']);
		expect(account.asked).toEqual(['GET /customers', `GET /products/${PRODUCT}`]);
	});
});

describe('grantAccess by ID', () => {
	it('adds the product once', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		expect(await account.runOnce(grantTo(id))).toMatchObject({ id, ...granted });
		expect(await account.runOnce(grantTo(id))).toMatchObject({ id, ...unchanged });
		expect(account.writes).toEqual([`PUT /customers/${id}/products`]);
	});

	it('shows the plan that was granted, and no products of before, when the service answers without the record', async () => {
		const products = [OTHER_PRODUCT];
		const { id } = account.service.state.addCustomer({ email: ADA, products, plan: 'free' });
		account.fail('PUT', { status: 200, body: 'OK' });
		const item = await account.runOnce(grantTo(id));
		expect(item).toMatchObject({ id, ...granted });
		expect(item.plan).toBe('standard');
		expect(Object.keys(item)).not.toContain('products');
	});

	it('creates no customer for an unknown ID', async () => {
		const { error } = await account.run(grantTo(7));
		expect(error?.message).toContain('No customer 7');
		expect(error?.description).toContain('By Email');
		expect(account.writes).toEqual([]);
	});

	it('grants access to a customer without an address', async () => {
		const { id } = account.service.state.addCustomer({ email: '' });
		expect(await account.runOnce(grantTo(id))).toMatchObject({ id, ...granted });
		expect(await account.runOnce(grantTo(id))).toMatchObject({ id, ...unchanged });
	});
});

describe('grantAccess, with two customers who have the same address,', () => {
	it('returns the one with access', async () => {
		const [, second] = addNamesakes(account, [[], [PRODUCT]]);
		expect(await account.runOnce(grant)).toMatchObject({ id: second, ...unchanged });
		expect(account.writes).toEqual([]);
	});

	it('grants paid access to the first one where both have free access', async () => {
		const ids = addNamesakes(account, [[PRODUCT], [PRODUCT]]);
		for (const id of ids) {
			account.service.state.editCustomer(id, (customer) => {
				customer.plan = 'free';
			});
		}
		const item = await account.runOnce({ ...grant, additionalFields: { plan: 'standard' } });
		expect(item).toMatchObject({ id: ids[0], ...granted });
	});
});

it('grantAccess repeats no grant that is refused while the customer has no access', async () => {
	account.service.state.addCustomer({ email: ADA, products: [] });
	account.fail('PUT', { status: 422, times: 9 });
	expect((await account.run(grant)).error).toMatchObject({ httpCode: '422' });
	expect(account.writes).toHaveLength(1);
});

it.each([
	['grantAccess', []],
	['createOrUpdate', []],
	['revokeAccess', [PRODUCT]],
] as const)('%s writes nothing for a customer whose ID is no ID', async (operation, products) => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [...products] });
	account.onTheWay({ body: (answer) => answer.replace(`"id":${id}`, '"id":"1/products/../.."') });
	const { error } = await account.run({ ...byEmail(operation), email: ADA });
	expect(error?.message).toContain('without a valid ID');
	expect(account.writes).toEqual([]);
});

it('grantAccess returns only the record when Output is Raw', async () => {
	const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
	const item = await account.runOnce({ ...grant, output: 'raw' });
	expect(item).toMatchObject({ id, _links: expect.anything() });
	expect(item).not.toHaveProperty('outcome');
});

describe('grantAccess, in a dry run,', () => {
	const options = { dryRun: true };

	it('shows whether the customer would get access or has it', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA });
		const item = await account.runOnce({ ...grantTo(id), options });
		expect(item).toMatchObject({
			outcome: 'wouldGrant',
			email: ADA,
			id,
			product_name: 'Harbor Stream',
			plan: 'standard',
		});
		expect(Object.keys(item).slice(0, 6)).toEqual(COLUMNS);
		expect(item).not.toHaveProperty('changes');
		const real = await account.runOnce(grantTo(id));
		expect(Object.keys(real).slice(0, 6)).toEqual(COLUMNS);
		expect(await account.runOnce({ ...grantTo(id), options })).toMatchObject(unchanged);
		expect(account.writes).toHaveLength(1);
	});

	it('fails when the real run would fail', async () => {
		const { error } = await account.run({ ...grantTo(7), options });
		expect(error?.message).toBe('No customer 7');
	});
});

describe('grantAccess, for a person of several rows of whom the first fails,', () => {
	const run = async (products: number[]) => {
		const product = chosen('={{ $json.product }}');
		const input = products.map((of) => ({ product: of }));
		const onError = 'continueRegularOutput';
		return await account.run({ ...grant, product }, { input, onError });
	};

	it('grants another product to a known customer', async () => {
		account.service.state.addCustomer({ email: ADA });
		account.fail('PUT', { status: 403 });
		const { json } = await run([PRODUCT, PRODUCT, OTHER_PRODUCT]);
		expect(json.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'granted']);
		expect(account.writes).toHaveLength(2);
	});

	it('tries the creation once', async () => {
		account.fail('POST', { status: 403 });
		const { json } = await run([PRODUCT, PRODUCT, OTHER_PRODUCT]);
		const refused = expect.stringContaining('Simulated failure with status 403');
		expect(json.map(({ error }) => error)).toEqual([refused, refused, refused]);
		expect(account.writes).toEqual(['POST /customers']);
	});
});

it('grantAccess, as the tool of an agent, responds with the failure of its row', async () => {
	const response = await responseToAgent('customer', {
		operation: 'grantAccess',
		product: chosen(PRODUCT),
		customer: chosen('5'),
		options: { dryRun: 'soon' },
	});
	expect(response).toMatch(/^NodeOperationError: .*"Dry Run" is neither true nor false/);
});
