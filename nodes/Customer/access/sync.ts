import { type IDataObject, UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { mapYielding, Semaphore } from '../../shared/concurrency/concurrency';
import { accountOf } from '../../shared/customers/recentWrites';
import type { ItemResult } from '../../shared/sync/allItems';
import { otherRowsNote, withNote } from '../../shared/execution/run';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { ChangeQueue } from '../../shared/sync/apply';
import { ProgressLog } from '../../shared/sync/report';
import {
	resultOrFailure,
	rowNumbers,
	type SyncResult,
	syncWholeList,
} from '../../shared/sync/wholeList';
import { additionalAccessFields } from '../fields';
import { applyGrant, type Done } from './apply';
import { creationTimeNote } from './creation';
import { Evidence, findWithoutAccess, readMembers } from './evidence';
import { type AccessInput, readAdditionalFields } from './input';
import { type AccessComparison, compareAccess } from './compare';
import { grantPlanner, type Step } from './plan';
import { applyRevocation } from './revocation';
import { PEOPLE_AT_ONCE, postpone, predict, toResult } from './run';
import { assertAccessLimit, CREATIONS, REVOCATIONS } from './limits';
import { type AccessSyncRun, type PersonRow, readAccessRun, readPersonRow } from './syncInput';

const NAME = 'Sync Access';

const FIELDS = validatedProperties(additionalAccessFields());

/** The statuses with which the service refuses the address or the values of a row. */
const REFUSED = ['400', '404', '406', '409', '422'];

/** The work for one person: for a row, or for a customer whom no row names. */
interface Task<T> {
	email: string;
	row?: PersonRow;
	work: () => Promise<T>;
}

/** A task that is settled. */
type Settled<T> = Omit<Task<T>, 'work'> & { result: PromiseSettledResult<T> };

/** Runs tasks until all are settled. */
async function settleTasks<T>(tasks: Array<Task<T>>): Promise<Array<Settled<T>>> {
	return await Promise.all(
		tasks.map(async ({ work, ...task }) => {
			const [result] = await Promise.allSettled([work()]);
			return { ...task, result };
		}),
	);
}

/** Returns the result of a task, or its failure as a result; throws it when On Error is Stop Workflow. */
async function resultOfTask(
	run: AccessSyncRun,
	{ email, row, result }: Settled<ItemResult>,
): Promise<SyncResult> {
	const { context } = row ?? run;
	const settled = await resultOrFailure(context, email, () => {
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
	row: PersonRow;
	input: AccessInput;
	step: Step;
}

/** Looks up the people without access whom the list names, and plans their grants. */
async function planGrants(
	run: AccessSyncRun,
	rows: PersonRow[],
): Promise<{ grants: Grant[]; failed: Array<Settled<ItemResult>> }> {
	const people = new Semaphore(PEOPLE_AT_ONCE);
	const lookUp = async ({ context, email }: PersonRow) => {
		const given = await readAdditionalFields(context, run.client, FIELDS);
		const client = run.client.withContext(context);
		const input: AccessInput = { ...run, context, client, customer: { email }, given };
		return { input, known: await findWithoutAccess(client, email) };
	};
	const looked = await settleTasks(
		rows.map((row) => ({
			row,
			email: row.email,
			work: async () => await people.runExclusive(async () => await lookUp(row)),
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
	{ settled }: AccessComparison<PersonRow>,
): Promise<SyncResult[]> {
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
function notesOn({ withoutAddress, repeated, settled }: AccessComparison<PersonRow>): string[] {
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

/** What the changes of a run have in common. */
interface Application {
	run: AccessSyncRun;
	changes: ChangeQueue;
	evidence: Evidence;
}

/** Returns the result of one step: predicted in a dry run, else applied or postponed. */
async function carryOut(
	{ run, changes, evidence }: Application,
	{ input, step }: Omit<Grant, 'row'>,
	apply: () => Promise<Done>,
): Promise<ItemResult> {
	if (run.isDry) return await predict(input, step, evidence);
	const done = await changes.run({ apply, postpone: () => postpone(step) }, run.stopTime);
	return toResult(input, done);
}

/** Returns the tasks that create customers and grant access. */
function grantTasks(application: Application, grants: Grant[]): Array<Task<ItemResult>> {
	const { run, evidence } = application;
	const planAgain = async (input: AccessInput) =>
		grantPlanner({ canCreate: run.canCreate })(input, await evidence.findAnew(input));
	return grants.map((grant) => {
		const { row, input, step } = grant;
		const apply = async () =>
			await applyGrant(input, step, step.customer, async () => await planAgain(input));
		const work = async () => await carryOut(application, grant, apply);
		return { row, email: row.email, work };
	});
}

/** Returns the tasks that end the access of customers whom no row names. */
function revocationTasks(application: Application, customers: IDataObject[]) {
	return customers.map((customer): Task<ItemResult> => {
		const email = String(customer.email);
		const input: AccessInput = { ...application.run, customer: { email }, given: {} };
		const step: Step = { outcome: 'revoked', customer, state: 'active' };
		const apply = async () => await applyRevocation(input, step);
		return { email, work: async () => await carryOut(application, { input, step }, apply) };
	});
}

/** Returns the sentence about rows that were refused, so that nobody was revoked. */
function refusedNote(refused: Array<Settled<ItemResult>>): string[] {
	const rows = refused.flatMap(({ row }) => row ?? []);
	if (rows.length === 0) return [];
	const were = rows.length === 1 ? 'was' : 'were';
	return [`No access was revoked because ${rowNumbers(rows)} ${were} refused.`];
}

/** Returns the results of tasks; throws the first failure when On Error is Stop Workflow, with the notes. */
async function resultsOf(
	run: AccessSyncRun,
	tasks: Array<Settled<ItemResult>>,
	notes: string[],
): Promise<SyncResult[]> {
	try {
		const results: SyncResult[] = [];
		for (const task of tasks) results.push(await resultOfTask(run, task));
		return results;
	} catch (failure) {
		throw withNote(failure, notes.join(' '));
	}
}

async function sync(run: AccessSyncRun, rows: PersonRow[], isWhole: boolean) {
	const { customers: members, hidden } = await readMembers(run);
	const protectionOf = isWhole && run.isRevoking ? run.protectionOf : () => 'kept' as const;
	const comparison = await compareAccess(rows, members, protectionOf);
	const { grants, failed } = await planGrants(run, comparison.missing);
	const failures = await resultsOf(run, failed, ['Nothing was changed.']);
	const extra = failed.length > 0 ? [] : comparison.extra;
	const creations = grants.filter(({ step }) => step.outcome === 'created').length;
	const notes = [
		...(run.isDry ? creationTimeNote(creations) : []),
		...(await assertAccessLimit(REVOCATIONS, {
			...{ limit: run.limit, input: run, isDry: run.isDry },
			...{ planned: extra.length, current: members.length },
		})),
		...(await assertAccessLimit(CREATIONS, {
			...{ limit: run.creationLimit, input: run, isDry: run.isDry, current: members.length },
			planned: creations,
		})),
		...notesOn(comparison),
		...(hidden > 0
			? [`The service counts ${hidden} more with access than it returns, in two orders.`]
			: []),
	];
	const progress = new ProgressLog(run.context.logger, NAME, grants.length + extra.length);
	const evidence = new Evidence(false);
	const application = { run, changes: new ChangeQueue(progress), evidence };
	const granted = await settleTasks(grantTasks(application, grants));
	const refused = [...failed, ...granted.filter(isRefused)];
	// After a grant that was postponed, the time is over, and all revocations are postponed as well.
	const revoked = await settleTasks(revocationTasks(application, refused.length > 0 ? [] : extra));
	const why = comparison.extra.length > 0 ? refusedNote(refused) : [];
	const others = run.isDry ? [] : [otherRowsNote(true)];
	const results = [
		...failures,
		...(await resultsOf(run, [...granted, ...revoked], [...why, ...others])),
		...(await settledResults(run, comparison)),
	];
	return { results, notes: [...notes, ...why] };
}

/**
 * Makes the customers with access to a product equal to the whole input. Nothing is written before all customers with
 * access are known, and nobody is revoked before all grants have succeeded. Two runs for the same product run one after
 * another.
 */
export const syncAccess = syncWholeList<AccessSyncRun, PersonRow>({
	name: NAME,
	readRun: readAccessRun,
	rowParameter: () => ({ name: 'email', displayName: 'Email' }),
	readRow: readPersonRow,
	badRow: ['has no usable email address', 'have no usable email address'],
	ifIncomplete: 'No access was revoked',
	keyOf: (run) => `${NAME} ${accountOf(run.client)} ${run.product}`,
	sync,
	ifEmpty: 'Nobody in the list',
});
