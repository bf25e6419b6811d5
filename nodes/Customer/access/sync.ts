import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import { accountOf } from '../../shared/customers/recentWrites';
import { otherRowsNote } from '../../shared/run/operation';
import { requireEmail } from '../../shared/values/email';
import { validatedProperties } from '../../shared/panel/validatedProperties';
import { assertNoFailure, failedResult, type Subject } from '../../shared/run/allItems';
import { ProgressLog } from '../../shared/run/report';
import { rowNumbers, syncWholeList } from '../../shared/run/wholeList';
import { additionalAccessFields } from '../fields';
import { applyGrant, type ApplyStep } from './apply';
import { type AccessComparison, compareAccess } from './compare';
import { Evidence, readMembers } from './evidence';
import { type AccessInput, readAdditionalFields } from './input';
import { checkSteps, CREATIONS, type PlannedStep, REVOCATIONS } from './limits';
import { toResult } from './outcomes';
import { grantPlanner } from './plan';
import { applyRevocation } from './revocation';
import { creationTimeNote, isFailed, isPlanned, PlanApplication, planRows } from './run';
import { type AccessSyncRun, type PersonRow, readAccessRun, readPersonRow } from './syncInput';

const NAME = 'Sync Access';

const FIELDS = validatedProperties(additionalAccessFields());

/** Reads the input of a row whose address nobody with access has. */
async function readMissing(run: AccessSyncRun, row: PersonRow): Promise<AccessInput> {
	const { context, email } = row;
	// An address with typographic characters that is similar to nobody's.
	requireEmail(email, 'Email');
	const given = await readAdditionalFields(context, run.client, FIELDS);
	return { ...run, ...row, customer: { email }, given };
}

/** Returns the step that ends the access of a customer whom no row names. */
function planRevocation(run: AccessSyncRun, customer: IDataObject): PlannedStep {
	const name = String(customer.email);
	const input = { ...run, name, customer: { email: name }, given: {} };
	return { input, step: { outcome: 'revoked', customer, state: 'active' } };
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

/** Returns the sentence about rows that were refused, so that nobody was revoked. */
function refusedNote(people: Subject[]): string[] {
	const rows = people.filter(({ item }) => item !== undefined);
	if (rows.length === 0) return [];
	const were = rows.length === 1 ? 'was' : 'were';
	return [`No access was revoked because ${rowNumbers(rows)} ${were} refused.`];
}

const applyStep: ApplyStep = async (input, step, planAgain) =>
	await (step.outcome === 'revoked' ? applyRevocation : applyGrant)(input, step, planAgain);

/** Applies grants before revocations; none of these where a row was refused. */
async function sync(run: AccessSyncRun, rows: PersonRow[], isWhole: boolean) {
	const { customers: members, notes: openNotes } = await readMembers(run);
	const protectionOf = isWhole && run.isRevoking ? run.protectionOf : () => 'kept' as const;
	const comparison = await compareAccess(rows, members, protectionOf);
	const evidence = new Evidence('access');
	const planner = () => grantPlanner({ canCreate: run.canCreate, takesAnyPlan: true });
	const grants = await planRows(comparison.missing, async (row) => await readMissing(run, row), {
		evidence,
		planner,
	});
	const failures = grants.filter(isFailed).map((row) => failedResult(row, row.failure));
	assertNoFailure(run.context, failures, ['Nothing was changed.']);
	const extra = failures.length > 0 ? [] : comparison.extra;
	const revocations = extra.map((customer) => planRevocation(run, customer));
	const steps = grants.filter(isPlanned);
	const notes = [
		...creationTimeNote(steps),
		...(await checkSteps(REVOCATIONS, run.limit, revocations, members.length)),
		...(await checkSteps(CREATIONS, run.creationLimit, steps, members.length)),
		...notesOn(comparison),
		...openNotes,
	];
	const progress = new ProgressLog(run.context.logger, NAME, steps.length + extra.length);
	const application = new PlanApplication(evidence, planner, applyStep, progress);
	const granted = await application.settle(grants);
	const why = comparison.extra.length > 0 ? refusedNote(application.refused) : [];
	// After a grant that was postponed, the time is over, and all revocations are postponed as well.
	const revoked = await application.settle(application.refused.length > 0 ? [] : revocations);
	const settled = await mapYielding(comparison.settled, ({ step, row }) =>
		step.outcome === 'unchanged' && !run.isUnchangedShown
			? { outcome: step.outcome }
			: toResult({ project: run.project, item: row?.item }, step),
	);
	return {
		results: [...granted, ...revoked, ...settled],
		hint: [...notes, ...why],
		failureNotes: [...why, ...(run.isDry ? [] : [otherRowsNote(true)])],
	};
}

/**
 * Makes the customers with access to a product equal to the whole input. Nothing is written before all customers with
 * access are known. Revocations follow the grants. Two runs for the same product run one after another.
 */
export const syncAccess = syncWholeList<AccessSyncRun, PersonRow>({
	name: NAME,
	readRun: readAccessRun,
	rowParameter: () => ({ name: 'email', displayName: 'Email' }),
	readRow: readPersonRow,
	badRow: ['has no usable email address', 'have no usable email address'],
	ifIncomplete: 'No access was revoked',
	lockKeyOf: (run) => `${NAME} ${accountOf(run.client)} ${run.product}`,
	sync,
});
