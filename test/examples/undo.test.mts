// The example *Undo a run of Sync Access*, beside the nightly reconciliation whose log it reads.
import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { AccountState } from '../../service/state.mts';
import { defined } from '../kit/defined.mts';
import {
	addMembers,
	has,
	logOf,
	members,
	others,
	personOf,
	grantedPlans,
	MEMBERS_PRODUCT,
	readIn,
} from './members.mts';
import { ExampleWorld, published, type WorldOptions } from './worlds/world.mts';
import { linesAbout } from '../nodes/runTexts.mts';

const NEW = { email: 'new@example.com', name: 'New Person' };

describe('undo-a-run', () => {
	/** @param list the rows of the CRM, which a test may change between the runs */
	const withBoth = async (
		list: IDataObject[],
		use: (world: ExampleWorld) => Promise<void>,
		options: Partial<WorldOptions> = {},
	): Promise<void> =>
		await ExampleWorld.with(
			'undo-a-run',
			{
				size: 0,
				workflows: ['undo-a-run', 'nightly-reconciliation'].map(published),
				settle: (state) => addMembers(state, 40),
				rows: { 'Customers from the CRM': list },
				...options,
			},
			use,
		);
	const nightly = async (world: ExampleWorld, trigger = 'Every Night at 2') => {
		const example = defined(world.examples[1], 'the nightly reconciliation');
		const run = await example.execute(trigger, [{ json: {} }]);
		expect(run.status).toBe('success');
	};
	const send = async (world: ExampleWorld, number: string, choice: string) =>
		await world.execute('Undo Form', {
			json: { 'Number of the run': number, 'What to do': choice },
		});
	/** Sends the form, and returns what people read of it. */
	const sent = async (world: ExampleWorld, number: string, choice: string) => {
		const { sent: all } = world.example;
		const before = all.length;
		expect((await send(world, number, choice)).error).toBeUndefined();
		return all.slice(before);
	};
	const preview = 'Show what would change';
	const undo = 'Undo it';

	test('a preview changes, logs and posts nothing', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world);
			const [writes, log] = [world.writes.length, await logOf(world)];
			const got = await sent(world, 'Run 1', preview);
			expect(got.map(({ node }) => node.type)).toEqual(['n8n-nodes-base.form']);
			const text = readIn(world);
			const wouldGrant = [40, 39].map((index) => personOf(index).email);
			for (const named of [{ wouldRevoke: [NEW.email] }, { wouldGrant }])
				expect(text).toContain(linesAbout(named).at(-1));
			expect([world.writes.length, await logOf(world)]).toEqual([writes, log]);
		});
	});

	test('what a preview finds unchanged is undone where it has changed since', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world);
			const back = personOf(39).email;
			const { state } = world.service;
			const customer = defined(
				[...state.customers.all({ status: 'all' }, 'oldest')].find(({ email }) => email === back),
				back,
			);
			const { grants } = customer;
			const lost = grants;
			state.editCustomer(customer.id, (one) => {
				one.grants = [
					{ productId: MEMBERS_PRODUCT, plan: 'standard', isRental: false, expiresIn: null },
				];
			});
			await sent(world, '1', preview);
			state.editCustomer(customer.id, (one) => {
				one.grants = lost;
			});
			await sent(world, '1', undo);
			expect(has(world, back)).toBe(true);
		});
	});

	test('takes a run back once, and says that nothing is left then', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world);
			await sent(world, 'Run 1', preview);
			await sent(world, 'Run 1', undo);
			expect(others(world)).toEqual([]);
			expect(has(world, personOf(39).email)).toBe(true);
			expect(has(world, personOf(40).email)).toBe(true);
			expect(readIn(world)).toMatch(/Undo of run 1\b/);
			const writes = world.writes.length;
			await sent(world, '1', undo);
			expect(world.writes).toHaveLength(writes);
			expect(readIn(world)).toMatch(/changed all of these customers.*\nNothing left to undo/);
		});
	});

	test('customers get the plan back that they had', async () => {
		const settle = (state: AccountState) => {
			addMembers(state, 40);
			state.addCustomer({ email: 'free@example.com', products: [MEMBERS_PRODUCT], plan: 'free' });
			state.addCustomer({ email: 'paid@example.com', products: [MEMBERS_PRODUCT] });
		};
		await withBoth(
			members(40),
			async (world) => {
				await nightly(world);
				expect(others(world)).toEqual([]);
				await sent(world, '1', undo);
				expect(grantedPlans(world, 'free@example.com')).toEqual(['free']);
				expect(grantedPlans(world, 'paid@example.com')).toEqual(['standard']);
			},
			{ settle },
		);
	});

	test('each customer of a run with several tiers is undone in the own one', async () => {
		const workflows = ['undo-a-run', 'nightly-reconciliation'].map(published);
		for (const { parameters } of workflows.flatMap(({ nodes }) => nodes))
			if (parameters.operation === 'syncAccess')
				parameters.product = { __rl: true, mode: 'id', value: '={{ $json.tier }}' };
		const settle = (state: AccountState) => {
			addMembers(state, 20);
			for (const { email } of members(40).slice(20) as Array<{ email: string }>)
				state.addCustomer({ email, products: [102] });
		};
		const list = [
			...members(19).map((one) => ({ ...one, tier: 101 })),
			...members(39)
				.slice(20)
				.map((one) => ({ ...one, tier: 102 })),
			{ ...NEW, tier: 102 },
		];
		await withBoth(
			list,
			async (world) => {
				await nightly(world);
				expect(grantedPlans(world, NEW.email, 102)).toEqual(['standard']);
				await sent(world, '1', undo);
				expect([
					grantedPlans(world, personOf(20).email, 101),
					grantedPlans(world, personOf(40).email, 102),
					grantedPlans(world, personOf(40).email, 101),
					grantedPlans(world, NEW.email, 102),
				]).toEqual([['standard'], ['standard'], [], []]);
			},
			{ settle, workflows },
		);
	});

	test('a customer whom a later run has changed stays as they are, and the others are counted', async () => {
		const list = [...members(38), NEW];
		await withBoth(list, async (world) => {
			await nightly(world);
			// Somebody corrects the list, and the next run gives the access back.
			list.push(personOf(39));
			await nightly(world);
			list.pop();
			await sent(world, '1', undo);
			const again = world.writes.filter((write) => write.startsWith('PUT'));
			expect(again).toHaveLength(2);
			expect(has(world, personOf(40).email)).toBe(true);
			expect(readIn(world)).toMatch(/2 of the 3 changes of run 1 were left to undo/);
		});
	});

	test('the dry run at 5 PM leaves nothing to undo', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world, 'At 5 PM');
			await sent(world, '1', undo);
			expect(readIn(world)).toMatch(/The log has no change of access in run 1/);
			expect(world.writes).toEqual([]);
		});
	});

	test('a customer who fails is told and ends as failed, after the others', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world);
			world.service.faults.add({
				match: { method: 'PUT', path: /customers/ },
				kind: 'status',
				status: 403,
			});
			const { error } = await send(world, '1', undo);
			expect(error).toMatch(/1 failed/);
			expect(others(world)).toEqual([]);
			expect([39, 40].filter((index) => has(world, personOf(index).email))).toHaveLength(1);
			expect(readIn(world)).toMatch(/Undo of run 1\b[^]*1 failed/);
		});
	});

	test('an undo that the log or Slack could not keep ends as failed', async () => {
		await withBoth([...members(38), NEW], async (world) => {
			await nightly(world);
			world.tables.isFull = true;
			expect((await send(world, '1', undo)).error).toMatch(/size limit/);
		});
		const isDown = ({ name, type }: INode) => type.endsWith('.slack') && isUndoing && name !== '';
		let isUndoing = false;
		await withBoth(
			[...members(38), NEW],
			async (world) => {
				await nightly(world);
				isUndoing = true;
				expect((await send(world, '1', undo)).error).toBeDefined();
				expect(await logOf(world)).toHaveLength(6);
			},
			{ isDown },
		);
	});
});
