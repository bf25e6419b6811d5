// The examples about orders of a shop: whom a payment gives access, and whom its refund takes it from.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { addMembers, others, grantedPlans, MEMBERS_PRODUCT } from './members.mts';
import { withExample, type ExampleWorld } from './worlds/world.mts';

const ADA = 'ada@example.com';
const OLD = 'old@example.com';
const OTHER_PRODUCT = 102;
const forProduct = (product: number | string = MEMBERS_PRODUCT) => ({ product: String(product) });

const session = (more: IDataObject = {}): IDataObject => ({
	id: 'cs_1',
	mode: 'payment',
	payment_intent: 'pi_1',
	amount_total: 900,
	customer_details: { email: ADA, name: 'Ada' },
	metadata: {},
	...more,
});

const payment = (more: IDataObject = {}, charge: IDataObject = {}): IDataObject => ({
	id: 'pi_1',
	status: 'succeeded',
	metadata: forProduct(),
	latest_charge: { billing_details: { email: ADA }, refunded: false, ...charge },
	...more,
});

/** @param stripe the payment of the order, and all orders of the person */
const run = async (
	name: 'shop-order-paid' | 'shop-order-refunded',
	object: IDataObject,
	[paid, orders = []]: [paid: IDataObject, orders?: IDataObject[]],
	use: (world: ExampleWorld, error?: string) => void | Promise<void>,
) =>
	await withExample(
		name,
		{
			seed: 'empty',
			settle: (state) => {
				addMembers(state, 1);
				const products = [MEMBERS_PRODUCT, OTHER_PRODUCT];
				state.addCustomer({ email: OLD, products });
			},
			answer: (_, { url }) => {
				if (String(url).includes('payment_intents')) return [paid];
				return String(url).includes('sessions') ? [{ data: orders }] : undefined;
			},
		},
		async (world) => {
			const trigger = name === 'shop-order-paid' ? 'Paid' : 'Refunded';
			await use(world, (await world.execute(trigger, { json: { data: { object } } })).error);
		},
	);

describe('shop-order-paid', () => {
	const pay = async (
		object: IDataObject,
		paid: IDataObject,
		use: (world: ExampleWorld, error?: string) => void | Promise<void>,
	) => await run('shop-order-paid', object, [paid], use);

	const free = { payment_intent: null, amount_total: 0 };
	test.each([
		['a paid order', session(), payment()],
		['a free order', session({ ...free, metadata: forProduct() }), {}],
		[
			'an order whose address is only in the call',
			session(),
			payment({}, { billing_details: { email: null } }),
		],
		['an order of which a part was refunded', session(), payment({}, { amount_refunded: 100 })],
	])('%s grants access', async (_, object, paid) => {
		await pay(object, paid, (world, error) => {
			expect([error, others(world)]).toEqual([undefined, [OLD, ADA]]);
		});
	});

	test('the product of the metadata is granted', async () => {
		await pay(session(), payment({ metadata: forProduct(OTHER_PRODUCT) }), (world) => {
			expect([grantedPlans(world, ADA), grantedPlans(world, ADA, OTHER_PRODUCT)]).toEqual([
				[],
				['standard'],
			]);
		});
	});

	test('the same call once more changes nothing', async () => {
		await pay(session(), payment(), async (world) => {
			const before = world.writes.length;
			const json = { data: { object: session() } };
			expect((await world.execute('Paid', { json })).error).toBeUndefined();
			expect(world.writes).toHaveLength(before);
		});
	});

	test.each([
		[
			'a T-shirt, whose payment has no product',
			session({ metadata: forProduct() }),
			payment({ metadata: {} }),
			/Order pi_1 of ada@example.com .*no product/,
		],
		['a free T-shirt', session(free), {}, /Order cs_1 of ada@example.com .*no product/],
		[
			'a subscription with a free trial',
			session({ ...free, mode: 'subscription', metadata: forProduct() }),
			{},
			/Order cs_1 of ada@example.com is without a payment/,
		],
		[
			'an order without an address',
			session({ customer_details: {} }),
			payment({}, { billing_details: {} }),
			/Order pi_1 of somebody without an address/,
		],
		['an unknown state', session(), payment({ status: 'paused' }), /pi_1 .* is paused/],
		[
			'an old call of an order that was refunded since',
			session(),
			payment({}, { refunded: true }),
			/pi_1 .* is refunded/,
		],
	])('%s changes nothing, and is named', async (_, object, paid, reason) => {
		await pay(object, paid, (world, error) => {
			expect(error).toMatch(reason);
			expect(world.writes).toEqual([]);
		});
	});

	test.each(['processing', 'requires_payment_method', 'canceled'])(
		'an order that is %s changes nothing, and is no failure',
		async (status) => {
			await pay(session(), payment({ status }), (world, error) => {
				expect([error, world.writes]).toEqual([undefined, []]);
			});
		},
	);
});

