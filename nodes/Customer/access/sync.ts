import type { IDataObject, IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { hasStatus, plainError } from '../../shared/client/errors';
import { mapYielding } from '../../shared/concurrency/batches';
import {
	type AddressComparison,
	compareAddresses,
	type Protection,
	requireProtected,
} from '../../shared/customers/compareAddresses';
import { readMembers } from '../../shared/customers/members';
import { accountOf } from '../../shared/customers/recentWrites';
import { AddressIndex, plainForm } from '../../shared/customers/similarity';
import { groupBy } from '../../shared/groupBy';
import { asObject, isObject } from '../../shared/json';
import { requireId } from '../../shared/ids/resources';
import { assertNoFailure, failedResult, type Report, rowOf } from '../../shared/run/allItems';
import { type Limit, parseLimit } from '../../shared/run/limit';
import { ProgressLog } from '../../shared/run/progressLog';
import { StopTime } from '../../shared/run/stopAfter';
import {
	type ListSettings,
	readListSettings,
	rowNumbers,
	type RunParameters,
	type RunScope,
	syncWholeList,
} from '../../shared/run/wholeList';
import { booleanOr, requireBoolean } from '../../shared/values/checks';
import { parseEmailAddress, requireEmail } from '../../shared/values/email';
import { isBlank } from '../../shared/values/listEntries';
import { trim } from '../../shared/values/text';
import { type AccessProjection, accessProjection } from './accessProjection';
import { applyAll, countWrites, isFailedChange } from './apply';
import { writeGrant } from './grant';
import { checkChanges, countDone, CREATIONS, REVOCATIONS } from './limits';
import { chooseOne, findCurrentAccess, lookUpRows, productName } from './lookUp';
import {
	type FailedRow,
	isPostponed,
	type ListComparison,
	type AccessPlan,
	type Change,
	planGrants,
	planSync,
	postpone,
	type SyncPlan,
} from './plan';
import { isRefusal } from './refusals';
import { creationTimeNote, inOrder, repeatedNote, toResults } from './report';
import { writeRevocation } from './revoke';
import { type AccessRow, type FindScope, readAdditional, type RowScope } from './rows';

const NAME = 'Sync Access';

/** The fields of Additional Fields: nobody gets a password. */
const ADDITIONAL = ['expiresIn', 'isRental', 'name', 'plan', 'sendEmail'];

/** The parameters of a run, and what all its changes have in common. */
interface SyncSettings extends ListSettings {
	/** The product's href; `undefined` where each row has its own. */
	product: string | undefined;
	creationLimit: Limit;
	/** Whether customers who are not in the list lose access. */
	isRevoking: boolean;
	/** Whether customers are created whose address nobody has. */
	canCreate: boolean;
	protectionOf: (email: string) => Protection;
	/** Whether rows may ask for a plan. Where Plan is not added, no row is read for it. */
	mayAskForPlan: boolean;
	stopTime: StopTime;
	project: AccessProjection;
}

/** Somebody who should have access to the product of the row. */
interface PersonRow {
	row: number;
	context: IExecuteSingleFunctions;
	email: string;
	product: string;
}

const productHrefOf = ({ client }: RunScope, value: unknown) =>
	client.hrefOf('product', requireId(value, 'product', 'Product'));

/** Reads an address, also in full width or with typographic dashes, which is only compared. */
function readEmail(value: unknown): string {
	const parsed = parseEmailAddress(value);
	if (parsed !== undefined) return parsed;
	const text = typeof value === 'string' ? trim(value) : '';
	const isComparable = parseEmailAddress(plainForm(text).replace(/\u3002/g, '.')) !== undefined;
	return isComparable ? text : requireEmail(value, 'Email');
}

const readPersonRow = (context: IExecuteSingleFunctions, settings: SyncSettings): PersonRow => ({
	row: context.getItemIndex(),
	context,
	email: readEmail(context.getNodeParameter('email', '')),
	product: settings.product ?? productHrefOf(settings, context.getNodeParameter('product', '')),
});

/** Whether Plan was added, or Additional Fields is an expression as a whole. */
function mayAskForPlan(context: IExecuteSingleFunctions): boolean {
	const typed: unknown = context.getNodeParameter('additionalFields', {}, { rawExpressions: true });
	return !isObject(typed) || !isBlank(typed.plan);
}

async function readSyncSettings(scope: RunScope, parameters: RunParameters): Promise<SyncSettings> {
	const { read, mayDiffer } = parameters;
	const product = mayDiffer('product')
		? undefined
		: productHrefOf(scope, await read('product', 'Product'));
	const { settings, options } = await readListSettings(parameters, REVOCATIONS);
	const creationLimit = await read(CREATIONS.name, CREATIONS.label);
	// Options that protect customers must have a valid value once they are added: an empty one would protect no one.
	const { revoke, neverRevoke }: IDataObject = { revoke: true, neverRevoke: [], ...options };
	await read('output', 'Output');
	await read('outputFields', 'Output Fields');
	return {
		...scope,
		...settings,
		product,
		creationLimit: parseLimit(creationLimit, CREATIONS),
		isRevoking: requireBoolean(revoke, { displayName: 'Revoke' }),
		canCreate: booleanOr(true, options.create, 'Create'),
		protectionOf: requireProtected(neverRevoke, 'Never Revoke'),
		mayAskForPlan: mayAskForPlan(scope.context),
		stopTime: StopTime.parse(options.stopAfter),
		project: accessProjection(scope.context),
	};
}

/** A person in the list, with the rows that have the address. */
interface Person {
	email: string;
	rows: number[];
}

async function indexPeople(rows: PersonRow[]): Promise<AddressIndex<Person>> {
	const people = new AddressIndex<Person>();
	await mapYielding(rows, ({ email, row }) =>
		people.add(email, { email, rows: [] }).rows.push(row),
	);
	return people;
}

type ProductComparison = AddressComparison<Person>;

/** Whether a row asks for more than free access. What it asks for exactly is read when its customer is looked up. */
function wantsMoreThanFree(context: IExecuteSingleFunctions): boolean {
	const { plan } = asObject(context.getNodeParameter('additionalFields', {}));
	return !isBlank(plan) && String(plan).toLowerCase() !== 'free';
}

/** Counts people who have only free access, and whose rows ask for more, among those without access. */
async function withoutFree(
	{ missing, same, ...others }: ProductComparison,
	rows: PersonRow[],
): Promise<ProductComparison> {
	const paying = new Set(same.flatMap(({ row, member }) => (member.plan === 'free' ? [] : [row])));
	const personOf = new Map(
		same.flatMap(({ row }) =>
			paying.has(row) ? [] : row.rows.map((index) => [index, row] as const),
		),
	);
	const lacking = new Set<Person>();
	await mapYielding(rows, ({ row, context }) => {
		const person = personOf.get(row);
		if (person && wantsMoreThanFree(context)) lacking.add(person);
	});
	return {
		...others,
		missing: [...missing, ...lacking],
		same: same.filter(({ row }) => !lacking.has(row)),
	};
}

/** The customers with access to a product beside the rows for it. */
interface ComparedList
	extends ListComparison,
		Pick<ProductComparison, 'missing' | 'withoutAddress'> {
	/** The number of customers with access, and what their list leaves open. */
	memberCount: number;
	notes: string[];
}

/** Reads the customers with access, of whom only what is compared is kept where they are in the list. */
async function compareList(
	settings: SyncSettings,
	[product, rows]: [product: string, rows: PersonRow[]],
	isWhole: boolean,
): Promise<ComparedList> {
	const people = await indexPeople(rows);
	const isKept = ({ email }: IDataObject) =>
		settings.isUnchangedShown || typeof email !== 'string' || people.findSame(email) === undefined;
	const { customers, notes } = await readMembers(settings.client, product, (customer) => {
		const { id, email, plan } = customer;
		return isKept(customer) ? customer : { id, email, plan };
	});
	if (customers.length === 0) {
		// The list may be empty because there is no such product. Where it cannot be read, the grants show it.
		await productName(settings.client, product).catch((failure: unknown) => {
			if (hasStatus(failure, ['404'])) throw failure;
		});
	}
	const isRevoking = isWhole && settings.isRevoking;
	const keptAddresses = new Set<unknown>();
	const compared = await compareAddresses(people, customers, (email) => {
		const protection = isRevoking ? settings.protectionOf(email) : 'kept';
		if (protection === 'kept') keptAddresses.add(email);
		return protection;
	});
	const kept = customers.filter(({ email }) => keptAddresses.has(email));
	const memberCount = customers.length;
	const comparison = settings.mayAskForPlan ? await withoutFree(compared, rows) : compared;
	return { ...comparison, product, isDry: settings.isDry, kept, memberCount, notes };
}

const grantPolicy = ({ canCreate }: SyncSettings) => ({
	updatable: [],
	canCreate,
});

/** Returns a row as the other operations on access have it. */
function toAccessRow(
	settings: SyncSettings,
	{ row, context, email, product }: PersonRow,
): AccessRow {
	const { client, isDry, stopTime, project } = settings;
	const desired = { row, customer: { email }, product, values: {}, isDry };
	return { ...rowOf(context), name: email, client, stopTime, project, desired };
}

/** Plans the grants of rows whose address nobody with access has. */
async function planMissing(settings: SyncSettings, missing: AccessRow[]): Promise<AccessPlan> {
	const rows: AccessRow[] = [];
	const unread: FailedRow[] = [];
	await mapYielding(missing, (row) => {
		const { context, name: email, desired } = row;
		try {
			// An address with typographic characters that is similar to nobody's.
			requireEmail(email, 'Email');
			const values = readAdditional(context, ADDITIONAL);
			rows.push({ ...row, desired: { ...desired, values } });
		} catch (failure) {
			unread.push({ row: desired.row, isDry: settings.isDry, failure });
		}
	});
	const { lookedUp, failed } = await lookUpRows(
		settings.context,
		rows,
		async ({ client, desired }) => chooseOne(await findCurrentAccess(client, desired)),
	);
	const changes = planGrants(lookedUp, grantPolicy(settings));
	return { changes, failed: [...unread, ...failed] };
}

/** Throws where a limit stops the run. Each product has its own. Returns the sentences of a dry run. */
async function checkLimits(
	{ context, removalLimit, creationLimit }: SyncSettings,
	plan: AccessPlan,
	lists: ComparedList[],
): Promise<string[]> {
	const notes: string[] = [];
	for (const { product, memberCount } of lists) {
		const changes = plan.changes.filter(({ target }) => target.product === product);
		// Rows that failed are told apart: nobody is revoked then, and whom they name is not created.
		const ofProduct = { changes, failed: [] };
		const readCurrent = async () => await Promise.resolve(memberCount);
		notes.push(
			...(await checkChanges(context, [REVOCATIONS, removalLimit], ofProduct, readCurrent)),
			...(await checkChanges(context, [CREATIONS, creationLimit], ofProduct)),
		);
	}
	return notes;
}

const accessKey = ({ target, customer }: Change) => `${target.product} ${String(customer.id)}`;

/** Carries out the grants and then the revocations; none of these where a row failed or was postponed. */
async function applySync(settings: SyncSettings, plan: SyncPlan, scopeOf: FindScope) {
	const progress = new ProgressLog(settings.context.logger, NAME, countWrites(plan.changes));
	const revocations = plan.changes.filter(({ kind }) => kind === 'revoke');
	const others = plan.changes.filter(({ kind }) => kind !== 'revoke');
	const write = writeGrant(grantPolicy(settings));
	const granted = await applyAll(others, { write, progress, scopeOf });
	const failed: FailedRow[] = [
		...plan.failed,
		...granted.flatMap((done) => {
			if (!isFailedChange(done)) return [];
			return done.change.target.rows.map((row) => ({ row, failure: done.failure }));
		}),
	];
	const isLate = granted.some(({ change }) => isPostponed(change));
	const named = new Set(granted.map(({ change }) => accessKey(change)));
	// The address of a customer may have become that of a row after it was looked up.
	const unnamed = revocations.filter((change) => !named.has(accessKey(change)));
	const removals = failed.length > 0 ? [] : unnamed;
	const revoked = await applyAll(isLate ? removals.map(postpone) : removals, {
		write: writeRevocation,
		progress,
		scopeOf,
	});
	const isHeldBack = revocations.length > 0 || plan.isHoldingBack;
	const why = isHeldBack ? notRevokedNote(settings, { failed, isLate }, scopeOf) : [];
	return { applied: [...granted, ...revoked], why };
}

const UNCLEAR =
	'Unclear customers have an email address that is only similar to one in the list or in "Never Revoke". They were not changed.';

/** Returns the sentences about what the lists leave open. */
function openNotes(lists: ComparedList[], { hasMoved }: SyncPlan): string[] {
	const withoutAddress = lists.reduce((sum, list) => sum + list.withoutAddress, 0);
	return [
		...(withoutAddress > 0
			? [`Customers with access but no email address, who were not changed: ${withoutAddress}.`]
			: []),
		...(lists.some(({ similar }) => similar.length > 0) ? [UNCLEAR] : []),
		...(hasMoved ? [MOVED] : []),
		...lists.flatMap(({ notes }) => notes),
	];
}

const MOVED =
	'Customers with the full name of a row that has another email address are unclear: they may have changed their address. They were not changed, and not created again.';

/** Returns the sentence that says why nobody was revoked. */
function notRevokedNote(
	{ isDry }: SyncSettings,
	{ failed, isLate }: { failed: FailedRow[]; isLate: boolean },
	scopeOf: FindScope,
): string[] {
	const consequence = `No access ${isDry ? 'would be' : 'was'} revoked because`;
	if (failed.length > 0) {
		const were = failed.length === 1 ? 'was' : 'were';
		const problem = failed.every(({ failure }) => isRefusal(failure))
			? `${were} refused`
			: 'failed';
		return [`${consequence} ${rowNumbers(failed.map(({ row }) => scopeOf(row)))} ${problem}.`];
	}
	return isLate
		? [`${consequence} rows were postponed. A later run continues with them, and then revokes it.`]
		: [];
}

/** Returns a failure that names the rows whose product does not exist. */
function unknownProduct(
	context: IExecuteSingleFunctions,
	[product, rows]: [product: string, rows: PersonRow[]],
): NodeApiError {
	const names = rowNumbers(rows);
	const id = product.slice(product.lastIndexOf('/') + 1);
	const message = `${names.charAt(0).toUpperCase()}${names.slice(1)}: there is no product ${id}`;
	return plainError(context, message, 'Nothing was changed. Check the ID of the product.');
}

/** Reads the names of several products. Throws where one does not exist. */
async function readNames(
	{ client, context }: SyncSettings,
	groups: Iterable<[product: string, rows: PersonRow[]]>,
): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	for (const group of groups) {
		const [product] = group;
		const reading = productName(client, product).catch((failure: unknown) => {
			throw hasStatus(failure, ['404']) ? unknownProduct(context, group) : failure;
		});
		names.set(product, await reading);
	}
	return names;
}

