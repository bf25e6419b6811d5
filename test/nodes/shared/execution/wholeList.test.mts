import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as RunContexts from '../../../../nodes/shared/execution/runContexts';
import type * as WholeListModule from '../../../../nodes/shared/execution/wholeList';
import type * as Values from '../../../../nodes/shared/values/errors';
import { built } from '../../../kit/built.mts';
import { runContext } from '../../../kit/runContext.mts';

const { contextsOf } = built<typeof RunContexts>('shared/execution/runContexts');
const { assertDiffers, orFailedResult, overWholeList, readerOfRun, rowNumbers } = built<
	typeof WholeListModule
>('shared/execution/wholeList');

const { invalidParameter } = built<typeof Values>('shared/values/errors');

/** Returns the contexts of items with one parameter, as it was typed and with its value for each item. */
const contextsWith = (typed: unknown, values: unknown[], isContinued = false) =>
	contextsOf(
		runContext({
			items: values.map((list) => ({ list }) as IDataObject),
			typed: { list: typed } as IDataObject,
			isContinued,
		}).context,
	);

describe('readerOfRun', () => {
	const read = async (typed: unknown, values: unknown[]) =>
		await readerOfRun(contextsWith(typed, values), 'One list has one product')('list', 'Product');

	it('returns a value without an expression, which is read for the first item only', async () => {
		expect(await read(5, [5, 'not read'])).toBe(5);
	});

	it('returns the value of an expression that is equal for all items, also an object', async () => {
		expect(await read('={{ $json.id }}', [5, 5, 5])).toBe(5);
		const product = { mode: 'id', value: '5' };
		const typed = { mode: 'id', value: '={{ $json.id }}' };
		expect(await read(typed, [product, { ...product }])).toEqual(product);
	});

	it('returns null for a parameter that is missing', async () => {
		expect(await read(undefined, [undefined])).toBeNull();
	});

	it('refuses an expression whose value differs between items', async () => {
		await expect(read('={{ $json.id }}', [5, 5, 6])).rejects.toMatchObject({
			message: 'The parameter "Product" differs between items',
			description:
				'One list has one product: give Product the same value for all items, or run it once for each.',
		});
	});
});

describe('assertDiffers', () => {
	const check = async (typed: unknown, values: unknown[]) =>
		await assertDiffers(contextsWith(typed, values), 'list', 'Email');

	it.each([
		['a single item', 'ada@example.org', ['ada@example.org']],
		['values that differ', '={{ $now }}', [1, 2]],
		['equal values of $json', '={{ $json.email }}', ['a', 'a']],
		['equal values of $itemIndex', '={{ $itemIndex }}', ['a', 'a']],
		['equal values of $binary', '={{ $binary.data.fileName }}', ['a', 'a']],
		['equal values of $node', '={{ $node["A"].json.email }}', ['a', 'a']],
		['equal values of a node’s item', "={{ $('A').item.json.email }}", ['a', 'a']],
	])('accepts %s', async (_, typed, values) => {
		await expect(check(typed, values)).resolves.toBeUndefined();
	});

	it.each([
		['a fixed text', 'ada@example.org'],
		['a fixed text that looks like an expression', '{{ $json.email }}'],
		['an expression without the item', "={{ $('A').first().json.email }}"],
		['an expression whose word only ends with item', '={{ $vars.lineitem }}'],
		['a missing parameter', undefined],
	])('refuses %s that is the same for several items', async (_, typed) => {
		await expect(check(typed, ['a', 'a'])).rejects.toMatchObject({
			message: 'The parameter "Email" is the same for all 2 items',
			description:
				'Nothing was changed. Give Email an expression that belongs to each item, such as {{ $json.id }}.',
		});
	});
});

it.each([
	[1, 'row 1'],
	[5, 'row 1, 2, 3, 4, 5'],
	[6, 'row 1, 2, 3, 4, 5 and 1 more'],
	[9, 'row 1, 2, 3, 4, 5 and 4 more'],
])('rowNumbers names %d rows, at most five of them', (count, text) => {
	const contexts = contextsWith(
		1,
		Array.from({ length: count }, () => 1),
	);
	expect(rowNumbers(contexts.map((context) => ({ context })))).toBe(text);
});

describe('orFailedResult', () => {
	const refuse = () => {
		throw invalidParameter('Name', 'is empty', 'Check it.');
	};

	it('returns the result of the work', async () => {
		const [context] = contextsWith(1, [1]);
		const result = { outcome: 'done' };
		expect(context && (await orFailedResult(context, 'Ada', () => result))).toBe(result);
	});

	it('throws a failure that names the record when On Error is Stop Workflow', async () => {
		const [context] = contextsWith(1, [1]);
		const failing = context && orFailedResult(context, 'Ada', refuse);
		await expect(failing).rejects.toMatchObject({ message: 'Ada: The parameter "Name" is empty' });
	});

	it('returns a failure that names the record when On Error is Continue', async () => {
		const [context] = contextsWith(1, [1], true);
		expect(context && (await orFailedResult(context, 'Ada', refuse))).toEqual({
			outcome: 'failed',
			json: { error: 'Ada: The parameter "Name" is empty', message: 'Check it.' },
		});
	});
});

