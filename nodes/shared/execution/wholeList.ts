import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
	NodeApiError,
	UserError,
} from 'n8n-workflow';

import { mapYielding, withKeyedMutex } from '../concurrency/concurrency';
import { nodeErrorFor, plainError } from '../client/errors';
import { cancelSignal } from '../client/context';
import type { ItemRequest } from '../client/legacy';
import { summaryOf } from './allItems';
import { catchAsItem, failedItem } from './run';
import { contextsOf, requestOptionsOf, withCustomerHeaders } from './runContexts';

/** The parameters of one run over a whole list. The context is that of the first item. */
export interface ListRun extends ItemRequest {
	/** Whether the run only reads and validates, and writes nothing. */
	isDry: boolean;
	/** Whether what does not change becomes an item as well. */
	isUnchangedShown: boolean;
}

/** The result for one entry of the list, or for one record that is not in the list. */
export interface ListResult {
	outcome: string;
	/** Missing for results that are only counted. */
	json?: IDataObject;
	/** The index of the input item that names the entry. */
	item?: number;
}

/** An operation that makes a list of the service equal to the whole input. */
interface WholeList<Run extends ListRun, Row> {
	/** Reads the parameters of the run, which are the same for all items. Runs before the first request. */
	readRun: (first: ItemRequest, contexts: IExecuteSingleFunctions[]) => Promise<Run>;
	/** Reads the row of one item. An item for which it throws is a bad row. */
	readRow: (context: IExecuteSingleFunctions, run: Run) => Row;
	/** The problem of a bad row, as it follows the row number: `has no usable address`. */
	badRow: string;
	/** The consequence of a bad row when the other rows are carried out: `Nobody was revoked`. */
	ifBad: string;
	/** Runs with the same key take turns. */
	keyOf: (run: Run) => string;
	/**
	 * Reads the list of the service, plans and writes. The notes follow the summary.
	 *
	 * @param isWhole whether every row was read; otherwise nothing may be removed
	 */
	sync: (
		run: Run,
		rows: Row[],
		isWhole: boolean,
	) => Promise<{ done: ListResult[]; notes: string[] }>;
	/** The text for each outcome in the summary, in the order of the sentence: `{ revoked: 'revoked' }`. */
	words: Record<string, string>;
	/** The summary of a run without any outcome. */
	ifEmpty: string;
}

/** Reads a parameter that must be the same for all items. */
export type ReadOfRun = (name: string, label: string) => Promise<unknown>;

/**
 * Returns the reader of the parameters of a run. Only an expression is evaluated for each item.
 *
 * @param why the beginning of the remedy: `Sync Access compares one list with one product`
 */
export function readerOfRun(contexts: IExecuteSingleFunctions[], why: string): ReadOfRun {
	return async (name, label) => {
		const [first] = contexts;
		const raw: unknown = first?.getNodeParameter(name, null, { rawExpressions: true });
		const asked = JSON.stringify(raw)?.includes('"=') ? contexts : contexts.slice(0, 1);
		const values = await mapYielding(asked, (context): unknown =>
			context.getNodeParameter(name, null),
		);
		const texts = new Set(values.map((value) => JSON.stringify(value)));
		if (texts.size <= 1) return values[0];
		throw new UserError(`The parameter "${label}" differs between items`, {
			description: `${why}: give ${label} the same value for all items, or run it once for each.`,
		});
	};
}

/** Matches an expression whose value depends on the item; `$('Node').first()` is the same for all items. */
const OF_ITEM = /\$json|\$itemIndex|\$binary|\$node\b|\bitem/;

/**
 * Throws when a parameter that should differ has one fixed value for several items: the list would have a single entry.
 * Equal values of an expression that depends on the item are allowed.
 */
export async function assertDiffers(
	contexts: IExecuteSingleFunctions[],
	name: string,
	label: string,
): Promise<void> {
	const raw: unknown = contexts[0]?.getNodeParameter(name, null, { rawExpressions: true });
	const text = JSON.stringify(raw) ?? '';
	if (contexts.length < 2 || (text.includes('"=') && OF_ITEM.test(text))) return;
	const values = await mapYielding(contexts, (context) =>
		JSON.stringify(context.getNodeParameter(name, null)),
	);
	if (new Set(values).size > 1) return;
	throw new UserError(`The parameter "${label}" is the same for all ${contexts.length} items`, {
		description: `Nothing was changed. Give ${label} an expression that belongs to each item, such as {{ $json.id }}.`,
	});
}

/** Returns the result of `work`, or its failure as a result when On Error is Continue. `name` begins its message. */
export async function orFailedResult(
	context: IExecuteSingleFunctions,
	name: string,
	work: () => ListResult | Promise<ListResult>,
): Promise<ListResult> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		if (failure instanceof NodeApiError) failure.message = `${name}: ${failure.message}`;
		if (!context.continueOnFail()) throw failure;
		return { outcome: 'failed', json: failedItem(context, failure).json };
	}
}

