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
import {
	type AddInputFields,
	failedItem,
	operation,
	type Operation,
	type ReadInputFields,
	withNote,
} from '../request/operation';
import { isExpression } from '../request/plainExpressions';
import { assertNotEmpty } from './emptyList';
import { earlierWrites, rememberWrites, writesBeforeRetry } from './execution';
import {
	failureNote,
	linesOf,
	nothingChanged,
	retryNote,
	stopOf,
	toParagraph,
	withIntroduction,
} from './lines';
import {
	type Counters,
	isBad,
	type OutcomeTable,
	type Report,
	type Result,
	type Subject,
} from './report';
import { clientOfRun, contextsOf } from './runContexts';
import { isSummaryRun, summaryItem } from './summary';

export type Contexts = [IExecuteSingleFunctions, ...IExecuteSingleFunctions[]];

/** Runs an operation for the items of a run. All items fail with an error that it throws before its first write. */
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

/** What n8n needs to know of an operation over all items. */
interface AllItems {
	/** The outcomes of the node. */
	outcomes: OutcomeTable;
	/** Those that the operation counts. */
	counters: Counters;
	/** The fields of which one names the person or thing of each row. */
	rowFields: string[];
	/** Whether the items are one list: an error concerns all of it. */
	isOneList?: boolean;
	/** Returns the function that adds the fields of the input rows, for an operation with this option. */
	inputFields?: ReadInputFields;
}

/** One run of the node. */
interface NodeRun extends AllItems {
	node: IExecuteFunctions;
	contexts: Contexts;
	isSummary: boolean;
	/** Adds the fields of an item's input row. */
	addInput: (json: IDataObject, item: number | undefined, hasFailed: boolean) => IDataObject;
}

/**
 * Returns the function that adds the fields of the input rows to results where the option is on. Throws UserError where an
 * item's option is invalid.
 */
async function inputAdderOf(
	contexts: Contexts,
	input: INodeExecutionData[],
	inputFields: ReadInputFields,
): Promise<NodeRun['addInput']> {
	const adders: AddInputFields[] = await mapYielding(contexts, inputFields);
	return (json, item, hasFailed) => {
		const row = item === undefined ? undefined : input[item]?.json;
		const add = item === undefined ? undefined : adders[item];
		return row && add ? add(json, row, hasFailed) : json;
	};
}

/** Says that nothing was changed by a run that ended before its first write: the one place that knows it. */
const unchangedSentence = (context: IExecuteSingleFunctions, outcomes: OutcomeTable): string =>
	nothingChanged(earlierWrites(context), outcomes);

/** Returns the sentence of what limits stopped; `undefined` where none did. */
function stoppedSentence(
	context: IExecuteSingleFunctions,
	{ exceeded = [] }: Report,
	outcomes: OutcomeTable,
): string | undefined {
	const stop = stopOf(exceeded);
	if (stop === undefined) return undefined;
	return toParagraph([stop.headline, unchangedSentence(context, outcomes), stop.details]);
}

/** Adds an execution hint, unless a single item says as much. */
function addHint({ node, contexts, isOneList }: NodeRun, lines: string[]): void {
	if (!isOneList && contexts.length === 1 && lines.length === 1) return;
	node.addExecutionHints({ message: toParagraph(lines), location: 'outputPane' });
}

/** Returns a summary as the output of the node. One of a run in which anything went wrong goes to the error output. */
function summaryOutput(
	{ node, counters }: NodeRun,
	report: Report,
	parts: Parameters<typeof summaryItem>[2],
): INodeExecutionData[][] {
	const json = summaryItem(report, counters, parts);
	const isGood = parts.stopped === undefined && !report.results.some(isBad);
	if (isGood || node.getNode().onError !== 'continueErrorOutput') {
		return [[{ json, pairedItem: node.getInputData().map((_, item) => ({ item })) }]];
	}
	// n8n takes an item with other fields for a good one, and adds those of the paired item.
	return [[{ json: { error: json.text, details: json }, pairedItem: [] }]];
}

/** Whether failures leave by the error output, where n8n takes only items with the fields of an error. */
const isForErrorOutput = ({ node, isSummary }: NodeRun) =>
	!isSummary && node.getNode().onError === 'continueErrorOutput';

/**
 * Returns the row of a failure. Its columns are those of the other rows, blank, because n8n's table takes them from the first
 * row: the outcome first, then the fields of the input, and the error last.
 */
function failedRow(
	nodeRun: NodeRun,
	{ outcome, json: { error, message, details } = {}, item }: Result,
	columns: string[],
): IDataObject {
	const failure = {
		...(details !== undefined && { details }),
		error,
		...(message !== undefined && { message }),
	};
	if (isForErrorOutput(nodeRun)) return nodeRun.addInput(failure, item, true);
	const blanks = Object.fromEntries(columns.map((name) => [name, '']));
	return { ...nodeRun.addInput({ ...blanks, outcome }, item, true), ...failure };
}

