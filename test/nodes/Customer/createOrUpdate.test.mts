import { describe, expect, it } from 'vitest';

import { defined } from '../../kit/defined.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { ADA, COLUMNS, LAPSED, OTHER_PRODUCT, outcomesOf, PRODUCT } from './kit.mts';
import { exceededBy, hintAbout, wouldStop } from '../runTexts.mts';
import { GRANTS } from '../../../nodes/Customer/access/limits.ts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const ada = { operation: 'createOrUpdate', email: ADA, additionalFields: { name: 'Ada' } };
const created = { outcome: 'created' };
const granted = { outcome: 'granted' };
const updated = { outcome: 'updated' };
const unchanged = { outcome: 'unchanged' };

const productsOfAda = () => account.customers[0]?.grants.map(({ productId }) => productId);

describe('createOrUpdate, for a new address,', () => {
	it('creates the customer with every field that is set', async () => {
		const item = await account.runOnce({
			...ada,
			additionalFields: {
				name: 'Ada',
				plan: 'free',
				isRental: true,
				expiresIn: { value: { amount: 2, unit: 'weeks' } },
				password: 'correct horse',
				sendEmail: false,
			},
		});
		expect(item).toMatchObject({ email: ADA, name: 'Ada', plan: 'free', ...created });
		expect(item.href).toBe(account.service.href('customers', Number(item.id)));
		const { body } = defined(account.service.requests.find(({ method }) => method === 'POST'));
		expect(JSON.parse(body)).toEqual({
			email: ADA,
			product: account.service.href('products', PRODUCT),
			name: 'Ada',
			plan: 'free',
			is_rental: 1,
			expires_in: '2-weeks',
			password: 'correct horse',
			send_email: 0,
		});
		expect(account.asked).toEqual([
			'GET /customers',
			'GET /customers',
			'POST /customers',
			`GET /products/${PRODUCT}`,
		]);
	});
});

describe('createOrUpdate, for an existing customer,', () => {
	it('adds the missing name and product', async () => {
		account.service.state.addCustomer({ email: ADA, name: null, products: [OTHER_PRODUCT] });
		const item = await account.runOnce(ada);
		expect(item).toMatchObject({ name: 'Ada', ...granted });
		expect(productsOfAda()).toEqual([OTHER_PRODUCT, PRODUCT]);
	});

	it('changes only the name, also when the response is blank', async () => {
		const { id } = account.service.state.addCustomer({ email: ADA, products: [PRODUCT] });
		account.fail('PUT', { status: 200, body: ' ', isPerformed: true });
		expect(await account.runOnce(ada)).toMatchObject({ name: 'Ada', ...updated });
		expect(account.writes).toEqual([`PUT /customers/${id}`]);
	});

	it.each(['', ' ', '={{ null }}'])('keeps the name when the cell is blank: %j', async (name) => {
		account.service.state.addCustomer({ email: ADA, name: 'Countess', products: [PRODUCT] });
		const additionalFields = { name };
		expect(await account.runOnce({ ...ada, additionalFields })).toMatchObject(unchanged);
		expect(account.writes).toEqual([]);
	});

	it.each(LAPSED)('grants access again when the status is %s', async (status) => {
		account.service.state.addCustomer({ email: ADA, name: 'Ada', status, products: [PRODUCT] });
		expect(await account.runOnce(ada)).toMatchObject(granted);
		expect(account.customers).toMatchObject([{ status: 'enabled', email: ADA }]);
		expect(await account.runOnce(ada)).toMatchObject(unchanged);
	});
});

