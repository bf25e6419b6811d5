// The examples about access: who has it afterwards, what the team reads, and what ends as failed.
import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { AccountState } from '../../service/state.mts';
import { only } from '../kit/defined.mts';
import {
	addMembers,
	has,
	logOf,
	members,
	others,
	personOf,
	grantedPlans,
	MEMBERS_PRODUCT,
	range,
	readIn,
} from './members.mts';
import { textsIn } from './worlds/sent.mts';
import { ExampleWorld, published, withExample, type WorldOptions } from './worlds/world.mts';
import { exceededBy, linesAbout, stopHeadline, wouldStop } from '../nodes/runTexts.mts';
import { GRANTS, REVOCATIONS } from '../../nodes/Customer/access/limits.ts';

const NEW = { email: 'new@example.com', name: 'New Person' };
const isSlack = ({ type }: INode) => type.endsWith('.slack');

/** The node in which each example reads its list. */
const LISTS = {
	'sheet-access': ['Every Morning at 6', 'People in the Sheet'],
	'nightly-reconciliation': ['Every Night at 2', 'Customers from the CRM'],
	'approved-sync': ['Every Night at 3', 'Customers from the CRM'],
} as const;
type Synced = keyof typeof LISTS;

/** Runs a sync of 40 members with a list. */
const sync = async <T,>(
	name: Synced,
	rows: IDataObject[],
	options: Omit<WorldOptions, 'size' | 'rows'>,
	use: (world: ExampleWorld, error: string | undefined) => T,
) => {
	const [trigger, list] = LISTS[name];
	const all = {
		seed: 'empty' as const,
		settle: (state: AccountState) => addMembers(state, 40),
		...options,
		rows: { [list]: rows },
	};
	return await withExample(name, all, async (world) =>
		use(world, (await world.execute(trigger)).error),
	);
};

describe.each<Synced>(['sheet-access', 'nightly-reconciliation'])('%s', (name) => {
	test('grants and revokes as the list says, and tells it', async () => {
		await sync(name, [...members(38), NEW], {}, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual([NEW.email]);
			expect([has(world, 'member.38@example.com'), has(world, 'member.39@example.com')]).toEqual([
				true,
				false,
			]);
			const revoked = [39, 40].map((index) => personOf(index).email);
			expect(readIn(world)).toContain(linesAbout({ created: [NEW.email], revoked }).join('\n'));
		});
	});

	test('a row without an address ends as failed, and nobody loses access', async () => {
		await sync(
			name,
			[...members(38), { email: 'half@', name: 'Half' }, NEW],
			{},
			(world, error) => {
				expect(has(world, 'member.39@example.com')).toBe(true);
				expect(others(world)).toEqual([NEW.email]);
				expect(error).toMatch(/half@/);
			},
		);
	});

	test('an execution that Slack did not hear of ends as failed, and Retry tells it', async () => {
		let isDown = true;
		const [trigger, list] = LISTS[name];
		const options: Omit<WorldOptions, 'size'> = {
			seed: 'empty',
			settle: (state) => addMembers(state, 40),
			isDown: (node) => isDown && isSlack(node),
			rows: { [list]: [...members(40), NEW] },
		};
		await withExample(name, options, async (world) => {
			const execution = await world.execute(trigger);
			expect(execution.error).toBeDefined();
			expect(others(world)).toEqual([NEW.email]);
			isDown = false;
			const before = world.writes.length;
			expect((await world.retry(execution)).error).toBeUndefined();
			expect(readIn(world)).toMatch(/1 created/);
			expect(world.writes).toHaveLength(before);
		});
	});
});

