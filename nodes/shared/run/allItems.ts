import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import type { Client } from '../client/client';
import { nodeErrorFor, NotTriedError } from '../client/errors';
import { isTestMode } from '../client/testMode';
import { mapYielding } from '../concurrency/mapConcurrent';
import { assertNotEmpty } from './emptyList';
import {
	type AddInputFields,
	failedItem,
	operation,
	type Operation,
	type ReadInputFields,
	withNote,
} from '../request/operation';
import type { Result, Subject } from './result';
import { clientOfRun, contextsOf } from './runContexts';
import { endedSentence, failureNote, hintSentences } from './sentences';
import type { Counters, Report } from './summary';
import { hasGoneWrong, isSummaryRun, summaryItem } from './summaryItem';

export type Contexts = [IExecuteSingleFunctions, ...IExecuteSingleFunctions[]];

/** Runs an operation for the items of a run. All items fail with an error that it throws. */
export type RunRows = (contexts: Contexts, client: Client) => Promise<Report>;

/** Returns a failure as a result. */
export function failedResult(
	{ context, item, name, label = name, isDry }: Subject & Pick<Result, 'isDry'>,
	error: unknown,
): Result {
	const failure = nodeErrorFor(context, error);
	const { json } = failedItem(context, failure);
	const message = name === undefined ? json.error : `${name}: ${String(json.error)}`;
	const outcome = error instanceof NotTriedError ? 'notTried' : 'failed';
	return { outcome, isDry, label, json: { ...json, error: message }, item, failure };
}

/** Returns the row of an item as a subject. */
export const rowOf = (context: IExecuteSingleFunctions) => ({
	context,
	item: context.getItemIndex(),
});

/** Throws the first failure of the results, with a note, unless On Error is Continue. */
export function assertNoFailure(
	context: IExecuteSingleFunctions,
	results: Result[],
	note: string,
): void {
	const failed = results.find(({ failure }) => failure !== undefined);
	if (!failed || context.continueOnFail()) return;
	const failure = withNote(failed.failure, note);
	if (failure instanceof NodeApiError) failure.message = String(failed.json?.error);
	throw failure;
}

/**
 * Returns the function that adds the fields of the input rows to results where the option is on. Throws UserError where an
 * item's option is invalid.
 */
async function inputRowsAdder(
	contexts: Contexts,
	input: INodeExecutionData[],
	inputFields: ReadInputFields,
) {
	const adders: AddInputFields[] = await mapYielding(contexts, inputFields);
	return (json: IDataObject, item: number | undefined, hasFailed: boolean) => {
		const row = item === undefined ? undefined : input[item]?.json;
		const add = item === undefined ? undefined : adders[item];
		return row && add ? add(json, row, hasFailed) : json;
	};
}

/** Adds to a report that nothing was changed, where the credential is in test mode. */
async function withTestNote(context: IExecuteSingleFunctions, report: Report): Promise<Report> {
	if (!(await isTestMode(context))) return report;
	return { ...report, notes: [{ kind: 'testMode' }, ...report.notes] };
}

/** What n8n needs to know of an operation over all items. */
interface AllItems {
	/** The outcomes that the operation counts. */
	counters: Counters;
	/** The fields of which one names the person or thing of each row. */
	rowFields: string[];
	/** Whether the items are one list: an error concerns all of it. */
	isOneList?: boolean;
	/** Returns the function that adds the fields of the input rows, for an operation with this option. */
	inputFields?: ReadInputFields;
}

/**
 * Returns a custom operation that runs once for all items. It adds an execution hint unless a single item says as much,
 * which n8n's routing cannot do.
 */
export function overAllItems(
	run: (contexts: Contexts, client: Client, context: IExecuteFunctions) => Promise<Report>,
	{ counters, rowFields, isOneList = false, inputFields }: AllItems,
) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [first, ...rest] = contextsOf(this);
		if (!first) return [[]];
		const contexts: Contexts = [first, ...rest];
		const addHint = (sentences: string[]) => {
			if (!isOneList && rest.length === 0 && sentences.length === 1) return;
			this.addExecutionHints({ message: sentences.join(' '), location: 'outputPane' });
		};
		const input = this.getInputData();
		let addInput: Awaited<ReturnType<typeof inputRowsAdder>> = (json) => json;
		let isSummary = false;
		const toSummary = (...parts: Parameters<typeof summaryItem>): INodeExecutionData[][] => {
			const summary = summaryItem(...parts);
			const [report, , , ended] = parts;
			const isGood = ended === undefined && !hasGoneWrong(report);
			if (isGood || this.getNode().onError !== 'continueErrorOutput') {
				return [[{ json: summary, pairedItem: input.map((_, item) => ({ item })) }]];
			}
			// n8n takes an item with other fields for a good one, and adds those of the paired item.
			return [[{ json: { error: summary.text, details: summary }, pairedItem: [] }]];
		};
		try {
			isSummary = await isSummaryRun(contexts);
			assertNotEmpty(contexts, input, rowFields);
			if (inputFields) addInput = await inputRowsAdder(contexts, input, inputFields);
			const client = await clientOfRun(first);
			const report = await withTestNote(first, await run(contexts, client, this));
			const { results } = report;
			assertNoFailure(first, results, failureNote(report, isOneList ? 0 : contexts.length));
			addHint(hintSentences(report, counters));
			const items = await mapYielding(results, ({ json, item, failure }) => {
				if (!json) return [];
				const pairedItem = item === undefined ? [] : { item };
				return [{ json: addInput(json, item, failure !== undefined), pairedItem }];
			});
			if (!isSummary) return [items.flat()];
			return toSummary(
				report,
				counters,
				items.flat().map(({ json }) => json),
			);
		} catch (error) {
			const failure = nodeErrorFor(first, error);
			// n8n would show the index of an item as `[item 0]`.
			if (isOneList && failure instanceof NodeApiError) delete failure.context.itemIndex;
			if (!this.continueOnFail()) throw failure;
			// A run fails as a whole only before its first write.
			const isFirstRun = Number(this.getWorkflowDataProxy(0).$runIndex) === 0;
			const nothing: Report = { results: [], notes: [] };
			if (isSummary) {
				const stopped = endedSentence(failure, isFirstRun);
				addHint([stopped]);
				return toSummary(nothing, counters, [], stopped);
			}
			const failed = contexts.map(() => ({ outcome: 'failed' }) as const);
			const stopped = `Stopped: nothing ${isFirstRun ? '' : 'more '}was changed.`;
			addHint(isOneList ? [stopped] : hintSentences({ ...nothing, results: failed }, counters));
			const failedContexts = isOneList ? [first] : contexts;
			return [
				await mapYielding(failedContexts, (context) => {
					const item = failedItem(context, failure);
					return { ...item, json: addInput(item.json, context.getItemIndex(), true) };
				}),
			];
		}
	};
}

/**
 * Returns the same work for one item, as an agent's tool runs it. For tools, n8n uses only the declared route, so an
 * operation over all items declares one as well. Its method and path only classify the operation and are never sent.
 */
export const forOneItem = (
	run: RunRows,
	{ counters, inputFields }: Pick<AllItems, 'counters' | 'inputFields'>,
): Operation =>
	operation(
		async ({ context, client }) => {
			const report = await withTestNote(context, await run([context], client));
			assertNoFailure(context, report.results, '');
			const rows = report.results.flatMap(({ json }) => (json ? [json] : []));
			return (await isSummaryRun([context])) ? [summaryItem(report, counters, rows)] : rows;
		},
		{ idempotent: true, inputFields },
	);
