import { type IDataObject, UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { mapYielding, Semaphore } from '../../shared/concurrency/concurrency';
import { accountOf } from '../../shared/customers/recentWrites';
import type { ItemResult } from '../../shared/execution/allItems';
import { otherRowsNote, withNote } from '../../shared/execution/run';
import {
	type ListResult,
	orFailedResult,
	overWholeList,
	rowNumbers,
} from '../../shared/execution/wholeList';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { additionalAccessFields } from '../fields';
import { applyGrant } from './apply';
import { Evidence, findWithoutAccess, readMembers } from './evidence';
import { GRANT_WORDS } from './grant';
import { type AccessInput, readAdditionalFields } from './input';
import { type AccessComparison, compareAccess } from './compare';
import { grantPlanner, type Step } from './plan';
import { applyRevocation } from './revocation';
import { REVOKE_WORDS } from './revoke';
import { PEOPLE_AT_ONCE, predict, toResult } from './run';
import { assertAccessLimit, CREATIONS, REVOCATIONS } from './limits';
import { type AccessSyncRun, readRow, readRun, type SyncRow } from './syncInput';

const FIELDS = validatedProperties(additionalAccessFields());

/** The statuses with which the service refuses the address or the values of a row. */
const REFUSED = ['400', '404', '406', '409', '422'];

/** The work for one person: for a row, or for a customer whom no row names. */
interface Task<T> {
	email: string;
	row?: SyncRow;
	work: () => Promise<T>;
}

/** A task that is settled. */
type Settled<T> = Omit<Task<T>, 'work'> & { result: PromiseSettledResult<T> };

/** Runs tasks, several at once, until all are settled. */
async function settleTasks<T>(tasks: Array<Task<T>>): Promise<Array<Settled<T>>> {
	const people = new Semaphore(PEOPLE_AT_ONCE);
	return await Promise.all(
		tasks.map(async ({ work, ...task }) => {
			const [result] = await Promise.allSettled([people.runExclusive(work)]);
			return { ...task, result };
		}),
	);
}

/** Returns the result of a task, or its failure as a result; throws it when On Error is Stop Workflow. */
async function resultOrFailure(
	run: AccessSyncRun,
	{ email, row, result }: Settled<ItemResult>,
): Promise<ListResult> {
	const { context } = row ?? run;
	const settled = await orFailedResult(context, email, () => {
		if (result.status === 'rejected') throw result.reason;
		return result.value;
	});
	return row ? { ...settled, item: row.context.getItemIndex() } : settled;
}

/** Whether the address or the values of a row were refused, by the service or before. */
function isRefused({ result }: Settled<ItemResult>): boolean {
	if (result.status === 'fulfilled') return false;
	return result.reason instanceof UserError || hasStatus(result.reason, REFUSED);
}

/** A row of somebody without access, and what is to be done. */
interface Grant {
	row: SyncRow;
	input: AccessInput;
	step: Step;
}

/** Looks up the people without access whom the list names, and plans their grants. */
async function planGrants(
	run: AccessSyncRun,
	rows: SyncRow[],
): Promise<{ grants: Grant[]; failed: Array<Settled<ItemResult>> }> {
	const looked = await settleTasks(
		rows.map((row) => ({
			row,
			email: row.email,
			work: async () => {
				const { context, email } = row;
				const given = await readAdditionalFields(context, run.options, FIELDS);
				const client = run.client.withContext(context);
				const input: AccessInput = { ...run, context, client, customer: { email }, given };
				return { input, known: await findWithoutAccess(client, email) };
			},
		})),
	);
	const plan = grantPlanner({ canCreate: run.canCreate });
	const grants: Grant[] = [];
	const failed: Array<Settled<ItemResult>> = [];
	await mapYielding(looked, ({ row, email, result }) => {
		if (!row) return;
		try {
			if (result.status === 'rejected') throw result.reason;
			const { input, known } = result.value;
			grants.push({ row, input, step: plan(input, known) });
		} catch (reason) {
			failed.push({ row, email, result: { status: 'rejected', reason } });
		}
	});
	return { grants, failed };
}

/** Returns the results of customers and rows for whom nothing is done. There may be tens of thousands. */
async function settledResults(
	run: AccessSyncRun,
	{ settled }: AccessComparison<SyncRow>,
): Promise<ListResult[]> {
	return await mapYielding(settled, ({ step: { outcome, customer, similarTo }, row }) => {
		if (outcome === 'unchanged' && !run.isUnchangedShown) return { outcome };
		const told = { outcome, ...(similarTo !== undefined && { similarTo }) };
		const item = row && { item: row.context.getItemIndex() };
		return { outcome, json: run.project(customer, told), ...item };
	});
}

const UNCLEAR =
	'Unclear are those whose address is only similar to one in the list or in Never Revoke: they were left alone.';

/** Returns the sentences about what the list leaves open. */
function notesOn({ withoutAddress, repeated, settled }: AccessComparison<SyncRow>): string[] {
	const notes: string[] = [];
	if (withoutAddress > 0) {
		notes.push(`${withoutAddress} with access have no address and were left alone.`);
	}
	if (repeated.length > 0) {
		notes.push(`Skipped because an earlier row has the same address: ${rowNumbers(repeated)}.`);
	}
	if (settled.some(({ step }) => step.outcome === 'unclear')) notes.push(UNCLEAR);
	return notes;
}

/** Returns the tasks that create customers and grant access. */
function grantTasks(
	run: AccessSyncRun,
	grants: Grant[],
	evidence: Evidence,
): Array<Task<ItemResult>> {
	const planAgain = async (input: AccessInput) =>
		grantPlanner({ canCreate: run.canCreate })(input, await evidence.findAnew(input));
	return grants.map(({ row, input, step }) => ({
		row,
		email: row.email,
		work: async () =>
			run.isDry
				? await predict(input, step, evidence)
				: toResult(
						input,
						await applyGrant(input, step, step.customer, async () => await planAgain(input)),
					),
	}));
}

/** Returns the tasks that end the access of customers whom no row names. */
function revocationTasks(
	run: AccessSyncRun,
	customers: IDataObject[],
	evidence: Evidence,
): Array<Task<ItemResult>> {
	return customers.map((customer) => {
		const email = String(customer.email);
		const input: AccessInput = { ...run, customer: { email }, given: {} };
		const step: Step = { outcome: 'revoked', customer, state: 'active' };
		const work = async () =>
			run.isDry
				? await predict(input, step, evidence)
				: toResult(input, await applyRevocation(input, step));
		return { email, work };
	});
}

/** Returns the sentence about rows that were refused, so that nobody was revoked. */
function refusedNote(refused: Array<Settled<ItemResult>>): string[] {
	const rows = refused.flatMap(({ row }) => row ?? []);
	return rows.length > 0 ? [`No access was revoked because ${rowNumbers(rows)} was refused.`] : [];
}

/** Returns the results of tasks; throws the first failure when On Error is Stop Workflow, with the notes. */
async function resultsOf(
	run: AccessSyncRun,
	tasks: Array<Settled<ItemResult>>,
	notes: string[],
): Promise<ListResult[]> {
	try {
		const results: ListResult[] = [];
		for (const task of tasks) results.push(await resultOrFailure(run, task));
		return results;
	} catch (failure) {
		throw withNote(failure, notes.join(' '));
	}
}

async function sync(run: AccessSyncRun, rows: SyncRow[], isWhole: boolean) {
	const { customers: members, hidden } = await readMembers(run);
	const protectionOf = isWhole && run.isRevoking ? run.protectionOf : () => 'kept' as const;
	const comparison = await compareAccess(rows, members, protectionOf);
	const { grants, failed } = await planGrants(run, comparison.missing);
	const failures = await resultsOf(run, failed, ['Nothing was changed.']);
	const extra = failed.length > 0 ? [] : comparison.extra;
	const notes = [
		...(await assertAccessLimit(REVOCATIONS, {
			...{ limit: run.limit, input: run, isDry: run.isDry },
			...{ planned: extra.length, current: members.length },
		})),
		...(await assertAccessLimit(CREATIONS, {
			...{ limit: run.creationLimit, input: run, isDry: run.isDry, current: members.length },
			planned: grants.filter(({ step }) => step.outcome === 'created').length,
		})),
		...notesOn(comparison),
		...(hidden > 0
			? [`The service counts ${hidden} more with access than it returns, in two orders.`]
			: []),
	];
	const evidence = new Evidence(false);
	const granted = await settleTasks(grantTasks(run, grants, evidence));
	const refused = [...failed, ...granted.filter(isRefused)];
	const toRevoke = refused.length > 0 ? [] : extra;
	const revoked = await settleTasks(revocationTasks(run, toRevoke, evidence));
	const why = comparison.extra.length > 0 ? refusedNote(refused) : [];
	const others = run.isDry ? [] : [otherRowsNote(true)];
	const done = [
		...failures,
		...(await resultsOf(run, [...granted, ...revoked], [...why, ...others])),
		...(await settledResults(run, comparison)),
	];
	return { done, notes: [...notes, ...why] };
}

/**
 * Makes the customers with access to a product equal to the whole input. Nothing is written before all customers with
 * access are known, and nobody is revoked before all grants have succeeded. Two runs for the same product run one after
 * another.
 */
export const syncAccess = overWholeList<AccessSyncRun, SyncRow>({
	readRun,
	readRow,
	badRow: 'has no usable address',
	ifBad: 'Nobody was revoked',
	keyOf: (run) => `Sync Access ${accountOf(run.client)} ${run.product}`,
	sync,
	words: {
		...GRANT_WORDS,
		...REVOKE_WORDS,
		unknownCustomer: 'unknown',
		unclear: 'unclear',
	},
	ifEmpty: 'nobody in the list',
});
