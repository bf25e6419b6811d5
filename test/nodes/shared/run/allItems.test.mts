import type { IDataObject, IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as ReportModule from '../../../../nodes/Customer/access/report';
import type * as AllItemsModule from '../../../../nodes/shared/run/allItems';
import type * as RunContexts from '../../../../nodes/shared/run/runContexts';
import type * as Values from '../../../../nodes/shared/values/parameterErrors';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { runContext } from '../../../kit/runContext.mts';

const { failedResult, forOneItem, overAllItems, rowOf } =
	built<typeof AllItemsModule>('shared/run/allItems');

type RunRows = AllItemsModule.RunRows;

const { rowNotes } = built<typeof ReportModule>('Customer/access/report');

const { contextsOf } = built<typeof RunContexts>('shared/run/runContexts');

const { emptyParameter } = built<typeof Values>('shared/values/parameterErrors');

const EMPTY = 'The parameter "Name" is empty';

/** Grants each item by its name; an item without one fails, and "None" needs nothing. */
const grantEach: RunRows = async (contexts) => {
	const work = async (context: IExecuteSingleFunctions) => {
		const name = String(context.getNodeParameter('name', ''));
		if (name === '') throw emptyParameter('Name');
		const granted = context.getNodeParameter('dryRun', false) ? 'wouldGrant' : 'granted';
		const outcome = name === 'None' ? 'unchanged' : granted;
		return { outcome, json: { name }, item: context.getItemIndex() };
	};
	const caught = contexts.map(
		async (context) =>
			await work(context).catch((error: unknown) => failedResult(rowOf(context), error)),
	);
	const results = await Promise.all(caught);
	const notes = results.some(({ json }) => json?.name === 'Note') ? ['Noted.'] : [];
	const hint = [`${results.length} done.`, ...notes];
	return { results, hint, failureNotes: rowNotes(contexts, results) };
};

it('failedResult names the record, and leaves an error alone that several rows share', () => {
	const [context = itemContext()] = contextsOf(runContext({ items: [{}] }).context);
	const shared = new Error('Not now');
	const texts = ['Ada', 'Bob'].map((name) => failedResult({ context, name }, shared).json);
	expect(texts).toEqual([{ error: 'Ada: Not now' }, { error: 'Bob: Not now' }]);
	const refused = emptyParameter('Name');
	expect(failedResult({ context, name: 'Ada' }, refused).json).toEqual({
		error: `Ada: ${EMPTY}`,
		message: refused.description,
	});
});

describe('overAllItems', () => {
	async function run(items: IDataObject[], isContinued = false) {
		const { context, hints } = runContext({ items, isContinued });
		return { output: await overAllItems(grantEach).call(context), hints };
	}

	it('returns the items of all rows in order, paired with their rows, and a summary', async () => {
		const { output, hints } = await run([{ name: 'Ada' }, { name: 'Bob' }]);
		expect(output).toEqual([
			[
				{ json: { name: 'Ada' }, pairedItem: { item: 0 } },
				{ json: { name: 'Bob' }, pairedItem: { item: 1 } },
			],
		]);
		expect(hints).toEqual([{ message: '2 done.', location: 'outputPane' }]);
	});

	it('adds no summary for a single item, unless the work has noted something', async () => {
		expect((await run([{ name: 'Ada' }])).hints).toEqual([]);
		const { hints } = await run([{ name: 'Note' }]);
		expect(hints).toEqual([{ message: '1 done. Noted.', location: 'outputPane' }]);
	});

	it('carries out the other items when one fails and On Error is Continue', async () => {
		const { output, hints } = await run([{ name: '' }, { name: 'Bob' }], true);
		expect(output).toEqual([
			[
				{ json: { error: EMPTY, message: expect.any(String) as unknown }, pairedItem: { item: 0 } },
				{ json: { name: 'Bob' }, pairedItem: { item: 1 } },
			],
		]);
		expect(hints).toMatchObject([{ message: '2 done.' }]);
	});

	it.each([
		['was granted', { name: 'Bob' }, true],
		['is only predicted', { name: 'Bob', dryRun: true }, false],
		['needed nothing', { name: 'None' }, false],
	])(
		'names the row of a failure, and how many others were processed: one %s',
		async (_, other, isSaid) => {
			const row = 'This is row 1 of the input. n8n shows it as [item 0].';
			const others = `${row} 1 other was processed: 1 granted access. It is safe to run this again: it then stays unchanged.`;
			const failing = run([{ name: '' }, other]);
			const description = await failing.then(String, (error: NodeApiError) => error.description);
			expect(description).toContain(row);
			expect(description?.includes(others)).toBe(isSaid);
		},
	);

	it('names no row of an error that concerns all of them', async () => {
		const { context } = runContext({ items: [{}, {}] });
		const prepare = async () => await Promise.reject(emptyParameter('Name'));
		const failure = await overAllItems(prepare)
			.call(context)
			.catch((error: unknown) => error);
		expect(failure).toMatchObject({ message: EMPTY });
		expect(failure).not.toMatchObject({ description: expect.stringContaining('row 1') });
	});

	it('fails all items with an error in their preparation', async () => {
		const { context, hints } = runContext({ items: [{}, {}], isContinued: true });
		const prepare = async () => await Promise.reject(emptyParameter('Name'));
		const [items] = await overAllItems(prepare).call(context);
		expect(items?.map(({ json }) => json)).toMatchObject([{ error: EMPTY }, { error: EMPTY }]);
		expect(hints).toMatchObject([{ message: '2 failed.' }]);
	});
});

describe('forOneItem', () => {
	const runOne = async (name: string, run: typeof grantEach = grantEach) => {
		const [context = itemContext()] = contextsOf(runContext({ items: [{ name }] }).context);
		const options = { url: '/x', baseURL: 'https://a.test' };
		return await forOneItem(run).call(context as never, { options } as never);
	};

	it('returns the items of the work, paired with the item', async () => {
		expect(await runOne('Ada')).toEqual([{ json: { name: 'Ada' }, pairedItem: { item: 0 } }]);
	});

	it('throws the failure of the item', async () => {
		await expect(runOne('')).rejects.toThrow(EMPTY);
	});
});
