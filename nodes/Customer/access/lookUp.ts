import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent, settleAll } from '../../shared/concurrency/mapConcurrent';
import {
	findByEmail,
	findById,
	oncePerCustomer,
	severalCustomersError,
} from '../../shared/customers/customerByEmail';
import { membersOf } from './members';
import { isStale, recentAccess } from '../../shared/customers/recentWrites';
import { findSubscriber, CUSTOMER_STATUSES } from '../../shared/customers/subscription';
import { groupBy } from '../../shared/data/groupBy';
import { LARGE_PAGE_SIZE, readList } from '../../shared/lists/listReader';
import { bodyOf } from '../../shared/data/json';
import { recordCheck } from '../../shared/output/recordIn';
import { operationName, ProgressLog } from '../../shared/run/progressLog';
import { emailKey } from '../../shared/values/email';
import {
	type AccessRow,
	type CurrentAccess,
	customerKey,
	type FailedRow,
	includesPlan,
	type Target,
	toTargets,
} from './plan';
import type { ScopeOf } from './rows';

/** Whose access to which product is looked up, and what is asked for. */
type Asked = Pick<AccessRow, 'customer' | 'product' | 'values'>;

/** Returns the name of a product, read once in a run. Throws where the product does not exist. */
export async function productName(client: Client, product: string): Promise<string> {
	const path = product.slice(product.lastIndexOf('/products/'));
	const readName = async () => {
		const { name } = bodyOf(await client.get(path, {}, { assertUsable: recordCheck('product') }));
		return typeof name === 'string' ? name : '';
	};
	return await (client.lookups[product] ??= readName());
}

/** Reads at the customer's own record whether there is access now. Only this record says no. */
async function accessOf(
	client: Client,
	product: string,
	customer: IDataObject,
): Promise<CurrentAccess> {
	const subscriber = await findSubscriber(client, product, customer.id);
	return { customer: subscriber ?? customer, hasAccess: subscriber !== undefined };
}

async function requireById(client: Client, id: string): Promise<IDataObject> {
	const customer = await findById(client, id);
	if (customer) return customer;
	throw new UserError(`No customer ${id}`, {
		description: 'Check the ID. To enter an email address, choose By Email.',
	});
}

/** Reads the own records of the customers whom a row names. */
async function findAtOwnRecords(
	client: Client,
	{ product, customer }: Asked,
): Promise<CurrentAccess[]> {
	if ('id' in customer) {
		const access = await accessOf(client, product, customer);
		if (access.hasAccess) return [access];
		return [{ ...access, customer: await requireById(client, customer.id) }];
	}
	const customers = await findByEmail(client, customer.email);
	return await settleAll(customers.map(async (one) => await accessOf(client, product, one)));
}

/** Returns which customers of a list have access. Where it shows less than a row needs, the own record is read. */
async function confirmMembers(
	client: Client,
	{ product, values }: Asked,
	listed: IDataObject[],
): Promise<CurrentAccess[]> {
	const found = listed.map(async (customer): Promise<CurrentAccess> => {
		const access = { customer, hasAccess: true };
		const isContradicted = isStale(recentAccess(client, product, customer.id), customer);
		const isEnough = !isContradicted && includesPlan(access, values.plan);
		return isEnough ? access : await accessOf(client, product, customer);
	});
	return (await settleAll(found)).filter(({ hasAccess }) => hasAccess);
}

/**
 * Finds out who the customer is, and who has access now: usually one customer, several who share an address, or none for an
 * address that nobody has. A list may say yes. Whom it does not show is looked up: lists lag (docs/developers/service.md, Lists).
 *
 * @param listed the customers with access whom a list shows for the row
 */
export async function findCurrentAccess(
	client: Client,
	asked: Asked,
	listed: IDataObject[],
): Promise<CurrentAccess[]> {
	const members = await confirmMembers(client, asked, listed);
	return members.length > 0 ? members : await findAtOwnRecords(client, asked);
}

