// The examples about access: who has it afterwards, what the team reads, and what ends as failed.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { only } from '../kit/defined.mts';
import { textsIn } from './worlds/sent.mts';
import { ExampleWorld, published, withExample, type WorldOptions } from './worlds/world.mts';

const PRODUCT = 101;
type State = ExampleWorld['service']['state'];

const personOf = (index: number) => ({
	email: `member.${index}@example.com`,
	name: `Member ${index} Example`,
});
const range = (length: number) => Array.from({ length }, (_, index) => index + 1);
const members = (count: number): IDataObject[] => range(count).map(personOf);

/** Adds customers who have the product. */
const addMembers = (state: State, count: number) => {
	for (const person of members(count)) state.addCustomer({ ...person, products: [PRODUCT] });
};

/** Returns the addresses of those who have access to the product, but the members of before. */
const others = (world: ExampleWorld): string[] => {
	const all = [...world.service.state.customers.all({ status: 'enabled' }, 'oldest')];
	return all
		.filter(({ grants }) => grants.some(({ productId }) => productId === PRODUCT))
		.map(({ email }) => email)
		.filter((email) => !email.startsWith('member.'));
};

/** Whether a customer has access to the product. */
const has = (world: ExampleWorld, email: string): boolean =>
	[...world.service.state.customers.all({ status: 'all' }, 'oldest')].some(
		(customer) =>
			customer.email === email &&
			customer.status === 'enabled' &&
			customer.grants.some(({ productId }) => productId === PRODUCT),
	);

/** What people read, from the latest message on. */
const read = (world: ExampleWorld): string =>
	world.sent
		.flatMap((one) => textsIn(one).map(([, text]) => text))
		.reverse()
		.join('\n');

describe('nightly-reconciliation', () => {
	const CRM = 'Customers from the CRM';
	const run = async <T,>(
		rows: IDataObject[],
		options: Omit<WorldOptions, 'size' | 'rows'>,
		use: (world: ExampleWorld, error: string | undefined) => T,
	) =>
		await withExample(
			'nightly-reconciliation',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 40),
				...options,
				rows: { [CRM]: rows },
			},
			async (world) => use(world, (await world.execute('Every Night at 2')).error),
		);
	const NEW = { email: 'new@example.com', name: 'New Person' };

	test('grants and revokes as the list says, and tells it', async () => {
		await run([...members(38), NEW], {}, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual([NEW.email]);
			expect([has(world, 'member.38@example.com'), has(world, 'member.39@example.com')]).toEqual([
				true,
				false,
			]);
			expect(read(world)).toMatch(/1 created: new@example.com\n2 lost access: member\.39/);
		});
	});

	test.each<[string, IDataObject[], RegExp]>([
		['the list is too short', members(30), /10 of 40 customers would have lost access/],
		['the list is empty', [], /The list is empty/],
		[
			'the list is too long',
			[...members(40), ...range(101).map((index) => ({ email: `n${index}@example.com` }))],
			/101 .*customers would have gotten access/,
		],
	])('changes nothing and ends as failed where %s', async (_, rows, reason) => {
		await run(rows, {}, (world, error) => {
			expect(world.writes).toEqual([]);
			expect(read(world)).toMatch(reason);
			expect(error).toMatch(reason);
		});
	});

	test('a row without an address ends as failed, and nobody loses access', async () => {
		await run([...members(38), { email: 'half@', name: 'Half' }, NEW], {}, (world, error) => {
			expect(has(world, 'member.39@example.com')).toBe(true);
			expect(error).toMatch(/half@/);
			expect(read(world)).toMatch(/half@/);
		});
	});

	test('an execution that Slack did not hear of ends as failed, with what was done', async () => {
		const isDown = ({ type }: { type: string }) => type.endsWith('.slack');
		await run([...members(40), NEW], { isDown }, (world, error) => {
			expect(others(world)).toEqual([NEW.email]);
			expect(error).toMatch(/1 created[^]*\nSlack has not got this message/);
		});
	});
});