describe('createOrUpdate, twice at the same time,', () => {
	it('creates one customer in one execution', async () => {
		const input = ['ada@x.org', 'ADA@x.org', 'bob@x.org', ' ada@x.org'].map((email) => ({ email }));
		const { items, json } = await account.run({ ...ada, email: '={{ $json.email }}' }, { input });
		expect(outcomesOf(json)).toEqual(['created', 'unchanged', 'created', 'unchanged']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(account.customers).toHaveLength(2);
	});

	it('creates one customer in two processes, and updates the one that it finds', async () => {
		account.before('POST', () => {
			account.service.state.addCustomer({ email: ADA, name: 'Other', products: [OTHER_PRODUCT] });
		});
		expect(await account.runOnce(ada)).toMatchObject({ name: 'Ada', ...granted });
		expect(account.customers).toHaveLength(1);
		expect(productsOfAda()).toEqual([OTHER_PRODUCT, PRODUCT]);
	});
});

describe('createOrUpdate, when a request fails,', () => {
	it('leaves it to a second run to repeat a creation whose response was lost', async () => {
		account.fail('POST', { kind: 'disconnect' });
		const { error } = await account.run(ada);
		expect(error?.description).toContain('may have been created');
		expect(account.writes).toEqual(['POST /customers']);
		expect(await account.runOnce(ada)).toMatchObject(created);
		expect(account.customers).toHaveLength(1);
	});

	it('reports the refusal of a creation when nobody has the address', async () => {
		account.fail('POST', { status: 422 });
		const { error } = await account.run(ada);
		expect(error?.description).toContain('HTTP 422');
		expect(account.customers).toEqual([]);
	});
});

it('createOrUpdate says that the name was updated when the product is refused', async () => {
	account.service.state.addCustomer({ email: ADA, name: 'Countess', products: [] });
	account.fail('PUT', { status: 400, match: { method: 'PUT', path: /products$/ } });
	const { error } = await account.run({ ...ada, additionalFields: { name: 'Ada' } });
	expect(account.customers[0]?.name).toBe('Ada');
	expect(error?.description).toContain('Already updated: name.');
});

describe('the hint of a run', () => {
	const input = ['ada@x.org', 'bob@x.org', 'ada@x.org', 'no address'].map((email) => ({ email }));
	const onError = 'continueRegularOutput' as const;
	const many = { email: '={{ $json.email }}', customer: chosen('={{ $json.email }}', 'email') };

	const [first, second] = ['ada@x.org', 'bob@x.org'];

	it.each([
		['createOrUpdate', false, { created: [first, second], unchanged: [first] }],
		['grantAccess', false, { created: [first, second], unchanged: [first] }],
		['grantAccess', true, { wouldCreate: [first, second], unchanged: [first] }],
		['revokeAccess', false, { unknownCustomer: [first, second, first] }],
	])(
		'counts the outcomes of %s, and names rows (dry run: %s)',
		async (operation, dryRun, named) => {
			const parameters = { ...many, operation, options: { dryRun } };
			const { hints, json } = await account.run(parameters, { input, onError });
			const reasons = [json.at(-1)?.error];
			const hint = hintAbout({ ...named, failed: ['row 4'] }, { isDry: dryRun, reasons });
			expect(hints).toEqual([expect.stringContaining(hint)]);
			// The row that repeats another one.
			expect(hints.join().includes('row 3')).toBe(operation !== 'revokeAccess');
		},
	);

	it('counts grants and updates of createOrUpdate, also when Output is Raw', async () => {
		account.service.state.addCustomer({ email: 'ada@x.org', name: 'Ada', products: [] });
		account.service.state.addCustomer({ email: 'bob@x.org', name: 'B', products: [PRODUCT] });
		const parameters = { ...ada, ...many, output: 'raw' };
		const { hints } = await account.run(parameters, { input: input.slice(0, 2) });
		expect(hints).toEqual([hintAbout({ granted: [first], updated: [second] })]);
	});

	it('is left out for a single item', async () => {
		expect((await account.run(ada)).hints).toEqual([]);
	});
});

describe('createOrUpdate, in a dry run,', () => {
	const dry = { ...ada, options: { dryRun: true } };

	it('shows the customer that it would create, without the password', async () => {
		const additionalFields = { name: 'Ada', plan: 'free', password: 'correct horse' };
		const item = await account.runOnce({ ...dry, additionalFields });
		expect(item).toMatchObject({
			outcome: 'wouldCreate',
			email: ADA,
			name: 'Ada',
			product_name: 'Harbor Stream',
			plan: 'free',
		});
		expect(Object.keys(item)).toEqual(COLUMNS.filter((name) => name !== 'id'));
		expect(JSON.stringify(item)).not.toContain('correct horse');
		expect(account.writes).toEqual([]);
		expect(account.customers).toEqual([]);
	});

	it('shows the name and the product that it would add', async () => {
		account.service.state.addCustomer({ email: ADA, name: 'Countess' });
		expect(await account.runOnce(dry)).toMatchObject({
			outcome: 'wouldGrant',
			changes: { name: 'Ada' },
			name: 'Ada',
			product_name: 'Harbor Stream',
			plan: 'standard',
		});
		expect(account.writes).toEqual([]);
	});

	it('shows the name that it would update, as the real run does', async () => {
		account.service.state.addCustomer({ email: ADA, name: 'Countess', products: [PRODUCT] });
		const item = await account.runOnce(dry);
		expect(item).toMatchObject({ outcome: 'wouldUpdate', name: 'Ada', changes: { name: 'Ada' } });
		expect(Object.keys(item).slice(0, 7)).toEqual([...COLUMNS, 'changes']);
		expect(await account.runOnce(ada)).toMatchObject({ outcome: 'updated', name: 'Ada' });
	});

	it('says of each row that a limit would stop the real run', async () => {
		const input = ['ada@x.org', 'bob@x.org'].map((email) => ({ email }));
		const parameters = { ...dry, email: '={{ $json.email }}' };
		const options = { dryRun: true, stopIfMoreGrantedThan: 1 };
		const { json } = await account.run({ ...parameters, options }, { input });
		const stopped = wouldStop(exceededBy(GRANTS, { count: 2, allowed: '1' }));
		expect(json).toMatchObject([{ stopped }, { stopped }]);
	});
});

it('createOrUpdate refuses a percentage of those who get access that was saved', async () => {
	const options = { stopIfMoreGrantedThan: '10%' };
	const { error } = await account.run({ ...ada, options });
	expect(error?.message).toBe(
		'The parameter "Stop If More Granted Than" is not a whole number: "10%"',
	);
	expect(account.asked).toEqual([]);
});

it('createOrUpdate does in a real run what its dry run says, for one person in two rows', async () => {
	account.service.state.addCustomer({ email: ADA, products: [PRODUCT], plan: 'free' });
	// The response to an update may show a plan that is about no product.
	account.onTheWay({
		body: (body, { method, path }) =>
			method === 'PUT' && !path.endsWith('/products')
				? JSON.stringify({ ...(JSON.parse(body) as object), plan: 'standard' })
				: body,
	});
	const input = [
		{ plan: 'free', name: 'Ada King' },
		{ plan: 'standard', name: '' },
	];
	const parameters = {
		operation: 'createOrUpdate',
		email: ADA,
		additionalFields: { name: '={{ $json.name }}', plan: '={{ $json.plan }}' },
	};
	const dry = await account.run({ ...parameters, options: { dryRun: true } }, { input });
	const real = await account.run(parameters, { input });
	const predicted = { wouldUpdate: 'updated', wouldGrant: 'granted', unchanged: 'unchanged' };
	expect(outcomesOf(real.json)).toEqual(
		outcomesOf(dry.json).map((outcome) => predicted[outcome as keyof typeof predicted]),
	);
	expect(outcomesOf(real.json)).toContain('granted');
	expect(outcomesOf((await account.run(parameters, { input })).json)).not.toContain('granted');
});

it('createOrUpdate is quiet in the second run of one person with two products and two spellings of the name', async () => {
	const parameters = {
		operation: 'createOrUpdate',
		email: ADA,
		product: chosen('={{ $json.product }}'),
		additionalFields: { name: '={{ $json.name }}' },
	};
	const input = [
		{ product: PRODUCT, name: 'Ada Lovelace' },
		{ product: OTHER_PRODUCT, name: 'Ada LOVELACE' },
	];
	for (const expected of [
		['created', 'granted'],
		['unchanged', 'unchanged'],
	]) {
		const { json } = await account.run(parameters, { input });
		expect(outcomesOf(json)).toEqual(expected);
	}
	expect(account.customers).toMatchObject([{ name: 'Ada LOVELACE' }]);
});

it.each([
	['createOrUpdate', true],
	['grantAccess', true],
	['revokeAccess', false],
])(
	'%s says that the values of the last of two rows count, if it writes any: %s',
	async (operation, isSaid) => {
		const products = operation === 'revokeAccess' ? [PRODUCT] : [];
		account.service.state.addCustomer({ email: ADA, products });
		const customer = chosen(ADA, 'email');
		const { hints } = await account.run({ operation, email: ADA, customer }, { input: [{}, {}] });
		const [hint = ''] = hints;
		expect(hint).toContain(
			'Skipped because an earlier row has the same email address or customer: row 2.',
		);
		expect(hint.includes('If their values differ, those of the last row count.')).toBe(isSaid);
	},
);