/** Returns the customers with access who have the address of a row. An ID is looked up at the own record alone. */
export async function listByAddress(
	client: Client,
	{ product, customer }: Asked,
): Promise<IDataObject[]> {
	if ('id' in customer) return [];
	return await findByEmail(client, customer.email, { product, status: 'enabled' });
}

/** The statuses of customers without access, the strongest first. */
const LAPSED_STATUSES = CUSTOMER_STATUSES.filter((status) => status !== 'enabled');

/**
 * Adds whether somebody without access had it, and its status, as the lists by address show. What this process has just
 * removed is gone.
 *
 * @param mustKnowStatus whether a status that cannot be read is an error
 */
async function addHistory(
	client: Client,
	product: string,
	{ access, mustKnowStatus }: { access: CurrentAccess; mustKnowStatus: boolean },
): Promise<CurrentAccess> {
	const { id, email } = access.customer;
	if (access.hasAccess || recentAccess(client, product, id) === 'none') return access;
	// No list by address contains a customer without an address: access that has lapsed cannot be ruled out.
	if (typeof email !== 'string' || email === '') return { ...access, ended: {} };
	const isListed = async (status: string) => {
		const listed = await findByEmail(client, email, { product, status });
		return listed.some((customer) => Number(customer.id) === Number(id));
	};
	if (!(await isListed('all'))) return access;
	const reading = settleAll(LAPSED_STATUSES.map(isListed));
	const isIn = await (mustKnowStatus ? reading : reading.catch(() => [false]));
	return { ...access, ended: { status: LAPSED_STATUSES[isIn.indexOf(true)] } };
}

/**
 * Adds to current access what customers had before (see {@link addHistory}). Throws where nobody has or had access and the
 * product does not exist.
 */
async function addHistories(
	client: Client,
	product: string,
	{ found, mustKnowStatus }: { found: CurrentAccess[]; mustKnowStatus: boolean },
): Promise<CurrentAccess[]> {
	const reading = found.map(
		async (access) => await addHistory(client, product, { access, mustKnowStatus }),
	);
	const known = await settleAll(reading);
	if (!known.some(({ hasAccess, ended }) => hasAccess || ended)) await productName(client, product);
	return known;
}

/** Chooses among customers with one address the one who is granted access: one with access, or else the only one. */
export function chooseOne(found: CurrentAccess[], plan: unknown): CurrentAccess[] {
	const active = found.filter(({ hasAccess }) => hasAccess);
	const [one = active[0]] = active.filter((access) => includesPlan(access, plan));
	if (one) return [one];
	if (found.length < 2) return found;
	const customers = found.map(({ customer }) => customer);
	throw severalCustomersError(String(customers[0]?.email), customers);
}

/** Chooses among customers with one address those who lose access: those who have or had it, or else all. */
export function chooseHolders(found: CurrentAccess[]): CurrentAccess[] {
	const holders = found.filter(({ hasAccess, ended }) => hasAccess || ended);
	return holders.length > 0 ? holders : found;
}

type Find = (row: AccessRow) => Promise<CurrentAccess[]>;

/** Returns the customers with access whom a list shows for a row. */
type FindListed = (row: AccessRow) => Promise<IDataObject[]>;

/** Customers with access whom rows name, by address. */
interface MemberList {
	members: Map<string, IDataObject[]>;
	/** Whether the list was read to its end. */
	isWhole: boolean;
}

/** Number of people in the rows of one product from which its list is read: fewer are looked up sooner. */
const MANY_PEOPLE = 20;

/**
 * Reads the list of customers with access, and keeps those whom rows name. The list ends after a page for every two names:
 * whoever is not found is looked up anyway, and a longer list would take more requests than that.
 */
async function readNamedMembers(
	client: Client,
	product: string,
	names: Set<string>,
): Promise<MemberList> {
	const nameOf = ({ email }: IDataObject) => {
		const name = typeof email === 'string' ? emailKey(email) : '';
		return names.has(name) ? name : undefined;
	};
	const maxRecords = Math.floor(names.size / 2) * LARGE_PAGE_SIZE;
	const { records } = await readList({
		...membersOf(client, product),
		maxRecords,
		keep: (customer) => (nameOf(customer) === undefined ? undefined : customer),
	});
	const named = oncePerCustomer(records.filter((record) => record !== undefined));
	const members = groupBy(named, ({ email }) => emailKey(String(email)));
	return { members, isWhole: records.length < maxRecords };
}

