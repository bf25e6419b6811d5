import type { IDataObject, IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { hasStatus, plainError } from '../../shared/client/errors';
import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { accountOf } from '../../shared/customers/recentWrites';
import { groupBy } from '../../shared/data/groupBy';
import { assertNoFailure, failedResult, rowOf } from '../../shared/run/allItems';
import type { ExceededLimit } from '../../shared/run/limit';
import { ProgressLog } from '../../shared/run/progressLog';
import { rowNumbers } from '../../shared/run/sentences';
import { limitNotes, type Report } from '../../shared/run/summary';
import { COUNTERS } from './counters';
import { isStopped } from '../../shared/run/summaryItem';
import { syncWholeList } from '../../shared/run/wholeList';
import { requireEmail } from '../../shared/values/email';
import { applyAll, countWrites, isFailedChange } from './apply';
import { type ComparedList, compareList } from './compareList';
import { writeGrant } from './grant';
import { checkChanges, countDone, GRANTS, REVOCATIONS } from './limits';
import { chooseOne, findCurrentAccess, lookUpRows, productName } from './lookUp';
import {
	type AccessPlan,
	type AccessRow,
	type Change,
	customerAndProduct,
	type FailedRow,
	includesPlan,
	planSync,
	type SyncPlan,
	toPredicted,
} from './plan';
import { creationNotes, inOrder, repeatNotes, toResults } from './report';
import { writeRevocation } from './revoke';
import { readAdditional, type RowScope, type ScopeOf } from './rows';
import { type PersonRow, readPersonRow, readSyncSettings, type SyncSettings } from './syncInput';
import { heldBackNotes, listNotes } from './syncNotes';

const NAME = 'Sync Access';

/** The fields of Additional Fields: nobody gets a password. */
const ADDITIONAL = ['expiresIn', 'isRental', 'name', 'plan', 'sendEmail'];

/** Those of a customer who exists: the others apply only to new customers. */
const ADDITIONAL_OF_CUSTOMER = ['isRental', 'plan'];

const grantPolicy = ({ canCreate }: SyncSettings) => ({
	updatable: [],
	canCreate,
});

/**
 * Reads what a row asks for.
 *
 * @param listed the customers with access who have its address. Who has all that a row can ask for is not read
 */
function readValues({ context, email }: PersonRow, listed: IDataObject[]): IDataObject {
	if (listed.some((customer) => includesPlan({ customer, hasAccess: true }, 'standard'))) return {};
	if (listed.length > 0) return readAdditional(context, ADDITIONAL_OF_CUSTOMER);
	// An address with typographic characters that is similar to nobody's.
	requireEmail(email, 'Email');
	return readAdditional(context, ADDITIONAL);
}

/** Finds out what is known of the people in the rows: from the lists, or else by looking them up. */
async function lookUpPeople(settings: SyncSettings, people: PersonRow[], lists: ComparedList[]) {
	const { client, context, isDry } = settings;
	const listed = new Map(lists.flatMap((list) => [...list.listed]));
	const rows: AccessRow[] = [];
	const unread: FailedRow[] = [];
	await mapYielding(people, (person) => {
		const { row, email, product } = person;
		const members = listed.get(row);
		if (!members) return;
		try {
			const values = readValues(person, members);
			rows.push({ row, customer: { email }, product, values, isDry });
		} catch (failure) {
			unread.push({ row, isDry, failure });
		}
	});
	const { targets, failed } = await lookUpRows(context, rows, async (row) =>
		chooseOne(await findCurrentAccess(client, row, listed.get(row.row) ?? []), row.values.plan),
	);
	return { targets, failed: [...unread, ...failed] };
}

/** Returns the limits that the plan exceeds. Each product has its own. */
async function checkLimits(
	{ context, removalLimit, grantLimit }: SyncSettings,
	{ changes }: AccessPlan,
	{ lists, productNames }: { lists: ComparedList[]; productNames: Map<string, string> },
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

/** Carries out the grants and then the revocations; none of these where a row failed. */
async function applySync(settings: SyncSettings, plan: SyncPlan, scopeOf: ScopeOf) {
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
	const named = new Set(granted.map(({ change }) => customerAndProduct(change)));
	// The address of a customer may have become that of a row after it was looked up.
	const unnamed = revocations.filter((change) => !named.has(customerAndProduct(change)));
	const removals = failed.length > 0 ? [] : unnamed;
	const revoked = await applyAll(removals, {
		write: writeRevocation,
		progress,
		scopeOf,
	});
	const isHeldBack = revocations.length > 0 || plan.isHoldingBack;
	const heldBack = isHeldBack ? heldBackNotes(settings, failed) : [];
	return { applied: [...granted, ...revoked], heldBack };
}

/** Returns a failure that names the rows whose product does not exist. */
function unknownProduct(
	context: IExecuteSingleFunctions,
	[product, rows]: [product: string, rows: PersonRow[]],
): NodeApiError {
	const names = rowNumbers(rows.map(({ row }) => row));
	const id = product.slice(product.lastIndexOf('/') + 1);
	const message = `${names.charAt(0).toUpperCase()}${names.slice(1)}: there is no product ${id}`;
	return plainError(context, message, 'Nothing was changed. Check the ID of the product.');
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

/** Plans, limits, applies and reports. */
async function sync(settings: SyncSettings, rows: PersonRow[], isWhole: boolean): Promise<Report> {
	const { client, context, project, isDry, isUnchangedShown } = settings;
	const groups = groupBy(rows, ({ product }) => product);
	const productNames = await readNames(settings, groups);
	const lists: ComparedList[] = [];
	for (const group of groups) lists.push(await compareList(settings, group, isWhole));
	const ofRun: RowScope = { context, client, project };
	const byIndex = new Map(rows.map((row) => [row.row, row]));
	const scopeOf: ScopeOf = (index) => {
		const row = index === undefined ? undefined : byIndex.get(index);
		return row ? { ...ofRun, ...rowOf(row.context), name: row.email } : ofRun;
	};
	const people = await lookUpPeople(settings, rows, lists);
	const failures = people.failed.map(({ row, failure }) =>
		failedResult({ ...scopeOf(row), isDry }, failure),
	);
	assertNoFailure(context, failures, 'Nothing was changed.');
	const targets = [...people.targets, ...lists.flatMap(({ others }) => others)];
	const plan = planSync(targets, people.failed, grantPolicy(settings));
	const exceeded = await checkLimits(settings, plan, { lists, productNames });
	const isOver = isStopped(context, exceeded);
	const possible = isOver ? { ...plan, changes: plan.changes.map(toPredicted) } : plan;
	const { applied, heldBack } = await applySync(settings, possible, scopeOf);
	countDone(context, applied);
	const reporting = { scopeOf, exceeded, productNames, isUnchangedShown, isRepeatShown: false };
	const results = applied.flatMap((done) => toResults(done, reporting));
	return {
		results: inOrder([...failures, ...results]),
		notes: [
			...creationNotes(possible.changes),
			...limitNotes(exceeded),
			...repeatNotes(plan.changes),
			...listNotes(lists),
			...heldBack,
		],
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
	removal: 'access',
	counters: COUNTERS.syncAccess,
	lockKeysOf,
	sync,
});
