import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';

import { allConcurrently } from '../../shared/concurrency/allConcurrently';
import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { plainError } from '../../shared/http/nodeErrors';
import { cancelSignal } from '../../shared/http/request';
import {
	contextsOf,
	inPortions,
	requestOptionsOf,
	withCustomerHeaders,
} from '../../shared/operation/allItems';
import { failedItem, orFailedItem } from '../../shared/operation/run';
import { noteOnOthers, withNote } from '../../shared/operation/stopped';
import { parseBaseUrl } from '../../shared/reference/baseUrl';
import { limitExceeded } from '../access/stopIfMoreThan';
import { readSubscribers } from '../access/subscribers';
import { type Diff, diffAccess } from './diff';
import { sumsOf } from './hint';
import { type Done, grant, revoke } from './people';
import { type BadRow, isBad, readRow, rowNumber, type Wanted, wantedByAddress } from './rows';
import { readSettings, type SyncSettings } from './settings';

/** People who are worked on at once; the requests to the service have a limit of their own. */
const PEOPLE_AT_ONCE = 20;

/** What a run does everything with: the first item's context, and what all requests have in common. */
interface Run {
	first: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
	settings: SyncSettings;
}

interface Results {
	done: Done[];
	/** How many stay as they are. */
	unchanged: number;
	/** Those of them who are shown. */
	unchangedItems: INodeExecutionData[];
	/** What else is to be known of the run. */
	notes: string[];
}

/** Whoever is not in a list that is not whole may still be meant to have access. */
function incomplete(rows: BadRow[], isCarriedOut: boolean): string {
	const numbers = rows.slice(0, 5).map(rowNumber).join(', ');
	const more = rows.length > 5 ? ` and ${rows.length - 5} more` : '';
	const consequence = isCarriedOut ? 'Nobody was revoked' : 'Nothing was changed';
	return `${consequence}: the list is not whole, row ${numbers}${more} has no usable address.`;
}

function badRowError(row: BadRow, rows: BadRow[]): NodeApiError {
	const { context, error } = row;
	const { message } = error instanceof Error ? error : { message: String(error) };
	const remedy = error instanceof UserError ? (error.description ?? '') : '';
	const note = incomplete(rows, context.continueOnFail());
	return plainError(context, `Row ${rowNumber(row)}: ${message}`, `${note} ${remedy}`);
}

/** The items of those for whom nothing changes, where they are asked for: there may be tens of thousands. */
async function unchangedItems(
	{ settings: { isUnchangedShown, project } }: Run,
	{ unchanged }: Diff,
): Promise<INodeExecutionData[]> {
	const shown = isUnchangedShown ? unchanged : [];
	return await inPortions(shown, ({ row, customer }) => ({
		json: project(customer, { outcome: 'unchanged' }),
		pairedItem: { item: row.context.getItemIndex() },
	}));
}

/** Every person gets a turn; then the first failure is thrown where the workflow is to stop. */
async function carryOut({ first, options, settings }: Run, diff: Diff): Promise<Done[]> {
	const work = [
		...diff.toGrant.map((row) => async () => await grant(row, options, settings)),
		...diff.toRevoke.map(
			(customer: IDataObject) => async () => await revoke(first, customer, options, settings),
		),
	];
	return await allConcurrently(work, PEOPLE_AT_ONCE).catch((failure: unknown) => {
		throw settings.isDry ? failure : withNote(failure, noteOnOthers(true));
	});
}

/** The limit is for what is written: a dry run shows who they are. */
function checkLimit({ settings }: Run, diff: Diff, total: number): string[] {
	const exceeded = limitExceeded(settings.limit, diff.toRevoke.length, total);
	if (!exceeded) return [];
	if (!settings.isDry) throw exceeded;
	return [`Without Dry Run this stops: ${exceeded.message}.`];
}

async function sync(run: Run, rows: Array<Wanted | BadRow>): Promise<Results> {
	const { first, options, settings } = run;
	const bad = rows.filter(isBad);
	const isWhole = bad.length === 0;
	const mayRevoke = isWhole ? settings.mayRevoke : () => false;
	const { product } = settings;
	const subscribers = await readSubscribers({ context: first, options, product });
	const diff = diffAccess(wantedByAddress(rows), subscribers, mayRevoke);
	const notes = checkLimit(run, diff, subscribers.length);
	if (!isWhole) notes.push(incomplete(bad, true));
	if (diff.withoutAddress > 0) {
		notes.push(`${diff.withoutAddress} with access have no address and were left alone.`);
	}
	const items = await unchangedItems(run, diff);
	const done = await carryOut(run, diff);
	return { done, unchanged: diff.unchanged.length, unchangedItems: items, notes };
}

/** The rows, and what can be told of those that are no good before anything is asked. */
async function readList(contexts: IExecuteSingleFunctions[]) {
	const rows = await inPortions(contexts, readRow);
	const bad = rows.filter(isBad);
	const failures = bad.map((row) => badRowError(row, bad));
	const [failure] = failures;
	if (failure !== undefined && !bad[0]?.context.continueOnFail()) throw failure;
	const failed = bad.map(({ context }, index): Done => {
		return { outcome: 'failed', item: failedItem(context, failures[index]) };
	});
	return { rows, failed };
}

/**
 * Makes the customers with access to a product those of the whole input. Nothing is written before all who have
 * access are known; two runs for one product take turns.
 */
export async function syncAccess(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const contexts = contextsOf(this);
	const [first] = contexts;
	if (!first) return [[]];
	const items = await orFailedItem(first, async () => {
		const { options } = await withCustomerHeaders({
			context: first,
			options: await requestOptionsOf(first),
		});
		const settings = await readSettings(first, contexts, parseBaseUrl(options.baseURL));
		const { rows, failed } = await readList(contexts);
		const results = await withKeyedMutex(
			`Sync Access ${options.baseURL} ${settings.product}`,
			async () => await sync({ first, options, settings }, rows),
			cancelSignal(first),
		);
		const all = [...failed, ...results.done];
		const outcomes = all.map(({ outcome }) => outcome);
		const unchanged = Array<string>(results.unchanged).fill('unchanged');
		const sums = sumsOf([...outcomes, ...unchanged], settings.isDry);
		const message = [sums, ...results.notes].join(' ');
		this.addExecutionHints({ message, location: 'outputPane' });
		return [...all.map(({ item }) => item), ...results.unchangedItems];
	});
	return [items];
}
