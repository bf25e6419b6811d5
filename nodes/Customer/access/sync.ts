import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import {
	type AddressComparison,
	compareAddresses,
	indexRows,
	type Protection,
	requireProtected,
} from '../../shared/customers/compareAddresses';
import { readMembers } from '../../shared/customers/members';
import { accountOf } from '../../shared/customers/recentWrites';
import { asciiForm } from '../../shared/customers/similarity';
import { requireId } from '../../shared/ids/resources';
import {
	assertNoFailure,
	type Report,
	type Result,
	rowOf,
	type Subject,
} from '../../shared/run/allItems';
import { type Limit, parseLimit } from '../../shared/run/limit';
import { ProgressLog } from '../../shared/run/summary';
import { StopTime } from '../../shared/run/stopAfter';
import {
	type ListSettings,
	type ReadParameter,
	readListSettings,
	rowNumbers,
	type RunScope,
	syncWholeList,
} from '../../shared/run/wholeList';
import { booleanOr, requireBoolean } from '../../shared/values/checks';
import { parseEmailAddress, requireEmail } from '../../shared/values/email';
import { trim } from '../../shared/values/text';
import { applyAll } from './apply';
import { writeGrants } from './grant';
import { checkChanges, countDone, CREATIONS, REVOCATIONS } from './limits';
import { findCurrentAccess } from './lookUp';
import {
	type Change,
	type CurrentAccess,
	countWrites,
	type FailedRow,
	grants,
	isFailed,
	isRefusal,
	type AccessPlan,
	planChanges,
	type PlannedChange,
	postpone,
	revocations,
} from './plan';
import { accessProjection, creationTimeNote, toResults } from './report';
import { writeRevocations } from './revoke';
import { type AccessRow, lookUpRows, readAdditional } from './rows';

const NAME = 'Sync Access';

/** The fields of Additional Fields: nobody gets a password. */
const ADDITIONAL = ['expiresIn', 'isRental', 'name', 'plan', 'sendEmail'];

/** A person who should have access. */
interface PersonRow extends Subject {
	email: string;
}

/** The parameters of a run, and what all its changes have in common. */
interface SyncRun extends ListSettings, Omit<AccessRow, 'customer' | 'values'> {
	creationLimit: Limit;
	/** Whether customers who are not in the list lose access. */
	isRevoking: boolean;
	/** Whether customers are created whose address nobody has. */
	canCreate: boolean;
	protectionOf: (email: string) => Protection;
}

/** Reads an address, also in full width or with typographic dashes, which is only compared. */
function readPersonRow(context: IExecuteSingleFunctions): PersonRow {
	const value = context.getNodeParameter('email', '');
	const parsed = parseEmailAddress(value);
	if (parsed !== undefined) return { ...rowOf(context), name: parsed, email: parsed };
	const text = typeof value === 'string' ? trim(value) : '';
	const isComparable = parseEmailAddress(asciiForm(text).replace(/\u3002/g, '.')) !== undefined;
	const email = isComparable ? text : requireEmail(value, 'Email');
	return { ...rowOf(context), name: email, email };
}

async function readRun(scope: RunScope, readParameter: ReadParameter): Promise<SyncRun> {
	const { client, context } = scope;
	const product = requireId(await readParameter('product', 'Product'), 'product', 'Product');
	const { settings, options } = await readListSettings(readParameter, REVOCATIONS);
	const creationLimit = await readParameter(CREATIONS.name, CREATIONS.label);
	// Options that protect customers must have a valid value once they are added: an empty one would protect no one.
	const { revoke, neverRevoke }: IDataObject = { revoke: true, neverRevoke: [], ...options };
	await readParameter('output', 'Output');
	await readParameter('outputFields', 'Output Fields');
	return {
		...scope,
		...settings,
		creationLimit: parseLimit(creationLimit, CREATIONS),
		product: client.hrefOf('product', product),
		isRevoking: requireBoolean(revoke, { displayName: 'Revoke' }),
		canCreate: booleanOr(true, options.create, 'Create'),
		protectionOf: requireProtected(neverRevoke, 'Never Revoke'),
		stopTime: StopTime.parse(options.stopAfter),
		project: accessProjection(context),
	};
}

/** Returns a person as a row of the run. */
const toRow = (run: SyncRun, row: PersonRow, values: IDataObject = {}): AccessRow => {
	const { client, product, isDry, stopTime, project } = run;
	return { ...row, client, product, isDry, stopTime, project, customer: row, values };
};

/** Returns a change for a customer; `row` is undefined where no row names the customer. */
function toChange(run: SyncRun, change: Change, row?: PersonRow): PlannedChange {
	const email = String(change.customer.email);
	const subject = row ?? { context: run.context, name: email, email };
	return { row: toRow(run, subject), person: `id ${String(change.customer.id)}`, change };
}