/** Returns the items of the results. */
async function itemsOf(nodeRun: NodeRun, results: Result[]): Promise<INodeExecutionData[]> {
	const good = results.filter(({ failure }) => failure === undefined);
	const columns = new Set(['outcome', ...good.flatMap(({ json = {} }) => Object.keys(json))]);
	const items = await mapYielding(results, (result) => {
		const { json, item, failure } = result;
		if (!json) return [];
		const row =
			failure === undefined
				? nodeRun.addInput(json, item, false)
				: failedRow(nodeRun, result, [...columns]);
		return [{ json: row, pairedItem: item === undefined ? [] : { item } }];
	});
	return items.flat();
}

/** Shows a run that came to its end, or that limits stopped. */
async function showReport(nodeRun: NodeRun, report: Report): Promise<INodeExecutionData[][]> {
	const stopped = stoppedSentence(nodeRun.contexts[0], report, nodeRun.outcomes);
	const lines = linesOf(report, { outcomes: nodeRun.outcomes, stopped });
	addHint(nodeRun, lines);
	const items = await itemsOf(nodeRun, report.results);
	if (!nodeRun.isSummary) return [items];
	return summaryOutput(nodeRun, report, { lines, stopped, rows: items.map(({ json }) => json) });
}

/**
 * Shows a run that an error ended before its first write.
 *
 * @throws the error, unless On Error is Continue
 */
async function showEnded(nodeRun: NodeRun, error: unknown): Promise<INodeExecutionData[][]> {
	const { node, contexts, isOneList, isSummary } = nodeRun;
	const [first] = contexts;
	const failure = nodeErrorFor(first, error);
	// n8n would show the index of an item as `[item 0]`.
	if (isOneList && failure instanceof NodeApiError) delete failure.context.itemIndex;
	const headline = failure instanceof Error ? failure.message : String(failure);
	const unchanged = unchangedSentence(first, nodeRun.outcomes);
	withIntroduction(failure, unchanged);
	if (!node.continueOnFail()) throw failure;
	const stopped = toParagraph([headline, unchanged]);
	const report: Report = { results: [], notes: [] };
	const lines = linesOf(report, { outcomes: nodeRun.outcomes, stopped });
	addHint(nodeRun, lines);
	if (isSummary) return summaryOutput(nodeRun, report, { lines, stopped, rows: [] });
	return [
		await mapYielding(isOneList ? [first] : contexts, (context) => {
			const { json, ...item } = failedItem(context, failure);
			const result = { outcome: 'failed', json, item: context.getItemIndex() };
			return { ...item, json: failedRow(nodeRun, result, ['outcome']) };
		}),
	];
}

/** Returns notes about how n8n ran the node: once for many rows, or again. */
function runNotes({ node, contexts: [first], outcomes, rowFields, isOneList }: NodeRun): string[] {
	const isFirstRow =
		!isOneList &&
		node.getNode().executeOnce === true &&
		rowFields.some((name) => isExpression(first, name));
	return [
		...retryNote(writesBeforeRetry(first), outcomes),
		...(isFirstRow ? ['"Execute Once" is on: only the first row was processed.'] : []),
	];
}

/**
 * Returns a custom operation that runs once for all items. It adds an execution hint, which n8n's routing cannot do.
 */
export function overAllItems(
	run: (contexts: Contexts, client: Client, context: IExecuteFunctions) => Promise<Report>,
	all: AllItems,
) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [first, ...rest] = contextsOf(this);
		if (!first) return [[]];
		const contexts: Contexts = [first, ...rest];
		const input = this.getInputData();
		const nodeRun: NodeRun = {
			...all,
			node: this,
			contexts,
			isSummary: false,
			addInput: (json) => json,
		};
		let report: Report;
		try {
			nodeRun.isSummary = await isSummaryRun(contexts);
			assertNotEmpty(contexts, input, all.rowFields);
			if (all.inputFields) {
				nodeRun.addInput = await inputAdderOf(contexts, input, all.inputFields);
			}
			report = await run(contexts, await clientOfRun(first), this);
			report.isTest = await isTestMode(first);
			report.notes.push(...runNotes(nodeRun));
		} catch (error) {
			return await showEnded(nodeRun, error);
		}
		rememberWrites(first, report.results, all.outcomes);
		const rowCount = all.isOneList ? 0 : contexts.length;
		assertNoFailure(first, report.results, failureNote(report, all.outcomes, rowCount));
		return await showReport(nodeRun, report);
	};
}

/**
 * Returns the same work for one item, as an agent's tool runs it. For tools, n8n uses only the declared route, so an
 * operation over all items declares one as well. Its method and path only classify the operation and are never sent.
 */
export const forOneItem = (run: RunRows, all: AllItems): Operation =>
	operation(
		async ({ context, client }) => {
			const running = run([context], client).catch((error: unknown) => {
				throw withIntroduction(
					nodeErrorFor(context, error),
					unchangedSentence(context, all.outcomes),
				);
			});
			const report = { ...(await running), isTest: await isTestMode(context) };
			const { results } = report;
			assertNoFailure(context, results, '');
			const rows = results.flatMap(({ json }) => (json ? [json] : []));
			if (!(await isSummaryRun([context]))) return rows;
			const stopped = stoppedSentence(context, report, all.outcomes);
			const lines = linesOf(report, { outcomes: all.outcomes, stopped });
			return [summaryItem(report, all.counters, { lines, stopped, rows })];
		},
		{ idempotent: true, inputFields: all.inputFields },
	);