describe('nightly-reconciliation', () => {
	const at5 = async (
		rows: IDataObject[],
		use: (world: ExampleWorld, error?: string) => void | Promise<void>,
	) =>
		await withExample(
			'nightly-reconciliation',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 40),
				rows: { 'Customers from the CRM': rows },
			},
			async (world) => use(world, (await world.execute('At 5 PM')).error),
		);

	test('tells at 5 PM what the night is going to change, and changes and logs nothing', async () => {
		await at5([...members(38), NEW], async (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
			expect(readIn(world)).toContain(linesAbout({ wouldCreate: [NEW.email] }).join('\n'));
			expect(await logOf(world)).toEqual([]);
		});
	});

	test('tells at 5 PM that a limit would stop the night', async () => {
		await at5(members(30), (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
			const excess = { count: 10, current: 40, allowed: '10%' };
			expect(readIn(world)).toContain(wouldStop(exceededBy(REVOCATIONS, excess)));
		});
	});

	test('a click on Execute workflow changes nothing', async () => {
		const rows = { 'Customers from the CRM': members(38) };
		const settle = (state: AccountState) => addMembers(state, 40);
		const options = { seed: 'empty' as const, settle, rows, isTry: true };
		await withExample('nightly-reconciliation', options, async (world) => {
			expect((await world.execute('Every Night at 2')).error).toBeUndefined();
			expect(world.writes).toEqual([]);
			const wouldRevoke = [39, 40].map((index) => personOf(index).email);
			expect(readIn(world)).toContain(linesAbout({ wouldRevoke }).join('\n'));
		});
	});

	test('the log has the changes and the failures of a run in which a row failed', async () => {
		const rows = [...members(40), { email: 'half@' }, NEW];
		await sync('nightly-reconciliation', rows, {}, async (world, error) => {
			expect(error).toMatch(/half@/);
			expect(await logOf(world)).toMatchObject([
				{ run: '1', outcome: 'failed', reason: expect.stringContaining('half@') },
				{ run: '1', outcome: 'created', email: NEW.email, plan: 'standard' },
			]);
		});
	});

	test('a run that the log could not keep ends as failed, and Retry keeps and tells it', async () => {
		const rows = { 'Customers from the CRM': [...members(40), NEW] };
		const settle = (state: AccountState) => addMembers(state, 40);
		await withExample('nightly-reconciliation', { seed: 'empty', settle, rows }, async (world) => {
			await world.execute('At 5 PM');
			world.tables.isFull = true;
			const execution = await world.execute('Every Night at 2');
			expect(execution.error).toMatch(/size limit/);
			world.tables.isFull = false;
			expect((await world.retry(execution)).error).toBeUndefined();
			expect(await logOf(world)).toMatchObject([{ outcome: 'created', email: NEW.email }]);
			expect(readIn(world)).toContain(linesAbout({ created: [NEW.email] }).join());
		});
	});
});