/** What a run is going to do. */
interface SyncPlan {
	comparison: AddressComparison<PersonRow>;
	/** The number of customers with access, and what their list leaves open. */
	memberCount: number;
	notes: string[];
	/** Customers who may have changed their address, each with a row that has their name. */
	moved: AddressComparison<PersonRow>['similar'];
	/** Customers with access whom no row names. */
	extra: IDataObject[];
	grants: AccessPlan;
	revocations: PlannedChange[];
}

/** Reads the customers with access, of whom only what is compared is kept where they are in the list. */
async function compareList(run: SyncRun, rows: PersonRow[], isWhole: boolean) {
	const list = await indexRows(rows);
	const isKept = ({ email }: IDataObject) =>
		run.isUnchangedShown || typeof email !== 'string' || list.index.findSame(email) === undefined;
	const { customers, notes } = await readMembers(run.client, run.product, (customer) => {
		const { id, email, plan } = customer;
		return isKept(customer) ? customer : { id, email, plan };
	});
	const isRevoking = isWhole && run.isRevoking;
	const keptAddresses = new Set<unknown>();
	const comparison = await compareAddresses(list, customers, (email) => {
		const protection = isRevoking ? run.protectionOf(email) : 'kept';
		if (protection === 'kept') keptAddresses.add(email);
		return protection;
	});
	const kept = customers.filter(({ email }) => keptAddresses.has(email));
	return { comparison, kept, notes, memberCount: customers.length };
}

/** Returns a key that spellings of a full name share; `undefined` for less than two words, which many people share. */
function fullNameKey(name: unknown): string | undefined {
	if (typeof name !== 'string') return undefined;
	const letters = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
	const words = letters.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.length < 2 ? undefined : words.join(' ');
}

/**
 * Finds customers who may have changed their address: their full name is that of a row which would be created, and no row
 * has their own address.
 */
function findMoved(planned: AccessPlan, members: IDataObject[]) {
	const namesakes = new Map<string, IDataObject[]>();
	for (const member of members) {
		const key = fullNameKey(member.name);
		if (key !== undefined) namesakes.set(key, [...(namesakes.get(key) ?? []), member]);
	}
	const namesakesOf = (entry: AccessPlan[number]): IDataObject[] => {
		if (isFailed(entry) || entry.change.outcome !== 'created') return [];
		return namesakes.get(fullNameKey(entry.row.values.name) ?? '') ?? [];
	};
	const moved = planned.flatMap((entry) => {
		const [member] = namesakesOf(entry);
		if (isFailed(entry) || !member) return [];
		const email = String(entry.change.customer.email);
		return [{ row: { ...entry.row, email }, member, similarTo: email }];
	});
	const isMoved = (entry: AccessPlan[number]) => namesakesOf(entry).length > 0;
	const left = planned.flatMap(namesakesOf);
	return { moved, isMoved, left };
}

const plannerOf = ({ canCreate }: SyncRun) => grants({ canCreate, takesAnyPlan: true });

/** Plans the grants of rows whose address nobody with access has. */
async function planGrants(run: SyncRun, missing: PersonRow[]) {
	const rows = await mapYielding(missing, (row): AccessRow | FailedRow => {
		try {
			// An address with typographic characters that is similar to nobody's.
			requireEmail(row.email, 'Email');
			return toRow(run, row, readAdditional(row.context, ADDITIONAL));
		} catch (failure) {
			return { row: { ...row, isDry: run.isDry }, failure };
		}
	});
	const planned = await planChanges(await lookUpRows(rows, findCurrentAccess), plannerOf(run));
	assertNoFailure(run.context, toResults(planned.filter(isFailed)), ['Nothing was changed.']);
	return planned;
}

const idOf = (access?: CurrentAccess) => (access ? [String(access.customer.id)] : []);

const isPostponed = (entry: AccessPlan[number]) =>
	!isFailed(entry) && entry.change.outcome === 'postponed';

/**
 * Plans a run. A customer whom a row names, by whatever address, is not revoked: the address may have changed since the
 * list was read. Where a row fails or is postponed, nobody is revoked: it may name one of them.
 */
async function planSync(run: SyncRun, rows: PersonRow[], isWhole: boolean): Promise<SyncPlan> {
	const { comparison, kept, ...members } = await compareList(run, rows, isWhole);
	const granting = await planGrants(run, comparison.missing);
	const { moved, isMoved, left } = findMoved(granting, [...comparison.extra, ...kept]);
	const planned = granting.filter((entry) => !isMoved(entry));
	const named = new Set(planned.flatMap((entry) => (isFailed(entry) ? [] : idOf(entry.current))));
	for (const { id } of left) named.add(String(id));
	const extra = comparison.extra.filter((customer) => !named.has(String(customer.id)));
	const isLate = planned.some(isPostponed);
	const removals = (planned.some(isFailed) ? [] : extra).map((customer) =>
		toChange(
			run,
			isLate ? postpone({ customer }) : { outcome: 'revoked', customer, ended: 'active' },
		),
	);
	return { comparison, ...members, moved, extra, grants: planned, revocations: removals };
}