interface RowInput {
	context: IExecuteSingleFunctions;
}

interface BadRow extends RowInput {
	error: unknown;
}

/** Returns the number of a row, counted from 1. */
const rowNumber = ({ context }: RowInput) => context.getItemIndex() + 1;

/**
 * Names rows by their numbers, at most five of them.
 *
 * @example 'row 3, 7'
 */
export function rowNumbers(rows: RowInput[]): string {
	const more = rows.length > 5 ? ` and ${rows.length - 5} more` : '';
	return `row ${rows.slice(0, 5).map(rowNumber).join(', ')}${more}`;
}

/** @example 'Nobody was revoked: the list is not whole, row 3, 7 has no usable address.' */
function incompleteNote(consequence: string, rows: BadRow[], problem: string): string {
	return `${consequence}: the list is not whole, ${rowNumbers(rows)} ${problem}.`;
}

/** Reads all rows. Throws the error of the first bad row when On Error is Stop Workflow. */
async function readRows<Run extends ListRun, Row>(
	list: WholeList<Run, Row>,
	run: Run,
	contexts: IExecuteSingleFunctions[],
) {
	const rows: Row[] = [];
	const bad: BadRow[] = [];
	await mapYielding(contexts, (context) => {
		try {
			rows.push(list.readRow(context, run));
		} catch (error) {
			bad.push({ context, error });
		}
	});
	const failed = bad.map((row): ListResult => {
		const { context, error } = row;
		const { message } = error instanceof Error ? error : { message: String(error) };
		const remedy = error instanceof UserError ? (error.description ?? '') : '';
		const consequence = context.continueOnFail() ? list.ifBad : 'Nothing was changed';
		const note = incompleteNote(consequence, bad, list.badRow);
		const failure = plainError(context, `Row ${rowNumber(row)}: ${message}`, `${note} ${remedy}`);
		if (!context.continueOnFail()) throw failure;
		return {
			outcome: 'failed',
			json: failedItem(context, failure).json,
			item: context.getItemIndex(),
		};
	});
	const notes = bad.length > 0 ? [incompleteNote(list.ifBad, bad, list.badRow)] : [];
	return { rows, failed, notes };
}

/** Maximum number of runs to remember; the oldest are dropped first. */
const MAX_EXECUTIONS = 1_000;

/** The index of the latest run, by execution, node and list. */
const runsByList = new Map<string, number>();

/**
 * Throws when the node has already run in this execution for the same list of the service: it got the list in parts, from
 * two inputs or a loop. A retry has the index of its run; a dry run may come before the real one.
 */
function assertOnlyRun(context: IExecuteFunctions, key: string, isDry: boolean): void {
	const name = [context.getExecutionId(), context.getNode().id, key, isDry].join(' ');
	const index = Number(context.getWorkflowDataProxy(0).$runIndex);
	const earlier = runsByList.get(name);
	if (earlier === undefined || earlier >= index) {
		runsByList.delete(name);
		runsByList.set(name, index);
		const [oldest] = runsByList.keys();
		if (runsByList.size > MAX_EXECUTIONS && oldest !== undefined) runsByList.delete(oldest);
		return;
	}
	throw new UserError(
		'This node already ran in this execution, with another part of the list',
		{
			description:
				'Nothing was changed by this run. This operation needs the whole list as one input: combine the inputs with a Merge node (Append), or move this node after the loop.',
		},
	);
}

/** Returns a custom operation that runs once for all items and adds a summary as an execution hint. */
export function overWholeList<Run extends ListRun, Row>(list: WholeList<Run, Row>) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const contexts = contextsOf(this);
		const [first] = contexts;
		if (!first) return [[]];
		const items = await catchAsItem(first, async () => {
			const options = await requestOptionsOf(first);
			const run = await list.readRun(
				await withCustomerHeaders({ context: first, options }),
				contexts,
			);
			assertOnlyRun(this, list.keyOf(run), run.isDry);
			const { rows, failed, notes } = await readRows(list, run, contexts);
			const synced = await withKeyedMutex(
				list.keyOf(run),
				async () => await list.sync(run, rows, failed.length === 0),
				cancelSignal(first),
			);
			const all = [...failed, ...synced.done];
			const outcomes = all.map(({ outcome }) => outcome);
			const message = [
				summaryOf(list.words, outcomes, run.isDry, list.ifEmpty),
				...notes,
				...synced.notes,
			].join(' ');
			this.addExecutionHints({ message, location: 'outputPane' });
			return all.flatMap(({ json, item }) =>
				json ? [{ json, pairedItem: item === undefined ? [] : { item } }] : [],
			);
		});
		return [items];
	};
}
