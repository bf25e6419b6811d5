import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Client } from '../client/client';
import { settleAll } from '../concurrency/batches';
import { recordOutcomes, summarize } from './report';
import {
	catchAsItem,
	type Handler,
	otherRowsNote,
	toItems,
	withRowContext,
} from '../execution/run';
import { clientOfRun, contextOfItem, contextsOf } from '../execution/runContexts';

/** The result for one record. */
export interface ItemResult {
	/** Counted in the summary of a run, such as `granted`. */
	outcome: string;
	json: IDataObject;
}

/**
 * Returns the work for each item, in order. All items fail with an error that it throws. Sentences that it adds to the
 * notes follow the summary.
 */
export type WorkForAll = (
	contexts: IExecuteSingleFunctions[],
	client: Client,
	notes: string[],
) => Promise<Array<() => Promise<ItemResult[]>>>;

/** Whether an item asks for a dry run. The work of the item rejects a value that is neither true nor false. */
function asksForDryRun(context: IExecuteSingleFunctions): boolean {
	return /^(true|1)$/i.test(String(context.getNodeParameter('options.dryRun', false)));
}

/**
 * Returns a custom operation that runs an idempotent operation for all items. Each item succeeds or fails by itself, as with
 * n8n's routing. `workFor` gets the contexts of all items before any work begins. A run of several items, or one
 * with notes, adds a summary as an execution hint, which n8n's routing cannot do.
 *
 * @param summarizeReads the summary of an operation that only reads: nothing is recorded
 */
export function overAllItems(workFor: WorkForAll, summarizeReads?: (outcomes: string[]) => string) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const contexts = contextsOf(this);
		const notes: string[] = [];
		const preparing = clientOfRun(contextOfItem(this, 0)).then(
			async (client) => await workFor(contexts, client, notes),
		);
		const outcomes: string[] = [];
		const items = contexts.map(async (context, index) => {
			let results: ItemResult[] | undefined;
			const isSilent = summarizeReads !== undefined || asksForDryRun(context);
			const others = () => (isSilent ? undefined : otherRowsNote(true));
			try {
				return await catchAsItem(context, async () => {
					const work = (await preparing)[index] ?? (async () => await Promise.resolve([]));
					results = await withRowContext(context, others, work);
					return toItems(
						context,
						results.map(({ json }) => json),
					);
				});
			} finally {
				outcomes.push(...(results?.map(({ outcome }) => outcome) ?? ['failed']));
			}
		});
		// A run that stops at a failure has carried out the other items.
		const settled = await settleAll(items).finally(() => {
			if (!summarizeReads) recordOutcomes(this, outcomes);
		});
		const all = settled.flat();
		const isDry = outcomes.some((outcome) => outcome.startsWith('would'));
		const summary = summarizeReads?.(outcomes) ?? summarize(outcomes, isDry, 'Nothing to do');
		const message = [summary, ...notes].join(' ');
		if (contexts.length > 1 || notes.length > 0) {
			this.addExecutionHints({ message, location: 'outputPane' });
		}
		return [all];
	};
}

/**
 * Returns the same work for one item, as an agent's tool runs it. For tools, n8n uses only the declared route, so an
 * operation over all items declares one as well. Its method and path only classify the operation and are never sent.
 */
export function forOneItem(workFor: WorkForAll): Handler {
	return async ({ context, client }) => {
		const [work] = await workFor([context], client, []);
		return ((await work?.()) ?? []).map(({ json }) => json);
	};
}