/** Throws where a limit stops the run. Returns the sentences of a dry run. */
async function checkLimits(run: SyncRun, plan: SyncPlan): Promise<string[]> {
	const readCurrent = async () => await Promise.resolve(plan.memberCount);
	const creations = plan.grants.filter((entry) => !isFailed(entry));
	return [
		...(await checkChanges(REVOCATIONS, run.removalLimit, plan.revocations, readCurrent)),
		...(await checkChanges(CREATIONS, run.creationLimit, creations)),
	];
}

const postponed = ({ change, ...rest }: PlannedChange): PlannedChange => ({
	...rest,
	change: postpone(change),
});

/** Carries out the grants and then the revocations; none of these where a row was refused or postponed. */
async function applySync(run: SyncRun, plan: SyncPlan) {
	const total = countWrites(plan.grants) + countWrites(plan.revocations);
	const progress = new ProgressLog(run.context.logger, NAME, total);
	const granting = { planner: plannerOf(run), write: writeGrants, progress };
	const granted = await applyAll(plan.grants, granting);
	const hasFailed = plan.grants.some(isFailed);
	const refused = granted.filter(isFailed).filter(({ failure }) => hasFailed || isRefusal(failure));
	const isLate = granted.some(isPostponed);
	const removals = refused.length > 0 ? [] : plan.revocations;
	const revoking = { planner: revocations, write: writeRevocations, progress };
	const revoked = isLate ? removals.map(postponed) : await applyAll(removals, revoking);
	const why = plan.extra.length > 0 ? notRevokedNote(run, granted, refused) : [];
	return { done: [...granted, ...revoked], why };
}

/** Returns the results of customers and rows for which nothing is to be done. */
async function resolvedResults(
	run: SyncRun,
	{ comparison: { same, similar }, moved }: SyncPlan,
	stopped: string[],
): Promise<Result[]> {
	const unclear = [...similar, ...moved].map(({ row, member, similarTo }) =>
		toChange(run, { outcome: 'unclear', customer: member, similarTo }, row),
	);
	const unchanged = await mapYielding(same, ({ row, member }) =>
		run.isUnchangedShown
			? toResults([toChange(run, { outcome: 'unchanged', customer: member }, row)], stopped)
			: UNCHANGED,
	);
	return [...unchanged.flat(), ...toResults(unclear, stopped)];
}

/** The result of a customer who is only counted. */
const UNCHANGED: Result[] = [{ outcome: 'unchanged' }];

const UNCLEAR =
	'Unclear customers have an email address that is only similar to one in the list or in "Never Revoke". They were not changed.';

/** Returns the sentences about what the list leaves open. */
function openNotes({ withoutAddress, repeated, similar }: AddressComparison<PersonRow>): string[] {
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
	return similar.length > 0 ? [...notes, UNCLEAR] : notes;
}

const movedNote = ({ moved }: SyncPlan) =>
	moved.length > 0
		? [
				'Customers with the full name of a row that has another email address are unclear: they may have changed their address. They were not changed, and not created again.',
			]
		: [];

/** Returns the sentence that says why nobody was revoked, if there was somebody to revoke. */
function notRevokedNote({ isDry }: SyncRun, granted: AccessPlan, refused: FailedRow[]): string[] {
	const consequence = `No access ${isDry ? 'would be' : 'was'} revoked because`;
	if (refused.length > 0) {
		const were = refused.length === 1 ? 'was' : 'were';
		return [`${consequence} ${rowNumbers(refused.map(({ row }) => row))} ${were} refused.`];
	}
	return granted.some(isPostponed)
		? [`${consequence} rows were postponed. A later run continues with them, and then revokes it.`]
		: [];
}

/** Plans, limits, applies and reports. */
async function sync(run: SyncRun, rows: PersonRow[], isWhole: boolean): Promise<Report> {
	const plan = await planSync(run, rows, isWhole);
	const stopped = await checkLimits(run, plan);
	const { done, why } = await applySync(run, plan);
	countDone(done);
	const resolved = await resolvedResults(run, plan, stopped);
	const notes = [
		...creationTimeNote(plan.grants),
		...stopped,
		...openNotes(plan.comparison),
		...movedNote(plan),
	];
	return {
		results: [...toResults(done, stopped), ...resolved],
		hint: [...notes, ...plan.notes, ...why],
		failureNotes: run.isDry ? [] : why,
	};
}

/**
 * Makes the customers with access to a product equal to the whole input. Nothing is written before all customers with
 * access are known. Revocations follow the grants. Two runs for the same product run one after another.
 */
export const syncAccess = syncWholeList<SyncRun, PersonRow>({
	name: NAME,
	readSettings: readRun,
	readRow: readPersonRow,
	badRow: ['has no usable email address', 'have no usable email address'],
	ifIncomplete: ['No access was revoked', 'No access would be revoked'],
	lockKeyOf: (run) => `${NAME} ${accountOf(run.client)} ${run.product}`,
	sync,
});
