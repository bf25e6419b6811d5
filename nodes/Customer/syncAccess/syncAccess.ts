import { Semaphore, settleAll } from '../../shared/concurrency/semaphore';
import { mapYielding } from '../../shared/execution/allItems';
import { otherRowsNote, withNote } from '../../shared/execution/rowContext';
import { type ListResult, overWholeList } from '../../shared/execution/wholeList';
import { assertBrake } from '../../shared/properties/brake';
import { REVOCATIONS } from '../access/stopIfMoreThan';
import { readSubscribers } from '../access/subscribers';
import { type Diff, diffAccess, readRow, type Wanted } from './rows';
import { grant, revoke, unclearResult } from './people';
import { readRun, type SyncRun } from './settings';

/** People who are worked on at once; the requests to the service have a limit of their own. */
const PEOPLE_AT_ONCE = 20;

/** Those for whom nothing changes, of whom there may be tens of thousands; they are items where they are asked for. */
async function unchanged(
	{ isUnchangedShown, project }: SyncRun,
	diff: Diff,
): Promise<ListResult[]> {
	return await mapYielding(diff.unchanged, ({ row: { context }, customer }) => {
		const outcome = 'unchanged';
		return isUnchangedShown
			? { outcome, json: project(customer, { outcome }), item: context.getItemIndex() }
			: { outcome };
	});
}

/** Every person gets a turn; then the first failure is thrown where the workflow is to stop. */
async function carryOut(run: SyncRun, diff: Diff): Promise<ListResult[]> {
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

async function sync(run: SyncRun, rows: Wanted[], isWhole: boolean) {
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
 * Makes the customers with access to a product those of the whole input. Nothing is written before all who have
 * access are known; two runs for one product take turns.
 */
export const syncAccess = overWholeList<SyncRun, Wanted>({
	readRun,
	readRow,
	badRow: 'has no usable address',
	ifBad: 'Nobody was revoked',
	keyOf: ({ product }) => `Sync Access ${product}`,
	sync,
	words: {
		created: 'created',
		granted: 'granted access',
		revoked: 'revoked',
		wouldCreate: 'would be created',
		wouldGrant: 'would be granted access',
		wouldRevoke: 'would be revoked',
		unclear: 'unclear',
	},
	ifEmpty: 'nobody in the list',
});
