import type { IDataObject, IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as ClientModule from '../../../../nodes/shared/client/client';
import type * as AllItemsModule from '../../../../nodes/shared/sync/allItems';
import type * as RunContexts from '../../../../nodes/shared/execution/runContexts';
import type * as Values from '../../../../nodes/shared/values/errors';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { runContext } from '../../../kit/runContext.mts';

const { clientFor } = built<typeof ClientModule>('shared/client/client');

const { forOneItem, overAllItems } = built<typeof AllItemsModule>('shared/sync/allItems');

const { contextsOf } = built<typeof RunContexts>('shared/execution/runContexts');

const { emptyParameter } = built<typeof Values>('shared/values/errors');

const EMPTY = 'The parameter "Name" is empty';

/** Grants each item by its name; an item without one fails. */
const grantEach = async (contexts: IExecuteSingleFunctions[], _: object, notes: string[]) => {
	if (contexts.some((context) => context.getNodeParameter('name') === 'Note')) notes.push('Noted.');
	return await Promise.resolve(
		contexts.map((context) => async () => {
			const name = String(context.getNodeParameter('name', ''));
			if (name === '') throw emptyParameter('Name');
			const outcome = context.getNodeParameter('options.dryRun', false) ? 'wouldGrant' : 'granted';
			return await Promise.resolve([{ outcome, json: { name } }]);
		}),
	);
};

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
		expect(hints).toEqual([{ message: '2 granted access.', location: 'outputPane' }]);
	});

	it('adds no summary for a single item, unless the work has noted something', async () => {
		expect((await run([{ name: 'Ada' }])).hints).toEqual([]);
		const { hints } = await run([{ name: 'Note' }]);
		expect(hints).toEqual([{ message: '1 granted access. Noted.', location: 'outputPane' }]);
	});

	it('says that it was a dry run when any item was one', async () => {
		const { hints } = await run([{ name: 'Ada' }, { name: 'Bob', 'options.dryRun': true }]);
		expect(hints).toMatchObject([
			{ message: 'Dry run: 1 granted access, 1 would be granted access.' },
		]);
	});

	it('carries out the other items when one fails and On Error is Continue', async () => {
		const { output, hints } = await run([{ name: '' }, { name: 'Bob' }], true);
		expect(output).toEqual([
			[
				{ json: { error: EMPTY, message: expect.any(String) as unknown }, pairedItem: { item: 0 } },
				{ json: { name: 'Bob' }, pairedItem: { item: 1 } },
			],
		]);
		expect(hints).toMatchObject([{ message: '1 granted access, 1 failed.' }]);
	});

	it.each([
		[false, true],
		['false', true],
		['untrue', true],
		['true story', true],
		[true, false],
		['TRUE', false],
		[1, false],
	])(
		'with Dry Run %j, says in an error whether other items may have been carried out: %s',
		async (dryRun, isSaid) => {
			const failing = run([{ name: '', 'options.dryRun': dryRun }, { name: 'Bob' }]);
			const row = 'This is row 1 of the input: n8n counts items from 0.';
			const others = `${row} Other rows may have been processed. It is safe to run this again.`;
			const description = await failing.then(String, (error: NodeApiError) => error.description);
			expect(description).toContain(row);
			expect(description?.includes(others)).toBe(isSaid);
		},
	);

	it('fails all items with an error in their preparation', async () => {
		const { context, hints } = runContext({ items: [{}, {}], isContinued: true });
		const prepare = async () => await Promise.reject(emptyParameter('Name'));
		const [items] = await overAllItems(prepare).call(context);
		expect(items?.map(({ json }) => json)).toMatchObject([{ error: EMPTY }, { error: EMPTY }]);
		expect(hints).toMatchObject([{ message: '2 failed.' }]);
	});
});

describe('forOneItem', () => {
	const callOf = (context: IExecuteSingleFunctions) => ({
		context,
		...clientFor(context, { url: '/x', baseURL: 'https://a.test' }),
	});

	it('returns the items of the work, which gets the client of the item', async () => {
		const [context = itemContext()] = contextsOf(runContext({ items: [{ name: 'Ada' }] }).context);
		const seen: object[] = [];
		const work = forOneItem(async (contexts, client, notes) => {
			seen.push(client);
			return await grantEach(contexts, client, notes);
		});
		const call = callOf(context);
		expect(await work(call)).toEqual([{ name: 'Ada' }]);
		expect(seen).toEqual([call.client]);
	});

	it('returns no items when the work returns none for the item', async () => {
		const work = forOneItem(async () => await Promise.resolve([]));
		expect(await work(callOf(itemContext()))).toEqual([]);
	});
});
