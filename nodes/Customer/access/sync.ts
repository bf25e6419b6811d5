import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import { accountOf } from '../../shared/customers/recentWrites';
import type { ItemResult } from '../../shared/sync/allItems';
import { otherRowsNote } from '../../shared/execution/run';
import { requireEmail } from '../../shared/parameters/email';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { ProgressLog } from '../../shared/sync/report';
import {
	assertNoFailure,
	failedResult,
	rowNumbers,
	type SyncResult,
	syncWholeList,
} from '../../shared/sync/wholeList';
import { additionalAccessFields } from '../fields';
import { applyGrant, type ApplyStep, isRefusal } from './apply';
import { creationTimeNote } from './creation';
import { Evidence, findWithoutAccess, readMembers } from './evidence';
import { type AccessInput, readAdditionalFields } from './input';
import { type AccessComparison, compareAccess } from './compare';
import { grantPlanner, type Planner, type Step } from './plan';
import { applyRevocation } from './revocation';
import { planAll, PlanApplication } from './run';
import { checkSteps, CREATIONS, REVOCATIONS } from './limits';
import { type AccessSyncRun, type PersonRow, readAccessRun, readPersonRow } from './syncInput';

const NAME = 'Sync Access';

const FIELDS = validatedProperties(additionalAccessFields());

/** What became of a person: of a row, or of a customer whom no row names. */
interface Settled {
	email: string;
	row?: PersonRow;
	result: PromiseSettledResult<ItemResult>;
}

/** Returns the result of a person, or the failure as a result. */
function toSyncResult(run: AccessSyncRun, { email, row, result }: Settled): SyncResult {
	const settled =
		result.status === 'fulfilled'
			? result.value
			: failedResult((row ?? run).context, result.reason, email);
	return row ? { ...settled, item: row.context.getItemIndex() } : settled;
}

/** A step for a person. */
interface PersonStep extends Omit<Settled, 'result'> {
	input: AccessInput;
	step: Step;
}

async function settleSteps(application: PlanApplication, steps: PersonStep[]): Promise<Settled[]> {
	return await Promise.all(
		steps.map(async ({ input, step, ...person }) => {
			const [result] = await Promise.allSettled([application.run(input, step)]);
			return { ...person, result };
		}),
	);
}

/** Looks up the people without access whom the list names, and plans their grants. */
async function planGrants(
	run: AccessSyncRun,
	rows: PersonRow[],
	planner: () => Planner,
): Promise<{ grants: PersonStep[]; failed: Settled[] }> {
	const inputs = rows.map(async ({ context, email }) => {
		// An address with typographic characters that is similar to nobody's.
		requireEmail(email, 'Email');
		const given = await readAdditionalFields(context, run.client, FIELDS);
		const client = run.client.withContext(context);
		return { ...run, context, client, customer: { email }, given };
	});
	const planned = await planAll(inputs, findWithoutAccess, planner);
	const grants: PersonStep[] = [];
	const failed: Settled[] = [];
	rows.forEach((row, index) => {
		const one = planned[index];
		const { email } = row;
		if (!one) return;
		if ('failure' in one) {
			failed.push({ row, email, result: { status: 'rejected', reason: one.failure } });
		} else {
			grants.push(...one.steps.map((step) => ({ row, email, input: one.input, step })));
		}
	});
	return { grants, failed };
}

/** Returns the steps that end the access of customers whom no row names. */
function planRevocations(run: AccessSyncRun, customers: IDataObject[]): PersonStep[] {
	return customers.map((customer) => {
		const email = String(customer.email);
		const input: AccessInput = { ...run, customer: { email }, given: {} };
		return { email, input, step: { outcome: 'revoked', customer, state: 'active' } };
	});
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
	'Unclear customers have an email address that is only similar to one in the list or in "Never Revoke". They were not changed.';

/** Returns the sentences about what the list leaves open. */
function notesOn({ withoutAddress, repeated, settled }: AccessComparison<PersonRow>): string[] {
	const notes: string[] = [];
	if (withoutAddress > 0) {
		notes.push(
			`Customers with access but no email address, who were not changed: ${withoutAddress}.`,
		);
	}
	if (repeated.length > 0) {
		notes.push(
			`Skipped because an earlier row has the same email address: ${rowNumbers(repeated)}.`,
		);
	}
	if (settled.some(({ step }) => step.outcome === 'unclear')) notes.push(UNCLEAR);
	return notes;
}

/** Whether the address or the values of a row were refused, by the service or before. */
const isRefused = ({ result }: Settled) => result.status === 'rejected' && isRefusal(result.reason);

/** Returns the sentence about rows that were refused, so that nobody was revoked. */
function refusedNote(refused: Settled[]): string[] {
	const rows = refused.flatMap(({ row }) => row ?? []);
	if (rows.length === 0) return [];
	const were = rows.length === 1 ? 'was' : 'were';
	return [`No access was revoked because ${rowNumbers(rows)} ${were} refused.`];
}

const applyStep: ApplyStep = async (input, step, ...others) =>
	step.outcome === 'revoked'
		? await applyRevocation(input, step)
		: await applyGrant(input, step, ...others);

async function sync(run: AccessSyncRun, rows: PersonRow[], isWhole: boolean) {
	const { customers: members, notes: openNotes } = await readMembers(run);
	const protectionOf = isWhole && run.isRevoking ? run.protectionOf : () => 'kept' as const;
	const comparison = await compareAccess(rows, members, protectionOf);
	const planner = () => grantPlanner({ canCreate: run.canCreate });
	const { grants, failed } = await planGrants(run, comparison.missing, planner);
	const failures = failed.map((person) => toSyncResult(run, person));
	assertNoFailure(run.context, failures, ['Nothing was changed.']);
	const extra = failed.length > 0 ? [] : comparison.extra;
	const revocations = planRevocations(run, extra);
	const creations = grants.filter(({ step }) => step.outcome === 'created');
	const notes = [
		...(run.isDry ? creationTimeNote(creations.length) : []),
		...(await checkSteps(REVOCATIONS, run.limit, revocations, members.length)),
		...(await checkSteps(CREATIONS, run.creationLimit, creations, members.length)),
		...notesOn(comparison),
		...openNotes,
	];
	const progress = new ProgressLog(run.context.logger, NAME, grants.length + extra.length);
	const application = new PlanApplication(new Evidence(false), planner, applyStep, progress);
	const granted = await settleSteps(application, grants);
	const refused = [...failed, ...granted.filter(isRefused)];
	// After a grant that was postponed, the time is over, and all revocations are postponed as well.
	const revoked = await settleSteps(application, refused.length > 0 ? [] : revocations);
	const why = comparison.extra.length > 0 ? refusedNote(refused) : [];
	const others = run.isDry ? [] : [otherRowsNote(true)];
	const results = [
		...failures,
		...[...granted, ...revoked].map((person) => toSyncResult(run, person)),
		...(await settledResults(run, comparison)),
	];
	return { results, notes: [...notes, ...why], failureNotes: [...why, ...others] };
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