describe('approved-sync', () => {
	const run = async (
		lists: { first: IDataObject[]; again?: IDataObject[] },
		isApproved: boolean | undefined,
		use: (world: ExampleWorld, error: string | undefined) => void,
		more: Partial<WorldOptions> = {},
	) =>
		await withExample(
			'approved-sync',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 40),
				rows: {
					'Customers from the CRM': lists.first,
					'The List Again': lists.again ?? lists.first,
				},
				answer: (_, { operation }) =>
					operation === 'sendAndWait'
						? [isApproved === undefined ? {} : { data: { approved: isApproved } }]
						: undefined,
				...more,
			},
			async (world) => use(world, (await world.execute('Every Night at 3')).error),
		);
	const questions = (world: ExampleWorld) =>
		world.sent.filter(({ parameters: { operation } }) => operation === 'sendAndWait');
	const question = (world: ExampleWorld) => textsIn(only(questions(world)))[0]?.[1];

	test('a small change is made without a question', async () => {
		await run({ first: members(39) }, false, (world, error) => {
			expect([error, questions(world)]).toEqual([undefined, []]);
			expect(has(world, 'member.40@example.com')).toBe(false);
		});
	});

	test('a big change is made after Approve, with the counts that the question has', async () => {
		await run({ first: [...members(30), NEW] }, true, (world, error) => {
			expect(question(world)).toMatch(/at most 1 people get access, and 10 lose it/);
			expect(error).toBeUndefined();
			expect(world.writes).toHaveLength(11);
		});
	});

	test.each([false, undefined])('nothing is changed after the answer %j', async (answer) => {
		await run({ first: members(30) }, answer, (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
		});
	});

	test('no more lose access than was approved', async () => {
		await run({ first: members(30), again: members(29) }, true, (world, error) => {
			expect(world.writes).toEqual([]);
			const excess = { count: 11, current: 40, allowed: '10' };
			expect(error).toContain(stopHeadline(REVOCATIONS, excess));
		});
	});

	test('no more get access than was approved', async () => {
		const known = range(15).map((index) => ({ email: `known.${index}@example.com` }));
		const settle = (state: AccountState) => {
			addMembers(state, 40);
			for (const { email } of known) state.addCustomer({ email });
		};
		const lists = { first: members(30), again: [...members(30), ...known] };
		await run(
			lists,
			true,
			(world, error) => {
				expect(world.writes).toEqual([]);
				expect(error).toContain(stopHeadline(GRANTS, { count: 15, allowed: '0' }));
			},
			{ settle },
		);
	});

	test('asks about nobody where each row has a product of its own, because the counts are of one', async () => {
		const workflow = published('approved-sync');
		for (const { parameters } of workflow.nodes)
			if (parameters.operation === 'syncAccess')
				parameters.product = { __rl: true, mode: 'id', value: '={{ $json.product }}' };
		const rows = members(30).map((one) => ({ ...one, product: MEMBERS_PRODUCT }));
		await run(
			{ first: rows },
			true,
			(world, error) => {
				expect([questions(world), world.writes]).toEqual([[], []]);
				const excess = { count: 10, current: 40, allowed: '10%' };
				expect(error).toContain(stopHeadline(REVOCATIONS, excess));
			},
			{ workflows: [workflow] },
		);
	});

	test('an empty list ends as failed, without a question', async () => {
		await run({ first: [] }, true, (world, error) => {
			expect([questions(world), world.writes]).toEqual([[], []]);
			expect(error).toMatch(/list is empty/);
		});
	});

	test('a dry run tells what would change, and asks nobody', async () => {
		const workflow = published('approved-sync');
		for (const { parameters } of workflow.nodes)
			if (parameters.dryRun === false) parameters.dryRun = true;
		await run(
			{ first: members(30) },
			true,
			(world, error) => {
				expect([error, questions(world), world.writes]).toEqual([undefined, [], []]);
				const wouldRevoke = members(40)
					.slice(30)
					.map(({ email }) => String(email));
				expect(readIn(world)).toContain(linesAbout({ wouldRevoke }).at(-1));
			},
			{ workflows: [workflow] },
		);
	});
});