/**
 * Returns the function that finds the customers with access whom a list shows for a row: the list of the product where many
 * rows are about it; otherwise, and for whom the part that was read does not show, the list by address.
 */
async function listFinder(rows: AccessRow[], scopeOf: ScopeOf): Promise<FindListed> {
	const clientOf = ({ row }: AccessRow) => scopeOf(row).client;
	const listOf = (row: AccessRow) => `${clientOf(row).headerKey} ${row.product}`;
	const lists = new Map<string, MemberList>();
	for (const [list, group] of groupBy(rows, listOf)) {
		const [first] = group;
		const addresses = group.filter(({ customer }) => 'email' in customer);
		const names = new Set(addresses.map(({ customer }) => customerKey(customer)));
		if (names.size < MANY_PEOPLE) continue;
		// Where the list cannot be read, each row is looked up, and fails by itself.
		const reading = readNamedMembers(clientOf(first), first.product, names);
		const read = await reading.catch(() => undefined);
		if (read) lists.set(list, read);
	}
	return async (row) => {
		if ('id' in row.customer) return [];
		const { members, isWhole } = lists.get(listOf(row)) ?? {};
		const listed = members?.get(customerKey(row.customer)) ?? [];
		if (listed.length > 0 || isWhole === true) return listed;
		return await listByAddress(clientOf(row), row);
	};
}

/** Returns the function that finds the current access of the rows of a run, whether they are one or thousands. */
export async function accessFinder(rows: AccessRow[], scopeOf: ScopeOf): Promise<Find> {
	const findListed = await listFinder(rows, scopeOf);
	return async (row) =>
		await findCurrentAccess(scopeOf(row.row).client, row, await findListed(row));
}

/** Returns the function that also finds the access that customers had (see {@link addHistories}). */
export async function historyFinder(
	rows: AccessRow[],
	scopeOf: ScopeOf,
	mustKnowStatus: boolean,
): Promise<Find> {
	const find = await accessFinder(rows, scopeOf);
	return async (row) => {
		const found = await find(row);
		return await addHistories(scopeOf(row.row).client, row.product, { found, mustKnowStatus });
	};
}

const personAndProduct = ({ product, customer }: AccessRow) =>
	`${product} ${customerKey(customer)}`;

function lookUpProgress(context: IExecuteSingleFunctions, total: number): ProgressLog {
	const name = operationName(String(context.getNodeParameter('operation', '')));
	return new ProgressLog(context.logger, name, total, 'looked up');
}

/**
 * Looks up the customers of rows, each person and product once. A look-up that fails fails the rows that need it.
 *
 * @param find looks up what is known of the person of a row
 * @returns what the rows are about, and the rows whose look-up failed, both in the order of the input
 */
export async function lookUpRows(
	context: IExecuteSingleFunctions,
	rows: AccessRow[],
	find: Find,
): Promise<{ targets: Target[]; failed: FailedRow[] }> {
	const groups = [...groupBy(rows, personAndProduct).values()];
	const progress = lookUpProgress(context, groups.length);
	const lookedUp: Array<[AccessRow, CurrentAccess[]]> = [];
	const failed: FailedRow[] = [];
	await mapConcurrent(groups, MAX_CONCURRENT_REQUESTS, async (group) => {
		const [first] = group;
		try {
			const values = Object.assign({}, ...group.map((row) => row.values)) as IDataObject;
			const found = await find({ ...first, values });
			for (const row of group) lookedUp.push([row, found]);
		} catch (failure) {
			for (const { row, customer, isDry } of group) failed.push({ row, customer, isDry, failure });
		}
		progress.advance();
	});
	lookedUp.sort(([a], [b]) => a.row - b.row);
	failed.sort((a, b) => a.row - b.row);
	return { targets: toTargets(lookedUp), failed };
}
