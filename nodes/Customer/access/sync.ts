import type { IDataObject, IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { hasStatus, plainError } from '../../shared/client/errors';
import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { accountOf } from '../../shared/customers/recentWrites';
import { groupBy } from '../../shared/data/groupBy';
import { assertNoFailure, failedResult, rowOf } from '../../shared/run/allItems';
import { isStopped } from '../../shared/run/limit';
import { rowNumbers } from '../../shared/run/lines';
import { progressOf } from '../../shared/run/progressLog';
import type { ExceededLimit, Report } from '../../shared/run/report';
import { syncWholeList } from '../../shared/run/wholeList';
import { type Applied, applyAll, countWrites, type FailedChange, isFailedChange } from './apply';
import { chooseOne, findAccess } from './currentAccess';
import { writeGrant } from './grant';
import { checkChanges, countDone, GRANTS, REVOCATIONS } from './limits';
import { lookUpRows } from './lookUp';
import {
	type AccessPlan,
	afterGrants,
	type Change,
	planSync,
	type SyncPlan,
	type SyncPolicy,
	toPredicted,
} from './plan';
import { ACCESS_OUTCOMES, COUNTERS } from './outcomes';
import { type ProductMembers, readProductMembers } from './productMembers';
import { productName } from './productName';
import { creationNotes, inOrder, repeatedRowNotes, toResults } from './report';
import { writeRevocation } from './revoke';
import { readAdditional, type RowScope, type ScopeOf } from './rows';
import { type PersonRow, readPersonRow, readSyncSettings, type SyncSettings } from './syncInput';
import { keptNotes, listNotes, revokingNobody, withheldNotes } from './syncNotes';
import { type AccessRow, type FailedRow, includesPlan, targetOfMember } from './target';

const NAME = 'Sync Access';

/** The fields of Additional Fields: nobody gets a password. */
const ADDITIONAL = ['expiresIn', 'isRental', 'name', 'plan', 'sendEmail'];

/** Those of a customer who exists: the others apply only to new customers. */
const ADDITIONAL_OF_CUSTOMER = ['isRental', 'plan'];

/** Returns the policy of a run. Fields of customers who exist are not updated. */
const policyOf = (settings: SyncSettings, isListWhole: boolean): SyncPolicy => ({
	updatable: [],
	canCreate: settings.canCreate,
	canRevoke: settings.isRevoking,
	protectionOf: settings.protectionOf,
	isListWhole,
});

/**
 * Reads what a row asks for.
 *
 * @param listed the customers with access who have its address. A row about somebody who has all that it can ask for is not read
 */
function readValues({ context }: PersonRow, listed: IDataObject[]): IDataObject {
	if (listed.some((customer) => includesPlan({ customer, hasAccess: true }, 'standard'))) return {};
	return readAdditional(context, listed.length > 0 ? ADDITIONAL_OF_CUSTOMER : ADDITIONAL);
}

/** Finds out what is known of the people in the rows: from the lists, or else by looking them up. */
async function lookUpPeople(
	{ context, isDry }: SyncSettings,
	people: PersonRow[],
	{ lists, scopeOf }: { lists: ProductMembers[]; scopeOf: ScopeOf },
) {
	const named = new Map(lists.flatMap((list) => [...list.named]));
	const rows: AccessRow[] = [];
	const unread: FailedRow[] = [];
	await mapYielding(people, (person) => {
		const { row, email, product, problem } = person;
		const asked = { row, customer: { email }, product, isDry, problem };
		try {
			const values = problem === undefined ? readValues(person, named.get(row) ?? []) : {};
			rows.push({ ...asked, values });
		} catch (failure) {
			unread.push({ ...asked, failure });
		}
	});
	const { targets, failed } = await lookUpRows(rows, {
		context,
		scopeOf,
		listedFor: ({ row }) => named.get(row) ?? [],
		find: async (client, asked, listed) =>
			asked.problem === undefined
				? chooseOne(await findAccess(client, asked, listed), asked.values.plan)
				: [],
	});
	return { targets, failed: [...unread, ...failed] };
}

/** Returns the limits that the plan exceeds. Each product has its own. */
async function checkLimits(
	{ context, removalLimit, grantLimit }: SyncSettings,
	{ changes }: AccessPlan,
	{ lists, productNames }: { lists: ProductMembers[]; productNames: Map<string, string> },
): Promise<ExceededLimit[]> {
	// Rows that failed count for no limit: nobody is revoked then, and whom they name is not created.
	const plan = { changes, failed: [] };
	const sizes = new Map(lists.map(({ product, memberCount }) => [product, memberCount]));
	const current = async ({ target }: Change) => await Promise.resolve(sizes.get(target.product));
	const name = async ({ target }: Change) =>
		await Promise.resolve(lists.length > 1 ? productNames.get(target.product) : undefined);
	return [
		...(await checkChanges(context, [REVOCATIONS, removalLimit], plan, { current, name })),
		...(await checkChanges(context, [GRANTS, grantLimit], plan, { name })),
	];
}

const rowsOf = ({ change, failure }: FailedChange): FailedRow[] =>
	change.target.rows.map((row) => ({ row, failure }));

/** Carries out the grants, and then the revocations that they allow. */
async function applySync(
	{ context, canCreate }: SyncSettings,
	plan: SyncPlan,
	scopeOf: ScopeOf,
): Promise<{ applied: Applied[]; plan: SyncPlan }> {
	const progress = progressOf(context, countWrites(plan.changes));
	const isRevocation = ({ kind }: Change) => kind === 'revoke';
	const grants = plan.changes.filter((change) => !isRevocation(change));
	const write = writeGrant({ updatable: [], canCreate });
	const granted = await applyAll(grants, { write, progress, scopeOf });
	const failed = [...plan.failed, ...granted.filter(isFailedChange).flatMap(rowsOf)];
	const done = granted.map(({ change }) => change);
	const allowed = afterGrants({ ...plan, failed }, done);
	const revocations = allowed.changes.filter(isRevocation);
	const revoked = await applyAll(revocations, { write: writeRevocation, progress, scopeOf });
	return { applied: [...granted, ...revoked], plan: allowed };
}

/** Returns a failure that names the rows whose product does not exist. */
function unknownProduct(
	context: IExecuteSingleFunctions,
	[product, rows]: [product: string, rows: PersonRow[]],
): NodeApiError {
	const names = rowNumbers(rows.map(({ row }) => row));
	const id = product.slice(product.lastIndexOf('/') + 1);
	const message = `${names.charAt(0).toUpperCase()}${names.slice(1)}: there is no product ${id}`;
	return plainError(context, message, 'Check the ID of the product.');
}

/** Reads the names of the products. Throws where one does not exist. */
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

/** Returns the function that finds the scope of a row: its own, with the address as its name, or that of the run. */
function scopesOf({ context, client, project }: SyncSettings, rows: PersonRow[]): ScopeOf {
	const ofRun: RowScope = { context, client, project };
	const byIndex = new Map(rows.map((row) => [row.row, row]));
	return (index) => {
		const row = index === undefined ? undefined : byIndex.get(index);
		return row ? { ...ofRun, ...rowOf(row.context), name: row.email } : ofRun;
	};
}

/** Reads, plans, limits, applies and reports. */
async function sync(settings: SyncSettings, rows: PersonRow[], isWhole: boolean): Promise<Report> {
	const { context, isDry, isUnchangedShown } = settings;
	const groups = groupBy(rows, ({ product }) => product);
	const productNames = await readNames(settings, groups);
	const lists: ProductMembers[] = [];
	for (const group of groups) lists.push(await readProductMembers(settings, group));
	const scopeOf = scopesOf(settings, rows);
	const people = await lookUpPeople(settings, rows, { lists, scopeOf });
	const members = lists.flatMap(({ product, others }) =>
		others.map((member) => targetOfMember(member, { product, isDry })),
	);
	const policy = policyOf(settings, isWhole);
	const plan = planSync([...people.targets, ...members], people.failed, policy);
	const failures = plan.failed.map(({ row, failure }) =>
		failedResult({ ...scopeOf(row), isDry }, failure),
	);
	assertNoFailure(context, failures, '');
	const exceeded = await checkLimits(settings, plan, { lists, productNames });
	const isOver = isStopped(context, exceeded);
	const possible = isOver ? { ...plan, changes: plan.changes.map(toPredicted) } : plan;
	const { applied, plan: carriedOut } = await applySync(settings, possible, scopeOf);
	countDone(context, applied);
	const reporting = { scopeOf, exceeded, productNames, isUnchangedShown, isRepeatShown: false };
	const results = applied.flatMap((done) => toResults(done, reporting));
	const withheld = withheldNotes(carriedOut, isDry);
	return {
		results: inOrder([...failures, ...results]),
		notes: [
			...creationNotes(possible.changes),
			...repeatedRowNotes(plan.changes),
			...listNotes(lists),
			...keptNotes(carriedOut),
			...withheld,
		],
		errorNotes: isDry ? [] : withheld,
		exceeded,
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
	rowFields: ['email'],
	removingNothing: revokingNobody,
	outcomes: ACCESS_OUTCOMES,
	counters: COUNTERS.syncAccess,
	lockKeysOf,
	sync,
});
