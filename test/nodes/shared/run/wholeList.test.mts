import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as RunContexts from '../../../../nodes/shared/run/runContexts';
import type * as Errors from '../../../../nodes/shared/values/parameterErrors';
import type * as WholeListModule from '../../../../nodes/shared/run/wholeList';
import { built } from '../../../kit/built.mts';
import { runContext } from '../../../kit/runContext.mts';

const { contextsOf } = built<typeof RunContexts>('shared/run/runContexts');
const { rowNumbers, runParameterReader, syncWholeList } =
	built<typeof WholeListModule>('shared/run/wholeList');
const { invalidParameter } = built<typeof Errors>('shared/values/parameterErrors');

/** Returns the contexts of items with one parameter, as it was typed and with its value for each item. */
const contextsWith = (typed: unknown, values: unknown[], isContinued = false) =>
	contextsOf(
		runContext({
			items: values.map((list) => ({ list }) as IDataObject),
			typed: { list: typed } as IDataObject,
			isContinued,
		}).context,
	);

describe('runParameterReader', () => {
	const read = async (typed: unknown, values: unknown[]) =>
		await runParameterReader(contextsWith(typed, values), 'Sync Items')('list', 'Product');

	it('returns a value without an expression, which is read for the first item only', async () => {
		expect(await read(5, [5, 'not read'])).toBe(5);
	});

	it('returns the value of an expression that is equal for all items, also an object', async () => {
		expect(await read('={{ $json.list }}', [5, 5, 5])).toBe(5);
		const product = { mode: 'id', value: '5' };
		const typed = { mode: 'id', value: '={{ $json.list.value }}' };
		expect(await read(typed, [product, { ...product }])).toEqual(product);
	});

	it('returns null for a parameter that is missing', async () => {
		expect(await read(undefined, [undefined])).toBeNull();
	});

	it('refuses an expression whose value differs between items', async () => {
		await expect(read('={{ $json.list }}', [5, 5, 6])).rejects.toMatchObject({
			message: 'The parameter "Product" differs between items',
			description:
				'Nothing was changed. Sync Items works on one list at a time: use the same "Product" for all items, or run it once for each.',
		});
	});
});

it.each([
	[1, 'row 1'],
	[2, 'rows 1 and 2'],
	[5, 'rows 1, 2, 3, 4 and 5'],
	[6, 'rows 1, 2, 3, 4, 5 and 1 more'],
	[9, 'rows 1, 2, 3, 4, 5 and 4 more'],
])('rowNumbers names %d rows, at most five of them', (count, text) => {
	const contexts = contextsWith(1, Array<number>(count).fill(1));
	expect(rowNumbers(contexts.map((context) => ({ context })))).toBe(text);
});

describe('syncWholeList', () => {
	interface Run {
		items: IDataObject[];
		typed?: IDataObject;
		isContinued?: boolean;
		isDry?: boolean;
		list?: string;
		state?: IDataObject;
		runIndex?: number;
		executeOnce?: boolean;
	}

	/** Runs an operation on a list of names, of which an empty one is a bad row. */
	async function sync({ items, isDry = false, list = 'members', ...traits }: Run) {
		const typed = { name: '={{ $json.name }}', ...traits.typed };
		const { context, hints } = runContext({ items, ...traits, typed });
		const synced: Array<{ rows: string[]; isWhole: boolean }> = [];
		const operation = syncWholeList<WholeListModule.ListRun, string>({
			name: 'Sync Names',
			readRun: async (request) =>
				await Promise.resolve({
					...request,
					isDry,
					isUnchangedShown: false,
					removalLimit: { amount: 1, isPercent: false },
				}),
			readRow: (one) => {
				const name = String(one.getNodeParameter('name', ''));
				if (name === '') throw invalidParameter('Name', 'is empty', 'Type one.');
				return name;
			},
			badRow: ['has no usable name', 'have no usable name'],
			ifIncomplete: ['Nobody was removed', 'Nobody would be removed'],
			lockKeyOf: () => list,
			sync: async (_, rows, isWhole) => {
				synced.push({ rows, isWhole });
				const added = rows.map((name, item) => ({ outcome: 'added', json: { name }, item }));
				const removed = { outcome: 'removed', json: { name: 'old' } };
				const counted = { outcome: 'unchanged' };
				const results = [...added, removed, counted];
				return await Promise.resolve({ results, hint: ['A note.'], failureNotes: [] });
			},
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

	it('refuses Execute Once, with which n8n passes one row of the list', async () => {
		await expect(sync({ items: [ada], executeOnce: true })).rejects.toMatchObject({
			message: '"Execute Once" would make the whole list one row',
			description:
				'Nothing was changed. Sync Names needs all rows. Turn off "Execute Once" in the settings of this node, and run it again.',
		});
	});

	it('stops before the service is read when rows are bad', async () => {
		await expect(sync({ items: [ada, bad, bad] })).rejects.toMatchObject({
			message: 'Row 2: The parameter "Name" is empty',
			description:
				'Nothing was changed because the list is incomplete: rows 2 and 3 have no usable name. Type one.',
		});
	});

	it('names no item in an error of the whole run, which n8n would show as [item 0]', async () => {
		const error = await sync({ items: [bad, ada] }).catch((thrown: unknown) => thrown);
		expect(error).toHaveProperty('context');
		expect(error).not.toHaveProperty('context.itemIndex');
	});

	it('carries out the other rows, without removals, when On Error is Continue', async () => {
		const { output, hints, synced } = await sync({ items: [ada, bad], isContinued: true });
		expect(synced).toEqual([{ rows: ['Ada'], isWhole: false }]);
		const note = 'Nobody was removed because the list is incomplete: row 2 has no usable name.';
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

	it('says of a dry run with a bad row what would be', async () => {
		const { hints } = await sync({ items: [ada, bad], isContinued: true, isDry: true });
		const note =
			'Nobody would be removed because the list is incomplete: row 2 has no usable name.';
		expect(JSON.stringify(hints)).toContain(note);
	});

	describe('in an execution in which the node has run before', () => {
		it('refuses another part of the same list', async () => {
			const before = { items: [ada], state: {} };
			await sync(before);
			await expect(sync({ ...before, runIndex: 1 })).rejects.toMatchObject({
				message: 'This node already ran in this execution, with another part of the list',
				description: expect.stringContaining('Nothing was changed by this run.'),
			});
		});

		it.each([
			['a retry', {}],
			['another list', { list: 'other', runIndex: 1 }],
			['a dry run beside a real one', { isDry: true, runIndex: 1 }],
			['another execution', { state: {}, runIndex: 1 }],
		])('accepts %s', async (_, second) => {
			const first = { items: [ada], state: {} };
			await sync(first);
			await expect(sync({ ...first, ...second })).resolves.toBeDefined();
		});
	});
});