describe('comp-access', () => {
	const run = async (
		people: string,
		options: Omit<WorldOptions, 'size'>,
		use: (world: ExampleWorld, error: string | undefined) => void,
	) =>
		await withExample('comp-access', { seed: 'empty', ...options }, async (world) => {
			const json = { People: people, Days: '30' };
			use(world, (await world.execute('Free Access Form', { json })).error);
		});

	test('addresses are found in what mail programs and notes contain', async () => {
		const people =
			'1. Ada Lovelace – ada@example.com\r\n- Ben Ode <ben@example.com>\r\n\r\nPark, Cleo; cleo@example.com, dan@example.com';
		await run(people, {}, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual(
				['ada', 'ben', 'cleo', 'dan'].map((name) => `${name}@example.com`),
			);
			expect(readIn(world)).toMatch(/Free access for 30 days\*\n4 created/);
		});
	});

	test('lines without an address end as failed, and the others have access', async () => {
		const lines = ['Ada Lovelace', 'half@', '@'];
		await run([...lines, 'ben@example.com'].join('\r\n'), {}, (world, error) => {
			expect(others(world)).toEqual(['ben@example.com']);
			for (const told of [error, readIn(world)])
				for (const line of lines) expect(told?.replaceAll(/\p{Cf}/gu, '')).toContain(`"${line}"`);
		});
	});

	test('the service ends the access by itself', async () => {
		await run('ada@example.com', {}, ({ service: { state } }) => {
			const [ada] = state.customers.all({ status: 'all' }, 'oldest');
			expect(ada?.grants).toMatchObject([{ productId: MEMBERS_PRODUCT, expiresIn: '30-days' }]);
		});
	});

	test('customers stay as they are and are named, with the way out', async () => {
		const settle = (state: AccountState) => {
			state.addCustomer({ email: 'ada@example.com' });
			state.addCustomer({ email: 'has@example.com', products: [MEMBERS_PRODUCT] });
			state.addCustomer({
				email: 'off@example.com',
				products: [MEMBERS_PRODUCT],
				status: 'cancelled',
			});
		};
		const people = 'ada@example.com\nhas@example.com\noff@example.com\nnew@example.com';
		await run(people, { settle }, (world, error) => {
			expect(error).toBeUndefined();
			expect(world.writes).toHaveLength(1);
			expect(others(world)).toEqual(['has@example.com', 'new@example.com']);
			expect(readIn(world)).toMatch(
				/3 of these people .*ada@example.com, has@example.com, off@example.com\n.*Access until the date in the row/,
			);
		});
	});

	test('the form sent once more changes nothing', async () => {
		await withExample('comp-access', { seed: 'empty' }, async (world) => {
			const json = { People: 'ada@example.com', Days: '30' };
			await world.execute('Free Access Form', { json });
			const before = world.writes.length;
			expect((await world.execute('Free Access Form', { json })).error).toBeUndefined();
			expect(world.writes).toHaveLength(before);
		});
	});
});