describe('undo-a-run takes back what a nightly reconciliation has changed', () => {
	const CRM = 'Customers from the CRM';
	const LIST = [...members(38), { email: 'new@example.com', name: 'New Person' }];

	const withBoth = async (use: (world: ExampleWorld) => Promise<void>): Promise<void> =>
		await ExampleWorld.with(
			'undo-a-run',
			{
				size: 0,
				workflows: ['undo-a-run', 'nightly-reconciliation'].map(published),
				settle: (state) => addMembers(state, 40),
				rows: { [CRM]: LIST },
			},
			use,
		);
	const nightly = async (world: ExampleWorld) => {
		const [, example] = world.examples;
		const run = await example?.execute('Every Night at 2', [{ json: {} }]);
		expect(run?.status).toBe('success');
	};
	const undo = async (world: ExampleWorld, number: string, choice: string) => {
		const { error } = await world.execute('Undo Form', {
			json: { 'Number of the run': number, 'What to do': choice },
		});
		expect(error).toBeUndefined();
	};

	test('first as a preview, then for real, and once', async () => {
		await withBoth(async (world) => {
			await nightly(world);
			const before = world.writes.length;
			await undo(world, 'Run 1', 'Show what would change');
			expect(world.writes).toHaveLength(before);
			expect(read(world)).toMatch(/Dry run/);
			await undo(world, 'Run 1', 'Undo it');
			expect(others(world)).toEqual([]);
			expect(has(world, 'member.39@example.com')).toBe(true);
			expect(has(world, 'member.40@example.com')).toBe(true);
			const after = world.writes.length;
			await undo(world, '1', 'Undo it');
			expect(world.writes).toHaveLength(after);
		});
	});

	test('a customer whom a later run has changed stays as they are', async () => {
		await withBoth(async (world) => {
			await nightly(world);
			world.service.state.addCustomer({ email: 'x@example.com' });
			// Somebody corrects the list, and the next run gives the access back.
			LIST.push(personOf(39));
			await nightly(world);
			LIST.pop();
			await undo(world, '1', 'Undo it');
			const again = world.writes.filter((write) => write.startsWith('PUT'));
			expect(again).toHaveLength(2);
			expect(has(world, 'member.40@example.com')).toBe(true);
		});
	});

	test('a number that the log does not have is told', async () => {
		await withBoth(async (world) => {
			await undo(world, '77', 'Undo it');
			expect(read(world)).toMatch(/no change of access in run 77/);
			expect(world.writes).toEqual([]);
		});
	});
});

describe('approved-sync', () => {
	const run = async (
		lists: { first: IDataObject[]; again: IDataObject[] },
		isApproved: boolean,
		use: (world: ExampleWorld) => void,
	) =>
		await withExample(
			'approved-sync',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 40),
				rows: { 'Customers from the CRM': lists.first, 'The List Again': lists.again },
				answer: (_, { operation }) =>
					operation === 'sendAndWait' ? [{ data: { approved: isApproved } }] : undefined,
			},
			async (world) => {
				expect((await world.execute('Every Night at 3')).error).toBeUndefined();
				use(world);
			},
		);
	const questions = (world: ExampleWorld) =>
		world.sent.filter(({ parameters: { operation } }) => operation === 'sendAndWait');

	test('a small change is made without a question', async () => {
		await run({ first: members(39), again: [] }, false, (world) => {
			expect(questions(world)).toEqual([]);
			expect(has(world, 'member.40@example.com')).toBe(false);
		});
	});

	test('a big change is made after Approve, with the counts that the question has', async () => {
		await run({ first: members(30), again: members(30) }, true, (world) => {
			expect(textsIn(only(questions(world)))[0]?.[1]).toMatch(/10 .*lose access/);
			expect(world.writes).toHaveLength(10);
		});
	});

	test('nothing is changed after Decline, or without an answer', async () => {
		await run({ first: members(30), again: members(30) }, false, (world) => {
			expect(world.writes).toEqual([]);
		});
	});

	test('no more is changed than was approved', async () => {
		await run({ first: members(30), again: members(29) }, true, (world) => {
			expect(world.writes).toEqual([]);
			expect(read(world)).toMatch(/11 of 40 customers would have lost access/);
		});
	});

	test('whoever is back in the list by then keeps the access', async () => {
		await run({ first: members(30), again: members(35) }, true, (world) => {
			expect(world.writes).toHaveLength(5);
		});
	});

	test('an empty list is told, and no question', async () => {
		await run({ first: [], again: [] }, true, (world) => {
			expect(questions(world)).toEqual([]);
			expect(read(world)).toMatch(/list is empty/);
			expect(world.writes).toEqual([]);
		});
	});
});