/** Plans, limits, applies and reports. */
async function sync(settings: SyncSettings, rows: PersonRow[], isWhole: boolean): Promise<Report> {
	const { client, context, stopTime, project, isDry, isUnchangedShown } = settings;
	const groups = groupBy(rows, ({ product }) => product);
	const productNames = await readNames(settings, groups.size > 1 ? groups : []);
	const lists: ComparedList[] = [];
	for (const group of groups) lists.push(await compareList(settings, group, isWhole));
	const ofRun: RowScope = { context, client, stopTime, project };
	const byIndex = new Map(rows.map((row) => [row.row, row]));
	// Most rows of a list need no scope, because nothing changes for them.
	const scopeOf: FindScope = (index = -1) => {
		const row = byIndex.get(index);
		return row ? toAccessRow(settings, row) : ofRun;
	};
	const missing = new Set(lists.flatMap((list) => list.missing.flatMap((person) => person.rows)));
	const grants = await planMissing(
		settings,
		rows.filter(({ row }) => missing.has(row)).map((row) => toAccessRow(settings, row)),
	);
	const failures = grants.failed.map(({ row, failure }) =>
		failedResult({ ...scopeOf(row), isDry }, failure),
	);
	assertNoFailure(context, failures, ['Nothing was changed.']);
	const plan = planSync(grants, lists);
	const stopped = await checkLimits(settings, plan, lists);
	const { applied, why } = await applySync(settings, plan, scopeOf);
	countDone(context, applied);
	const reporting = { scopeOf, stopped, productNames, isUnchangedShown, isRepeatShown: false };
	const results = applied.flatMap((done) => toResults(done, reporting));
	return {
		results: inOrder([...failures, ...results]),
		hint: [
			...creationTimeNote(plan.changes),
			...stopped,
			...repeatedNote(plan.changes, scopeOf),
			...openNotes(lists, plan),
			...why,
		],
		failureNotes: isDry ? [] : why,
	};
}

const lockKeysOf = ({ client }: SyncSettings, rows: PersonRow[]) =>
	[...groupBy(rows, ({ product }) => product).keys()].map(
		(product) => `${NAME} ${accountOf(client)} ${product}`,
	);

/**
 * Makes the customers with access to a product equal to the whole input; where the product differs by row, each product
 * equal to its own rows. Nothing is written before all customers with access are known. Revocations follow the grants. Two
 * runs for the same product run one after another.
 */
export const syncAccess = syncWholeList<SyncSettings, PersonRow>({
	name: NAME,
	readSettings: readSyncSettings,
	readRow: readPersonRow,
	badRow: ({ product }) => {
		const missing =
			product === undefined ? 'usable email address or product' : 'usable email address';
		return [`has no ${missing}`, `have no ${missing}`];
	},
	ifIncomplete: ['No access was revoked', 'No access would be revoked'],
	lockKeysOf,
	sync,
});