describe('only-what-changed', () => {
	const run = async (
		rows: IDataObject[],
		use: (world: ExampleWorld, error?: string) => void,
		options: Partial<WorldOptions> = {},
	) =>
		await withExample(
			'only-what-changed',
			{
				seed: 'empty',
				settle: (state) => addMembers(state, 1),
				rows: { 'Changed in the CRM': rows },
				...options,
			},
			async (world) => use(world, (await world.execute('Every Hour')).error),
		);

	test('a no, a blank and what is there already change nothing and say nothing', async () => {
		const rows = [
			{ ...personOf(1), member: 'yes' },
			{ email: 'no@example.com', member: 'No' },
			{ email: 'off@example.com', member: false },
			{ email: 'blank@example.com', member: '' },
			{ email: 'missing@example.com' },
		];
		await run(rows, (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
			expect(readIn(world)).toBe('');
		});
	});

	test('a yes grants access, however it is written', async () => {
		const rows = [' Yes ', true, 'TRUE'].map((member, index) => ({
			email: `${index}@example.com`,
			member,
		}));
		const created = rows.map(({ email }) => email);
		await run(rows, (world, error) => {
			expect([error, others(world)]).toEqual([undefined, created]);
			expect(readIn(world)).toContain(linesAbout({ created }).join());
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

	test('a row that fails ends as failed, and the others have access', async () => {
		const rows = [
			{ email: 'half@', member: 'yes' },
			{ email: 'a@example.com', member: 'yes' },
		];
		await run(rows, (world, error) => {
			expect(error).toMatch(/half@/);
			expect(others(world)).toEqual(['a@example.com']);
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
	const run = async (
		rows: IDataObject[],
		use: (world: ExampleWorld, error?: string) => void,
		options: Partial<WorldOptions> = {},
	) =>
		await withExample(
			'access-until-date',
			{
				seed: 'empty',
				settle: (state) => {
					addMembers(state, 5);
					for (const email of ['today@example.com', 'over@example.com'])
						state.addCustomer({ email, products: [MEMBERS_PRODUCT] });
				},
				rows: { 'People in the Sheet': rows },
				...options,
			},
			async (world) => use(world, (await world.execute('Every Night at 1')).error),
		);

	test('the day itself counts, access ends with the next, and the customers of others keep it', async () => {
		const rows = [
			row('today@example.com', '2026-03-02'),
			row('over@example.com', '2026-03-01'),
			row('new@example.com', ' 2026-12-31 '),
		];
		await run(rows, (world, error) => {
			expect(error).toBeUndefined();
			expect(others(world)).toEqual(['today@example.com', 'new@example.com']);
			expect(range(5).every((index) => has(world, personOf(index).email))).toBe(true);
			const text = readIn(world);
			const [lost, created] = [{ revoked: ['over@example.com'] }, { created: ['new@example.com'] }];
			for (const named of [lost, created]) expect(text).toContain(linesAbout(named).join());
		});
	});

	test('all lose access on the day when all are over', async () => {
		const rows = ['today@example.com', 'over@example.com'].map((one) => row(one, '2026-03-01'));
		await run(rows, (world, error) => {
			expect([error, others(world)]).toEqual([undefined, []]);
		});
	});

	test('what is no date changes nothing for its person, and ends as failed after the others', async () => {
		const wrong = ['', undefined, '31.12.2026', '12/31/2026', '2026-02-30', 46_387, 'for ever'];
		const people = wrong.map((_, index) => `wrong.${index}@example.com`);
		const settle = (state: AccountState) => {
			for (const email of ['over@example.com', ...people])
				state.addCustomer({ email, products: [MEMBERS_PRODUCT] });
		};
		const rows = [
			row('over@example.com', '2026-03-01'),
			...people.map((email, index) => row(email, wrong[index])),
			row('new@example.com', '2026-12-31'),
		];
		await run(
			rows,
			(world, error) => {
				expect(error).toMatch(
					/^7 people have no date.*first of them wrong\.0@example\.com\. Nothing was changed/,
				);
				expect(others(world)).toEqual([...people, 'new@example.com']);
			},
			{ settle },
		);
	});

	test.each<[string, IDataObject[]]>([
		['two days', [row('today@example.com', '2026-12-31'), row('today@example.com', '2026-03-01')]],
		[
			'two spellings',
			[row("'Today@example.com\u200B", '2026-03-01'), row('today@example.com', '2026-12-31')],
		],
		[
			'a blank beside a day',
			[row('today@example.com', ''), row('today@example.com', '2026-12-31')],
		],
	])('the latest day of a person with %s counts', async (_, rows) => {
		await run(rows, (world, error) => {
			expect([error, world.writes]).toEqual([undefined, []]);
		});
	});

	test('blank rows are passed over, and an empty sheet ends as failed', async () => {
		await run(
			[row('', ''), row('', undefined), row('new@example.com', '2026-12-31')],
			(world, error) => {
				expect(error).toBeUndefined();
				expect(has(world, 'new@example.com')).toBe(true);
			},
		);
		await run([], (world, error) => {
			expect([error !== undefined, world.writes]).toEqual([true, []]);
		});
	});

	test('what fails on one side keeps nobody back on the other', async () => {
		const rows = [
			row('half@', '2026-12-31'),
			row('over@example.com', '2026-03-01'),
			row('odd@', '2026-03-01'),
		];
		await run(rows, (world, error) => {
			expect(error).toMatch(/half@[^]*odd@/);
			expect(others(world)).toEqual(['today@example.com']);
		});
	});

	test('a sheet on whose copy everybody is over revokes nobody, and new people get access', async () => {
		const settle = (state: AccountState) => addMembers(state, 26);
		const rows = [
			...members(26).map((one) => ({ ...one, until: '2026-03-01' })),
			row('new@example.com', '2026-12-31'),
		];
		await run(
			rows,
			(world, error) => {
				expect(error).toContain(stopHeadline(REVOCATIONS, { count: 26, allowed: '25' }));
				expect(
					range(26).every((index) => grantedPlans(world, personOf(index).email).length > 0),
				).toBe(true);
				expect(has(world, 'new@example.com')).toBe(true);
			},
			{ settle },
		);
	});
});
