import { type IExecuteFunctions, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import type { Client } from '../client/client';
import { cancelSignal } from '../client/context';
import { plainError, remedyFor } from '../client/errors';
import { isPredicted } from '../client/testMode';
import { mapYielding } from '../concurrency/mapConcurrent';
import { withKeyedMutexes } from '../concurrency/keyedMutex';
import { clientOfItem } from '../request/customerHeaders';
import { booleanOr, requireBoolean, requireGroup } from '../values/checks';
import { assertNoFailure, type Contexts, failedResult, overAllItems, rowOf } from './allItems';
import { readStored, runIndexOf, store } from './execution';
import { rowNumbers } from './lines';
import { parseLimit } from './limit';
import { isExpression } from '../request/plainExpressions';
import type { Counters, Limit, LimitKind, OutcomeTable, Report, Result } from './report';

/** What the requests of a run have in common. The context is that of the first item. */
export interface RunContext {
	context: IExecuteSingleFunctions;
	client: Client;
}

/** Reads the parameters of a run. */
export interface RunParameters {
	/** Reads a parameter that must be the same for all items. */
	read: (name: string, displayName: string) => Promise<unknown>;
	/** Whether a parameter may differ between items: only expressions do. */
	mayDiffer: (name: string) => boolean;
}

/** The parameters of one run over a whole list. */
export interface ListSettings extends RunContext {
	removalLimit: Limit;
	/** Whether the run only reads and validates, and writes nothing. */
	isDry: boolean;
	/** Whether what does not change becomes an item as well. */
	isUnchangedShown: boolean;
}

/** An operation that makes a list of the service equal to the whole input. */
interface WholeList<Settings extends ListSettings, Row> {
	/** The operation, as errors name it: `Sync Items`. */
	name: string;
	/** Reads the parameters of the run, which are the same for all items. Runs before the first request. */
	readSettings: (scope: RunContext, parameters: RunParameters) => Promise<Settings>;
	/** Reads the row of one item. An item for which it throws is a bad row. */
	readRow: (context: IExecuteSingleFunctions, settings: Settings) => Row;
	/** The problem of one bad row and of several, as it follows their numbers: `has no usable email address`. */
	badRow: (settings: Settings) => [singular: string, plural: string];
	/** The fields of which one names the person or thing of each row. */
	rowFields: string[];
	/** Says that nothing is removed, because a row is bad and the others are carried out: `No access was revoked`. */
	removingNothing: (isDry: boolean) => string;
	/** The outcomes of the node. */
	outcomes: OutcomeTable;
	/** Those that the operation counts. */
	counters: Counters;
	/** Returns a key for each list of the service that the rows are about. Runs with the same key take turns. */
	lockKeysOf: (settings: Settings, rows: Row[]) => string[];
	/**
	 * Reads the list of the service, plans and writes.
	 *
	 * @param isWhole whether every row was read; otherwise nothing may be removed
	 */
	sync: (settings: Settings, rows: Row[], isWhole: boolean) => Promise<Report>;
}

const textOf = (context: IExecuteSingleFunctions, name: string) =>
	JSON.stringify(context.getNodeParameter(name, null));

/** @param operation its name: `Sync Items` */
function runParameters(contexts: Contexts, operation: string): RunParameters {
	const mayDiffer = (name: string) => isExpression(contexts[0], name);
	const read = async (name: string, displayName: string) => {
		const asked = mayDiffer(name) ? contexts : contexts.slice(0, 1);
		const texts = new Set(await mapYielding(asked, (context) => textOf(context, name)));
		if (texts.size <= 1) return contexts[0].getNodeParameter(name, null);
		throw new UserError(`The parameter "${displayName}" differs between items`, {
			description: `${operation} works on one list at a time: use the same "${displayName}" for all items, or run it once for each.`,
		});
	};
	return { read, mayDiffer };
}

/** Throws when the node setting Execute Once is on, with which n8n passes the first item only. */
function assertAllItems(context: IExecuteFunctions, operation: string): void {
	if (context.getNode().executeOnce !== true) return;
	throw new UserError('"Execute Once" would make the whole list one row', {
		description: `${operation} needs all rows. Turn off "Execute Once" in the settings of this node, and run it again.`,
	});
}

/** The index of the run for each list, as stored with the execution. */
const RUN_INDEXES = 'runIndexes';

/**
 * Throws when the node has already run in this execution for the same list of the service: it got the list in parts, from
 * two inputs or a loop. A retry has the index of its run; a dry run may come before the real one.
 */
function assertOnlyRun(context: IExecuteFunctions, keys: string[], isDry: boolean): void {
	const runIndexes = readStored(context, RUN_INDEXES);
	const index = runIndexOf(context);
	const names = keys.map((key) => `${key} ${isDry}`);
	if (names.some((name) => index > Number(runIndexes[name] ?? index))) {
		throw new UserError('This node already ran in this execution, with another part of the list', {
			description:
				'This operation needs the whole list as one input: combine the inputs with a Merge node (Append), or move this node after the loop.',
		});
	}
	const own = Object.fromEntries(names.map((name) => [name, index]));
	store(context, RUN_INDEXES, { ...runIndexes, ...own });
}

/** Reads the parameters that both Sync operations have, and Options. */
export async function readListSettings({ read }: RunParameters, kind: LimitKind) {
	const dryRun = await read('dryRun', 'Dry Run');
	const options = requireGroup(await read('options', 'Options'), 'Options');
	const settings = {
		removalLimit: parseLimit(await read(kind.name, kind.label), kind),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		isUnchangedShown: booleanOr(false, options.outputUnchanged, 'Output Unchanged'),
	};
	return { settings, options };
}

/** Reads all rows. Throws the error of the first bad row when On Error is Stop Workflow. */
async function readListRows<Settings extends ListSettings, Row>(
	list: WholeList<Settings, Row>,
	settings: Settings,
	contexts: Contexts,
) {
	const rows: Row[] = [];
	const bad: Array<ReturnType<typeof rowOf> & { name: string; error: unknown }> = [];
	await mapYielding(contexts, (context) => {
		try {
			rows.push(list.readRow(context, settings));
		} catch (error) {
			bad.push({ ...rowOf(context), name: `Row ${context.getItemIndex() + 1}`, error });
		}
	});
	if (bad.length === 0) return { rows, failed: [], notes: [] };
	const { context, isDry } = settings;
	const rowsAndProblem = `${rowNumbers(bad.map(({ item }) => item))} ${list.badRow(settings)[bad.length === 1 ? 0 : 1]}.`;
	const note = `${list.removingNothing(isDry)}: ${rowsAndProblem}`;
	const sentence = context.continueOnFail()
		? note
		: `${rowsAndProblem.charAt(0).toUpperCase()}${rowsAndProblem.slice(1)}`;
	const failed = await mapYielding(bad, ({ error, ...row }) => {
		const { message } = error instanceof Error ? error : new Error(String(error));
		const remedy = error instanceof UserError ? remedyFor(row.context, error) : '';
		const failure = plainError(row.context, message, `${sentence} ${remedy}`);
		return failedResult({ ...row, label: row.name.toLowerCase(), isDry }, failure);
	});
	assertNoFailure(context, failed, '');
	return { rows, failed, notes: [note] };
}

/** Returns a custom operation that makes a list of the service equal to the whole input. Equal runs take turns. */
export function syncWholeList<Settings extends ListSettings, Row>(list: WholeList<Settings, Row>) {
	return overAllItems(
		async (contexts, runClient, context) => {
			assertAllItems(context, list.name);
			const [first] = contexts;
			const client = await clientOfItem(runClient, first);
			const parameters = runParameters(contexts, list.name);
			const read = await list.readSettings({ context: first, client }, parameters);
			const settings = { ...read, isDry: await isPredicted(first, read.isDry) };
			const { rows, failed, notes } = await readListRows(list, settings, contexts);
			const keys = list.lockKeysOf(settings, rows);
			assertOnlyRun(context, keys, settings.isDry);
			const synced = await withKeyedMutexes(
				keys,
				async () => await list.sync(settings, rows, failed.length === 0),
				cancelSignal(first),
			);
			const isHidden = ({ outcome }: Result) =>
				outcome === 'unchanged' && !settings.isUnchangedShown;
			const results = [...failed, ...synced.results].map((result) =>
				isHidden(result) ? { ...result, json: undefined } : result,
			);
			return { ...synced, results, notes: [...notes, ...synced.notes] };
		},
		{
			outcomes: list.outcomes,
			counters: list.counters,
			rowFields: list.rowFields,
			isOneList: true,
		},
	);
}
