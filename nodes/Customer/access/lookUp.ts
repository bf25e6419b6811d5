import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import {
	findByEmail,
	findById,
	severalCustomersError,
} from '../../shared/customers/customerByEmail';
import { customersOf, readMembers } from '../../shared/customers/members';
import { isStale, recentAccess } from '../../shared/customers/recentWrites';
import { findSubscriber, CUSTOMER_STATUSES } from '../../shared/customers/subscription';
import { groupBy } from '../../shared/groupBy';
import { LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { readPage } from '../../shared/lists/page';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import { bodyOf } from '../../shared/json';
import { recordCheck } from '../../shared/output/recordIn';
import { ProgressLog } from '../../shared/run/progressLog';
import { operationName } from '../../shared/run/summary';
import { emailKey } from '../../shared/values/email';
import {
	type CurrentAccess,
	customerKey,
	type DesiredAccess,
	type FailedRow,
	type LookedUp,
} from './plan';
import type { AccessRow } from './rows';

/** Whose access to which product is looked up. */
type Access = Pick<DesiredAccess, 'customer' | 'product'>;

/** Returns the name of a product, read once in a run. Throws where the product does not exist. */
export async function productName(client: Client, product: string): Promise<string> {
	const path = product.slice(product.lastIndexOf('/products/'));
	const readName = async () => {
		const { name } = bodyOf(await client.get(path, {}, { assertUsable: recordCheck('product') }));
		return typeof name === 'string' ? name : '';
	};
	return await (client.lookups[product] ??= readName());
}

/** Returns the access of a customer in a list, from the customer's own record where this process has written since. */
async function toCurrent(
	client: Client,
	{ product }: Access,
	customer: IDataObject,
	isMember: boolean,
): Promise<CurrentAccess> {
	const written = recentAccess(client, product, customer.id);
	const listed = isMember ? customer : undefined;
	const member = isStale(written, listed)
		? await findSubscriber(client, product, customer.id)
		: listed;
	return member ? { customer: member, state: 'active' } : { customer, state: 'none' };
}

async function requireById(client: Client, id: string): Promise<IDataObject> {
	const customer = await findById(client, id);
	if (customer) return customer;
	throw new UserError(`No customer ${id}`, {
		description: 'Check the ID. To enter an email address, choose By Email.',
	});
}

/**
 * Finds out who the customer is, and who has access now: usually one customer, several who share an address, or none for an
 * address that nobody has.
 */
export async function findCurrentAccess(client: Client, access: Access): Promise<CurrentAccess[]> {
	const { product, customer } = access;
	if ('id' in customer) {
		const member = await findSubscriber(client, product, customer.id);
		if (member) return [{ customer: member, state: 'active' }];
		return [{ customer: await requireById(client, customer.id), state: 'none' }];
	}
	const { email } = customer;
	const members = await findByEmail(client, email, { product, status: 'enabled' });
	const listed = members.length > 0 ? members : await findByEmail(client, email);
	return await Promise.all(
		listed.map(async (record) => await toCurrent(client, access, record, members.length > 0)),
	);
}

/** Returns the access of a customer whom no list shows as a member: by the own record, or lapsed. */
async function toEarlier(
	client: Client,
	{ product }: Access,
	customer: IDataObject,
	hasLapsed: boolean,
): Promise<CurrentAccess> {
	const member = await findSubscriber(client, product, customer.id);
	if (member) return { customer: member, state: 'active' };
	const isRemoved = recentAccess(client, product, customer.id) === 'none';
	if (!hasLapsed || isRemoved) return { customer, state: 'none' };
	return { customer, state: 'lapsed' };
}

async function findHistoryById(
	client: Client,
	product: string,
	id: string,
): Promise<CurrentAccess> {
	const member = await findSubscriber(client, product, id);
	if (member) return { customer: member, state: 'active' };
	const customer = await requireById(client, id);
	if (recentAccess(client, product, id) === 'none') return { customer, state: 'none' };
	const { email } = customer;
	// No list by address contains a customer without an address: access that has lapsed cannot be ruled out.
	if (typeof email !== 'string' || email === '') return { customer, state: 'lapsed' };
	const listed = await findByEmail(client, email, { product, status: 'all' });
	const lapsed = listed.find((record) => Number(record.id) === Number(id));
	return lapsed ? { customer: lapsed, state: 'lapsed' } : { customer, state: 'none' };
}

async function findHistory(client: Client, access: Access): Promise<CurrentAccess[]> {
	const { product, customer } = access;
	if ('id' in customer) return [await findHistoryById(client, product, customer.id)];
	const { email } = customer;
	const members = await findByEmail(client, email, { product, status: 'enabled' });
	if (members.length > 0) {
		return await Promise.all(
			members.map(async (member) => await toCurrent(client, access, member, true)),
		);
	}
	const lapsed = await findByEmail(client, email, { product, status: 'all' });
	const listed = lapsed.length > 0 ? lapsed : await findByEmail(client, email);
	return await Promise.all(
		listed.map(async (record) => await toEarlier(client, access, record, lapsed.length > 0)),
	);
}

/** The statuses of customers without access, the strongest first. */
export const LAPSED_STATUSES = CUSTOMER_STATUSES.filter((status) => status !== 'enabled');

/** Finds which of the lists of lapsed access has the customer; `undefined` where none has. */
async function findLapsedStatus(
	client: Client,
	product: string,
	{ customer: { id, email }, state }: CurrentAccess,
): Promise<string | undefined> {
	if (state !== 'lapsed' || typeof email !== 'string' || email === '') return undefined;
	const isListed = async (status: string) => {
		const listed = await findByEmail(client, email, { product, status });
		return listed.some((customer) => Number(customer.id) === Number(id));
	};
	const listed = await Promise.all(LAPSED_STATUSES.map(isListed));
	return LAPSED_STATUSES[listed.indexOf(true)];
}

/**
 * Finds out what {@link findCurrentAccess} does, and also who had access, with its status, and access that no list shows
 * yet. Throws where nobody has or had access and the product does not exist.
 *
 * @param mustKnowStatus whether a status that cannot be read is an error
 */
export async function findAccessHistory(
	client: Client,
	access: Access,
	mustKnowStatus: boolean,
): Promise<CurrentAccess[]> {
	const found = await findHistory(client, access);
	if (found.every(({ state }) => state === 'none')) await productName(client, access.product);
	const withStatus = found.map(async (current) => {
		const reading = findLapsedStatus(client, access.product, current);
		const status = await (mustKnowStatus ? reading : reading.catch(() => undefined));
		return { ...current, status };
	});
	return await Promise.all(withStatus);
}

/** Chooses among customers with one address the one who is granted access: the one with access, or else the only one. */
export function chooseOne(found: CurrentAccess[]): CurrentAccess[] {
	const active = found.find(({ state }) => state === 'active');
	if (active) return [active];
	if (found.length < 2) return found;
	const customers = found.map(({ customer }) => customer);
	throw severalCustomersError(String(customers[0]?.email), customers);
}

/** Chooses among customers with one address those who lose access: those who have or had it, or else all. */
export function chooseHolders(found: CurrentAccess[]): CurrentAccess[] {
	const holders = found.filter(({ state }) => state !== 'none');
	return holders.length > 0 ? holders : found;
}

/** Lists that are read once in place of many look-ups. */
interface Lists {
	/** The customers of the account, by address and by ID. */
	customers: Map<string, IDataObject[]>;
	/** The access to the product that customers have or had, by ID. */
	access: Map<string, CurrentAccess>;
}

/** Reads the access that customers have, and with statuses also what they had. What this process has removed is gone. */
async function readAccess(client: Client, product: string, statuses: string[]) {
	const access = new Map<string, CurrentAccess>();
	// The strongest status is set last.
	for (const status of [...statuses].reverse()) {
		const list = customersOf(client, { product, status });
		const { records } = await readWholeCurrentList(list, 'customers');
		for (const customer of records) {
			const isRemoved = recentAccess(client, product, customer.id) === 'none';
			if (!isRemoved) access.set(String(customer.id), { customer, state: 'lapsed', status });
		}
	}
	const { customers } = await readMembers(client, product);
	for (const customer of customers) access.set(String(customer.id), { customer, state: 'active' });
	return access;
}

/** Reads the lists; `undefined` where they have more pages than there are rows to look up. */
async function readLists(
	client: Client,
	product: string,
	{ statuses, rowCount }: { statuses: string[]; rowCount: number },
): Promise<Lists | undefined> {
	const query = { status: 'all', sort: 'oldest', page: 1, per_page: LARGE_PAGE_SIZE };
	const { total = Infinity } = readPage((await client.get('/customers', query)).body, 'customers');
	const pageCount = 2 * Math.ceil(total / LARGE_PAGE_SIZE) + statuses.length;
	if (rowCount <= pageCount) return undefined;
	const all = customersOf(client, { status: 'all' });
	const { records } = await readWholeCurrentList(all, 'customers');
	const customers = new Map<string, IDataObject[]>();
	for (const customer of records) {
		const { id, email } = customer;
		const keys = [String(id), ...(typeof email === 'string' ? [emailKey(email)] : [])];
		for (const key of keys) customers.set(key, [...(customers.get(key) ?? []), customer]);
	}
	return { customers, access: await readAccess(client, product, statuses) };
}

type Find = (row: AccessRow) => Promise<CurrentAccess[]>;

/** Number of rows from which the total of the list is worth a request. */
const MANY_ROWS = 20;

/**
 * Returns a function that finds the access of a row like the given one. Where the rows of a client and product are more
 * than the pages of the lists of customers, the lists are read once, and only whom they do not show, or show twice, is
 * looked up.
 *
 * @param statuses the statuses of lapsed access that count as well
 */
export async function accessFinder(
	rows: AccessRow[],
	find: Find,
	statuses: string[] = [],
): Promise<Find> {
	const lists = new Map<string, Lists>();
	for (const [product, group] of groupBy(rows, ({ desired }) => desired.product)) {
		const [first] = group;
		const isOneClient = group.every(({ client }) => client.headerKey === first.client.headerKey);
		if (!isOneClient || group.length < MANY_ROWS) continue;
		const rowCount = new Set(group.map(({ desired }) => customerKey(desired.customer))).size;
		// Where the lists cannot be read, each row is looked up, and fails by itself.
		const reading = readLists(first.client, product, { statuses, rowCount });
		const read = await reading.catch(() => undefined);
		if (read) lists.set(product, read);
	}
	return async (row) => {
		const { product, customer: reference } = row.desired;
		const { customers, access } = lists.get(product) ?? {};
		const [customer, ...others] = customers?.get(customerKey(reference)) ?? [];
		if (!customer || others.length > 0) return await find(row);
		return [access?.get(String(customer.id)) ?? { customer, state: 'none' }];
	};
}

/** The share of Stop After that look-ups may take, so that writes get the rest. */
const SHARE_OF_LOOK_UPS = 0.5;

const personAndProduct = ({ desired }: AccessRow) =>
	`${desired.product} ${customerKey(desired.customer)}`;

function lookUpProgress(context: IExecuteSingleFunctions, total: number): ProgressLog {
	const name = operationName(String(context.getNodeParameter('operation', '')));
	return new ProgressLog(context.logger, name, total, 'looked up');
}

/**
 * Looks up the customers of rows, each person and product once. A look-up that fails fails the rows that need it.
 *
 * @param find looks up what is known of the person of a row
 * @returns what was found, and the rows whose look-up failed, both in the order of the input
 */
export async function lookUpRows(
	context: IExecuteSingleFunctions,
	rows: AccessRow[],
	find: Find,
): Promise<{ lookedUp: LookedUp[]; failed: FailedRow[] }> {
	const groups = [...groupBy(rows, personAndProduct).values()];
	const progress = lookUpProgress(context, groups.length);
	const lookedUp: LookedUp[] = [];
	const failed: FailedRow[] = [];
	await mapConcurrent(groups, MAX_CONCURRENT_REQUESTS, async (group) => {
		const [first] = group;
		try {
			const isOver = first.stopTime.isOver(SHARE_OF_LOOK_UPS);
			const found = isOver ? undefined : await find(first);
			for (const { desired } of group) lookedUp.push({ desired, found });
		} catch (failure) {
			for (const { desired } of group) {
				failed.push({ row: desired.row, isDry: desired.isDry, failure });
			}
		}
		progress.advance();
	});
	lookedUp.sort((a, b) => a.desired.row - b.desired.row);
	failed.sort((a, b) => a.row - b.row);
	return { lookedUp, failed };
}
