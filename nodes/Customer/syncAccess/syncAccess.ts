import { type IDataObject } from 'n8n-workflow';
import { type ListResult, orFailedResult, overWholeList } from '../../shared/execution/wholeList';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { GRANT_WORDS, grantAccess } from '../access/grantAccess';
import { readAdditionalFields, withCustomerLock } from '../access/request';
import { endAccess } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import { type Diff, diffAccess, readRow, type Unclear, type Wanted } from './rows';
import { type AccessSyncRun, readRun } from './settings';
import { mapYielding, Semaphore, settleAll } from '../../shared/concurrency/concurrency';
import { otherRowsNote, withNote } from '../../shared/execution/run';
import { assertBrake } from '../../shared/properties/brake';
import { REVOKE_WORDS } from '../access/revokeAll';
import { REVOCATIONS } from '../access/stopIfMoreThan';
import { readSubscribers } from '../access/subscribers';

const FIELDS = validatedProperties(additionalAccessFields());

/** The result for a customer with access, or a row, that is left alone because an address is only similar. */
function unclearResult(
	{ customer, email, similarTo, row }: Unclear,
	{ project }: AccessSyncRun,
): ListResult {
	const outcome = 'unclear';
	const json = customer ? project(customer, { outcome, similarTo }) : { outcome, email, similarTo };
	return { outcome, json, ...(row && { item: row.context.getItemIndex() }) };
}

/** Grants a row access. */
async function grant(row: Wanted, run: AccessSyncRun): Promise<ListResult> {
	const { context, email } = row;
	const result = await orFailedResult(context, email, async () => {
		const given = await readAdditionalFields(context, run.options, FIELDS);
		const request = { ...run, context, customer: { email }, given };
		return await grantAccess(request);
	});
	return { ...result, item: context.getItemIndex() };
}

/** Ends the access of a customer who is not in the list; the result is paired with no input item. */
async function revoke(customer: IDataObject, run: AccessSyncRun): Promise<ListResult> {
	const email = String(customer.email);
	const request = { ...run, customer: { email }, given: {} };
	const end = async () => await endAccess(request, { customer, state: 'active' });
	return await orFailedResult(run.context, email, async () => {
		return await withCustomerLock(request, request.customer, end);
	});
}

/** Maximum number of people processed concurrently. Requests have another limit. */
const PEOPLE_AT_ONCE = 20;

/** The results of unchanged customers, which are items with Output Unchanged. There may be tens of thousands. */
async function unchanged(
	{ isUnchangedShown, project }: AccessSyncRun,
	diff: Diff,
): Promise<ListResult[]> {
	return await mapYielding(diff.unchanged, ({ row: { context }, customer }) => {
		const outcome = 'unchanged';
		return isUnchangedShown
			? { outcome, json: project(customer, { outcome }), item: context.getItemIndex() }
			: { outcome };
	});
}

/** Carries out all grants and revocations, then throws the first failure when On Error is Stop Workflow. */
async function carryOut(run: AccessSyncRun, diff: Diff): Promise<ListResult[]> {
	const people = new Semaphore(PEOPLE_AT_ONCE);
	const work = [
		...diff.toGrant.map((row) => async () => await grant(row, run)),
		...diff.toRevoke.map((customer) => async () => await revoke(customer, run)),
	].map(async (one) => await people.runExclusive(one));
	return await settleAll(work).catch((failure: unknown) => {
		throw run.isDry ? failure : withNote(failure, otherRowsNote(true));
	});
}

const UNCLEAR =
	'Unclear are those whose address is only similar to one in the list or in Never Revoke: they were left alone.';

async function sync(run: AccessSyncRun, rows: Wanted[], isWhole: boolean) {
	const subscribers = await readSubscribers(run);
	const isRevoking = isWhole && run.isRevoking;
	const diff = await diffAccess(rows, subscribers, isRevoking ? run.protectionOf : () => 'kept');
	const notes = assertBrake(REVOCATIONS, run, diff.toRevoke.length, subscribers.length);
	if (diff.withoutAddress > 0) {
		notes.push(`${diff.withoutAddress} with access have no address and were left alone.`);
	}
	const unclear = diff.unclear.map((one) => unclearResult(one, run));
	const same = await unchanged(run, diff);
	const done = [...(await carryOut(run, diff)), ...unclear, ...same];
	if (done.some(({ outcome }) => outcome === 'unclear')) notes.push(UNCLEAR);
	return { done, notes };
}

/**
 * Makes the customers with access to a product equal to the whole input. Nothing is written before all customers with
 * access are known. Two runs for the same product run one after another.
 */
export const syncAccess = overWholeList<AccessSyncRun, Wanted>({
	readRun,
	readRow,
	badRow: 'has no usable address',
	ifBad: 'Nobody was revoked',
	keyOf: ({ product }) => `Sync Access ${product}`,
	sync,
	words: {
		...GRANT_WORDS,
		...REVOKE_WORDS,
		unclear: 'unclear',
	},
	ifEmpty: 'nobody in the list',
});
