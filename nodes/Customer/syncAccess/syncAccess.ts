import {
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type INodeExecutionData,
	type NodeApiError,
	UserError,
} from 'n8n-workflow';

import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { Semaphore, settleAll } from '../../shared/concurrency/semaphore';
import { plainError } from '../../shared/http/errors';
import { cancelSignal } from '../../shared/http/request';
import {
	contextsOf,
	mapYielding,
	requestOptionsOf,
	withCustomerHeaders,
} from '../../shared/execution/allItems';
import { catchAsItem, failedItem } from '../../shared/execution/run';
import { otherRowsNote, withNote } from '../../shared/execution/rowContext';
import { limitExceeded } from '../access/stopIfMoreThan';
import { readSubscribers } from '../access/subscribers';
import {
	type BadRow,
	type Diff,
	diffAccess,
	isBad,
	readRow,
	rowNumber,
	type Wanted,
	wantedByAddress,
} from './rows';
import { grant, type PersonResult, revoke, summaryOf } from './people';
import { readRun, type SyncRun } from './settings';

/** People who are worked on at once; the requests to the service have a limit of their own. */
const PEOPLE_AT_ONCE = 20;

interface Results {
	done: PersonResult[];
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

/** Those for whom nothing changes, of whom there may be tens of thousands; they are items where they are asked for. */
async function unchanged(
	{ isUnchangedShown, project }: SyncRun,
	diff: Diff,
): Promise<PersonResult[]> {
	return await mapYielding(diff.unchanged, ({ row: { context }, customer }) => {
		const outcome = 'unchanged';
		return isUnchangedShown
			? { outcome, json: project(customer, { outcome }), item: context.getItemIndex() }
			: { outcome };
	});
}

/** Every person gets a turn; then the first failure is thrown where the workflow is to stop. */
async function carryOut(run: SyncRun, diff: Diff): Promise<PersonResult[]> {
	const people = new Semaphore(PEOPLE_AT_ONCE);
	const work = [
		...diff.toGrant.map((row) => async () => await grant(row, run)),
		...diff.toRevoke.map((customer) => async () => await revoke(customer, run)),
	].map(async (one) => await people.runExclusive(one));
	return await settleAll(work).catch((failure: unknown) => {
		throw run.isDry ? failure : withNote(failure, otherRowsNote(true));
	});
}

/** The limit is for what is written: a dry run shows who they are. */
function checkLimit({ limit, isDry }: SyncRun, diff: Diff, total: number): string[] {
	const exceeded = limitExceeded(limit, diff.toRevoke.length, total);
	if (!exceeded) return [];
	if (!isDry) throw exceeded;
	return [`Without Dry Run this stops: ${exceeded.message}.`];
}

async function sync(run: SyncRun, rows: Array<Wanted | BadRow>): Promise<Results> {
	const bad = rows.filter(isBad);
	const mayRevoke = bad.length === 0 ? run.mayRevoke : () => false;
	const subscribers = await readSubscribers(run);
	const diff = diffAccess(wantedByAddress(rows), subscribers, mayRevoke);
	const notes = checkLimit(run, diff, subscribers.length);
	if (bad.length > 0) notes.push(incomplete(bad, true));
	if (diff.withoutAddress > 0) {
		notes.push(`${diff.withoutAddress} with access have no address and were left alone.`);
	}
	const same = await unchanged(run, diff);
	return { done: [...(await carryOut(run, diff)), ...same], notes };
}

/** The rows, and what can be told of those that are no good before anything is asked. */
async function readList(contexts: IExecuteSingleFunctions[]) {
	const rows = await mapYielding(contexts, readRow);
	const bad = rows.filter(isBad);
	const failed = bad.map((row): PersonResult => {
		const failure = badRowError(row, bad);
		if (!row.context.continueOnFail()) throw failure;
		const { json } = failedItem(row.context, failure);
		return { outcome: 'failed', json, item: row.context.getItemIndex() };
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
	const items = await catchAsItem(first, async () => {
		const options = await requestOptionsOf(first);
		const run = await readRun(await withCustomerHeaders({ context: first, options }), contexts);
		const { rows, failed } = await readList(contexts);
		const results = await withKeyedMutex(
			`Sync Access ${run.product}`,
			async () => await sync(run, rows),
			cancelSignal(first),
		);
		const all = [...failed, ...results.done];
		const outcomes = all.map(({ outcome }) => outcome);
		const message = [summaryOf(outcomes, run.isDry), ...results.notes].join(' ');
		this.addExecutionHints({ message, location: 'outputPane' });
		return all.flatMap(({ json, item }) =>
			json ? [{ json, pairedItem: item === undefined ? [] : { item } }] : [],
		);
	});
	return [items];
}