describe('shop-order-refunded', () => {
	const charge = { payment_intent: 'pi_1', billing_details: { email: OLD } };
	const refund = payment({}, { ...charge, refunded: true });
	const order = (more: IDataObject, ofCharge: IDataObject = {}) => ({
		id: 'cs_2',
		metadata: {},
		payment_intent: payment({ id: 'pi_2', ...more }, ofCharge),
	});
	const giveBack = async (
		[paid, orders]: [paid: IDataObject, orders?: IDataObject[]],
		use: (world: ExampleWorld, error?: string) => void | Promise<void>,
	) => await run('shop-order-refunded', charge, [paid, orders ?? []], use);

	test.each<[string, IDataObject[]]>([
		['Stripe finds none', []],
		['it is the only one', [{ payment_intent: refund }]],
		['the other one was refunded too', [order({}, { refunded: true })]],
		['the other one is for another product', [order({ metadata: forProduct(OTHER_PRODUCT) })]],
		['the other one is a T-shirt', [order({ metadata: {} })]],
		['the other one is not paid', [order({ status: 'processing' })]],
	])('a full refund ends the access where %s', async (_, orders) => {
		await giveBack([refund, orders], (world, error) => {
			expect([error, others(world)]).toEqual([undefined, []]);
			expect(grantedPlans(world, OLD, OTHER_PRODUCT)).toEqual(['standard']);
		});
	});

	test('a refund of another product leaves this one', async () => {
		const paid = { ...refund, metadata: forProduct(OTHER_PRODUCT) };
		await giveBack([paid, [{ payment_intent: paid }]], (world, error) => {
			expect([error, others(world)]).toEqual([undefined, [OLD]]);
			expect(grantedPlans(world, OLD, OTHER_PRODUCT)).toEqual([]);
		});
	});

	test.each<[string, IDataObject]>([
		['paid', order({})],
		[
			'free',
			{
				id: 'cs_3',
				payment_intent: null,
				amount_total: 0,
				mode: 'payment',
				metadata: forProduct(),
			},
		],
	])('a refund ends nothing where another order for the product is %s', async (_, other) => {
		await giveBack([refund, [{ payment_intent: refund }, other]], (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
		});
	});

	test('a part that is refunded changes nothing, for somebody who left too', async () => {
		const paid = payment({}, { billing_details: { email: ADA }, amount_refunded: 100 });
		await giveBack([paid], (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
		});
	});

	test.each([
		['without a product', { ...refund, metadata: {} }, /pi_1 of old@example.com .*no product/],
		[
			'without an address',
			payment({}, { refunded: true, billing_details: {} }),
			/pi_1 of somebody without an address/,
		],
	])('a full refund %s changes nothing, and is named', async (_, paid, reason) => {
		await giveBack([paid], (world, error) => {
			expect(error).toMatch(reason);
			expect(world.writes).toEqual([]);
		});
	});
});