describe('overWholeList', () => {
	interface Run {
		items: IDataObject[];
		isContinued?: boolean;
		isDry?: boolean;
		list?: string;
		execution?: string;
		runIndex?: number;
	}

	let executions = 0;

	/** Runs an operation on a list of names, of which an empty one is a bad row. */
	async function sync({ items, isDry = false, list = 'members', ...traits }: Run) {
		const execution = `execution ${executions++}`;
		const { context, hints } = runContext({ items, execution, ...traits });
		const synced: Array<{ rows: string[]; isWhole: boolean }> = [];
		const operation = overWholeList<WholeListModule.ListRun, string>({
			readRun: async (first) => await Promise.resolve({ ...first, isDry, isUnchangedShown: false }),
			readRow: (one) => {
				const name = String(one.getNodeParameter('name', ''));
				if (name === '') throw invalidParameter('Name', 'is empty', 'Type one.');
				return name;
			},
			badRow: 'has no usable name',
			ifBad: 'Nobody was removed',
			keyOf: () => list,
			sync: async (_, rows, isWhole) => {
				synced.push({ rows, isWhole });
				const added = rows.map((name, item) => ({ outcome: 'added', json: { name }, item }));
				const removed = { outcome: 'removed', json: { name: 'old' } };
				const counted = { outcome: 'unchanged' };
				return await Promise.resolve({ done: [...added, removed, counted], notes: ['A note.'] });
			},
			words: { added: 'added', removed: 'removed' },
			ifEmpty: 'Nothing to do',
		});
		const output = await operation.call(context);
		return { output, hints, synced };
	}

	const ada = { name: 'Ada' };
	const bob = { name: 'Bob' };
	const bad = { name: '' };

	it('runs once for all items, pairs results with their rows, and sums up', async () => {
		const { output, hints, synced } = await sync({ items: [ada, bob] });
		expect(synced).toEqual([{ rows: ['Ada', 'Bob'], isWhole: true }]);
		expect(output).toEqual([
			[
				{ json: ada, pairedItem: { item: 0 } },
				{ json: bob, pairedItem: { item: 1 } },
				{ json: { name: 'old' }, pairedItem: [] },
			],
		]);
		const message = '2 added, 1 removed, 1 unchanged. A note.';
		expect(hints).toEqual([{ message, location: 'outputPane' }]);
	});

	it('returns no items, and does nothing, without input', async () => {
		const { output, hints, synced } = await sync({ items: [] });
		expect({ output, hints, synced }).toEqual({ output: [[]], hints: [], synced: [] });
	});

	it('refuses an invalid customer header before the list is read', async () => {
		const items = [{ ...ada, 'options.clientIp': 'none' }];
		await expect(sync({ items })).rejects.toThrow('Request: Client IP');
	});

	it('stops before the service is read when a row is bad', async () => {
		await expect(sync({ items: [ada, bad, bad] })).rejects.toMatchObject({
			message: 'Row 2: The parameter "Name" is empty',
			description:
				'Nothing was changed: the list is not whole, row 2, 3 has no usable name. Type one.',
		});
	});

	it('carries out the other rows, without removals, when On Error is Continue', async () => {
		const { output, hints, synced } = await sync({ items: [ada, bad], isContinued: true });
		expect(synced).toEqual([{ rows: ['Ada'], isWhole: false }]);
		const note = 'Nobody was removed: the list is not whole, row 2 has no usable name.';
		expect(output[0]?.[0]).toEqual({
			json: { error: 'Row 2: The parameter "Name" is empty', message: `${note} Type one.` },
			pairedItem: { item: 1 },
		});
		expect(hints).toEqual([
			{
				message: `1 added, 1 removed, 1 unchanged, 1 failed. ${note} A note.`,
				location: 'outputPane',
			},
		]);
	});

	describe('in an execution in which the node has run before', () => {
		const before = { items: [ada], execution: 'one execution' };

		it('refuses another part of the same list', async () => {
			await sync({ ...before, list: 'in parts' });
			await expect(sync({ ...before, list: 'in parts', runIndex: 1 })).rejects.toMatchObject({
				message: 'This node already ran in this execution, with another part of the list',
				description: expect.stringContaining('Nothing was changed by this run.') as unknown,
			});
		});

		it.each([
			['a retry', {}],
			['another list', { list: 'other', runIndex: 1 }],
			['a dry run beside a real one', { isDry: true, runIndex: 1 }],
			['another execution', { execution: 'another', runIndex: 1 }],
		])('accepts %s', async (name, second) => {
			const first = { ...before, list: `before ${name}` };
			await sync(first);
			await expect(sync({ ...first, ...second })).resolves.toBeDefined();
		});

		it('remembers the latest thousand lists', async () => {
			for (let n = 0; n < 1_000; n++) await sync({ ...before, list: `list ${n}` });
			const second = (n: number) => sync({ ...before, list: `list ${n}`, runIndex: 1 });
			await expect(second(0)).rejects.toThrow('another part of the list');
			await sync({ ...before, list: 'one more' });
			await expect(second(0)).resolves.toBeDefined();
		});
	});
});