describe('comp-access', () => {
	const run = async (
		people: string,
		options: Omit<WorldOptions, 'size'>,
		use: (world: ExampleWorld, error: string | undefined) => void,
	) =>
		await withExample('comp-access', { seed: 'empty', ...options }, async (world) => {
			const json = { People: people, Days: '30', Reason: 'Press' };
			use(world, (await world.execute('Free Access Form', { json })).error);
		});
	const known = (state: State) => {
		state.addCustomer({ email: 'ada@example.com' });
		state.addCustomer({ email: 'has@example.com', products: [PRODUCT] });
	};
	const decision =
		(isApproved: boolean) =>
		(_: unknown, { operation }: IDataObject) =>
			operation === 'sendAndWait' ? [{ data: { approved: isApproved } }] : undefined;

	test('addresses are found in what mail programs and notes contain', async () => {
		const people =
			'1. Ada Lovelace – ada@example.com\n- Ben Ode <ben@example.com>\n\nPark, Cleo; cleo@example.com';
		await run(people, {}, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual(['ada@example.com', 'ben@example.com', 'cleo@example.com']);
		});
	});

	test('a line without an address is told, and the others have access', async () => {
		await run('Ada Lovelace\nben@example.com', {}, (world) => {
			expect(others(world)).toEqual(['ben@example.com']);
			expect(read(world)).toMatch(/Ada Lovelace/);
		});
	});

	test('existing customers lose it after Approve, and nobody else', async () => {
		const options = { settle: known, answer: decision(true) };
		await run('ada@example.com\nhas@example.com\nnew@example.com', options, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual(['has@example.com', 'new@example.com']);
			expect(read(world)).toMatch(/free access of 1 customers ends today, among them ada@/);
		});
	});

	test('they keep it after Decline', async () => {
		const options = { settle: known, answer: decision(false) };
		await run('ada@example.com', options, (world, error) => {
			expect(error).toBeUndefined();
			expect(has(world, 'ada@example.com')).toBe(true);
		});
	});

	test('nobody is created by a paste of hundreds', async () => {
		await run(
			range(300)
				.map((index) => `p${index}@example.com`)
				.join('\n'),
			{},
			(world) => {
				expect(world.writes).toEqual([]);
				expect(read(world)).toMatch(/300 .*would have gotten access/);
			},
		);
	});
});

describe('only-what-changed', () => {
	const run = async (rows: IDataObject[], use: (world: ExampleWorld, error?: string) => void) =>
		await withExample(
			'only-what-changed',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 1),
				rows: { 'Changed in the CRM': rows },
			},
			async (world) => use(world, (await world.execute('Every Hour')).error),
		);

	test('a yes grants; a no, a blank and what is there already change nothing and say nothing', async () => {
		const rows = [
			{ ...personOf(1), member: 'yes' },
			{ email: 'no@example.com', member: 'No' },
			{ email: 'blank@example.com', member: '' },
		];
		await run(rows, (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
			expect(read(world)).toBe('');
		});
		await run([{ email: 'a@example.com', member: ' Yes ' }], (world, error) => {
			expect([error, others(world)]).toEqual([undefined, ['a@example.com']]);
			expect(read(world)).toMatch(/1 created: a@example.com/);
		});
	});

	test('another word ends as failed, after the others', async () => {
		const rows = [
			{ email: 'odd@example.com', member: 'lapsed' },
			{ email: 'a@example.com', member: 'yes' },
		];
		await run(rows, (world, error) => {
			expect(error).toMatch(/1 rows have neither yes nor no.*odd@example.com/);
			expect(others(world)).toEqual(['a@example.com']);
		});
	});

	test('hundreds at once create nobody', async () => {
		const rows = range(300).map((index) => ({ email: `p${index}@example.com`, member: 'yes' }));
		await run(rows, (world) => {
			expect(world.writes).toEqual([]);
			expect(read(world)).toMatch(/300 .*would have gotten access/);
		});
	});
});

describe('access-until-date', () => {
	// It is the second of March in Berlin.
	const row = (email: string, until: string | number | undefined): IDataObject => ({
		email,
		name: email,
		until,
	});
	const run = async (rows: IDataObject[], use: (world: ExampleWorld, error?: string) => void) =>
		await withExample(
			'access-until-date',
			{
				seed: 'empty',
				settle: (state) => {
					addMembers(state, 20);
					for (const email of ['today@example.com', 'over@example.com'])
						state.addCustomer({ email, products: [PRODUCT] });
				},
				rows: {
					'People in the Sheet': [
						...rows,
						...members(20).map((one) => ({ ...one, until: '2099-12-31' })),
					],
				},
			},
			async (world) => use(world, (await world.execute('Every Night at 1')).error),
		);

	test('the day itself counts, and access ends with the next', async () => {
		const rows = [
			row('today@example.com', '2026-03-02'),
			row('over@example.com', '2026-03-01'),
			row('new@example.com', ' 2026-12-31 '),
		];
		await run(rows, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual(['today@example.com', 'new@example.com']);
		});
	});

	test.each(['', undefined, '31.12.2026', '12/31/2026', 46_387, 'for ever'])(
		'the date %j changes nothing, and is told',
		async (until) => {
			await run(
				[row('today@example.com', until), row('new@example.com', '2026-12-31')],
				(world, error) => {
					expect(error).toMatch(/^1 people have no date.*today@example.com\. Nothing was changed/);
					expect(world.writes).toEqual([]);
				},
			);
		},
	);
});

describe('shop-orders', () => {
	const session = (more: IDataObject = {}): IDataObject => ({
		id: 'cs_1',
		mode: 'payment',
		payment_intent: 'pi_1',
		amount_total: 900,
		customer_details: { email: 'ada@example.com', name: 'Ada' },
		metadata: {},
		...more,
	});
	const payment = (more: IDataObject = {}, charge: IDataObject = {}): IDataObject => ({
		id: 'pi_1',
		status: 'succeeded',
		metadata: {},
		latest_charge: { billing_details: { email: 'ada@example.com' }, refunded: false, ...charge },
		...more,
	});
	const run = async (
		object: IDataObject,
		[paid, orders = []]: [paid: IDataObject, orders?: IDataObject[]],
		use: (world: ExampleWorld, error?: string) => void,
	) =>
		await withExample(
			'shop-orders',
			{
				seed: 'empty',
				settle: (state) => state.addCustomer({ email: 'old@example.com', products: [PRODUCT] }),
				answer: (_, { url }) => {
					if (String(url).includes('payment_intents')) return [paid];
					return String(url).includes('sessions') ? [{ data: orders }] : undefined;
				},
			},
			async (world) =>
				use(world, (await world.execute('Paid or Refunded', { json: { data: { object } } })).error),
		);
	const OLD = { billing_details: { email: 'old@example.com' } };

	test.each([
		['a paid order', session(), payment()],
		['a free order', session({ payment_intent: null, amount_total: 0 }), {}],
		[
			'an order whose address is only in the call',
			session(),
			payment({}, { billing_details: { email: null } }),
		],
		['a part that was refunded', session(), payment({}, { amount_refunded: 100 })],
	])('%s grants access', async (_, object, paid) => {
		await run(object, [paid], (world, error) => {
			expect([error, others(world)]).toEqual([undefined, ['old@example.com', 'ada@example.com']]);
		});
	});

	test.each([
		[
			'a subscription with a free trial',
			session({ mode: 'subscription', payment_intent: null, amount_total: 0 }),
			{},
			/Order cs_1 of ada@example.com is without a payment/,
		],
		[
			'an order without an address',
			session({ customer_details: {} }),
			payment({}, { billing_details: {} }),
			/somebody without an address/,
		],
		['an unknown state', session(), payment({ status: 'paused' }), /is paused/],
	])('%s changes nothing, and names the order', async (_, object, paid, reason) => {
		await run(object, [paid], (world, error) => {
			expect(error).toMatch(reason);
			expect(world.writes).toEqual([]);
		});
	});

	test.each(['processing', 'requires_payment_method', 'canceled'])(
		'an order that is %s changes nothing, and is no failure',
		async (status) => {
			await run(session(), [payment({ status })], (world, error) => {
				expect([error, world.writes]).toEqual([undefined, []]);
			});
		},
	);

	const refund = payment({}, { ...OLD, refunded: true });
	const order = (more: IDataObject, charge: IDataObject = {}) => ({
		metadata: {},
		payment_intent: payment({ id: 'pi_2', ...more }, charge),
	});

	test.each<[string, IDataObject[]]>([
		['it is the only one', [{ payment_intent: refund }]],
		['the other one was refunded too', [order({}, { refunded: true })]],
		['the other one is for another product', [order({ metadata: { product: '102' } })]],
		['the other one is not paid', [order({ status: 'processing' })]],
	])('a full refund ends the access where %s', async (_, orders) => {
		await run(session(), [refund, orders], (world, error) => {
			expect([error, others(world)]).toEqual([undefined, []]);
		});
	});

	test('a refund ends nothing where another order for the product is paid', async () => {
		await run(session(), [refund, [order({ metadata: { product: '101' } })]], (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
		});
	});
});
