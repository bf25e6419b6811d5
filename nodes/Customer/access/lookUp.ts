import { type IDataObject, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { findByEmail, findById } from '../../shared/customers/customerByEmail';
import { readMembers } from '../../shared/customers/members';
import { isStale, recentAccess } from '../../shared/customers/recentWrites';
import { findSubscriber, CUSTOMER_STATUSES } from '../../shared/customers/subscription';
import { listOf } from '../../shared/lists/listOf';
import { LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { readPage } from '../../shared/lists/page';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import { bodyOf } from '../../shared/json';
import { recordCheck } from '../../shared/output/projection';
import { emailKey } from '../../shared/values/email';
import { type CurrentAccess, customerKey } from './plan';
import type { AccessRow } from './rows';

/** Returns the name of a product, read once in a run. Throws where the product does not exist. */
export async function productName({ client, product }: AccessRow): Promise<string> {
	const path = product.slice(product.lastIndexOf('/products/'));
	const readName = async () => {
		const { name } = bodyOf(await client.get(path, {}, { assertUsable: recordCheck('product') }));
		return typeof name === 'string' ? name : '';
	};
	return await (client.lookups[product] ??= readName());
}

/** Returns the access of a customer in a list, from the customer's own record where this process has written since. */
async function toCurrent(
	{ client, product }: AccessRow,
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

async function requireById({ client }: AccessRow, id: string): Promise<IDataObject> {
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
export async function findCurrentAccess(row: AccessRow): Promise<CurrentAccess[]> {
	const { client, product, customer } = row;
	if ('id' in customer) {
		const member = await findSubscriber(client, product, customer.id);
		if (member) return [{ customer: member, state: 'active' }];
		return [{ customer: await requireById(row, customer.id), state: 'none' }];
	}
	const { email } = customer;
	const members = await findByEmail(client, email, { product, status: 'enabled' });
	const listed = members.length > 0 ? members : await findByEmail(client, email);
	return await Promise.all(
		listed.map(async (record) => await toCurrent(row, record, members.length > 0)),
	);
}

/** Returns the access of a customer whom no list shows as a member: by the own record, or lapsed. */
async function toEarlier(
	row: AccessRow,
	customer: IDataObject,
	hasLapsed: boolean,
): Promise<CurrentAccess> {
	const { client, product } = row;
	const member = await findSubscriber(client, product, customer.id);
	if (member) return { customer: member, state: 'active' };
	const isRemoved = recentAccess(client, product, customer.id) === 'none';
	if (!hasLapsed || isRemoved) return { customer, state: 'none' };
	return { customer, state: 'lapsed' };
}

async function findHistoryById(row: AccessRow, id: string): Promise<CurrentAccess> {
	const { client, product } = row;
	const member = await findSubscriber(client, product, id);
	if (member) return { customer: member, state: 'active' };
	const customer = await requireById(row, id);
	if (recentAccess(client, product, id) === 'none') return { customer, state: 'none' };
	const { email } = customer;
	// A customer without an address stands in no list by address: access that has lapsed cannot be ruled out.
	if (typeof email !== 'string' || email === '') return { customer, state: 'lapsed' };
	const listed = await findByEmail(client, email, { product, status: 'all' });
	const lapsed = listed.find((record) => Number(record.id) === Number(id));
	return lapsed ? { customer: lapsed, state: 'lapsed' } : { customer, state: 'none' };
}

async function findHistory(row: AccessRow): Promise<CurrentAccess[]> {
	const { client, product, customer } = row;
	if ('id' in customer) return [await findHistoryById(row, customer.id)];
	const { email } = customer;
	const members = await findByEmail(client, email, { product, status: 'enabled' });
	if (members.length > 0) {
		return await Promise.all(members.map(async (member) => await toCurrent(row, member, true)));
	}
	const lapsed = await findByEmail(client, email, { product, status: 'all' });
	const listed = lapsed.length > 0 ? lapsed : await findByEmail(client, email);
	return await Promise.all(
		listed.map(async (record) => await toEarlier(row, record, lapsed.length > 0)),
	);
}

/**
 * Finds out what {@link findCurrentAccess} does, and also who had access, and access that no list shows yet. Throws where
 * nobody has or had access and the product does not exist.
 */
export async function findAccessHistory(row: AccessRow): Promise<CurrentAccess[]> {
	const found = await findHistory(row);
	if (found.every(({ state }) => state === 'none')) await productName(row);
	return found;
}

/** The statuses of customers without access, the strongest first. */
export const LAPSED_STATUSES = CUSTOMER_STATUSES.filter((status) => status !== 'enabled');

/** Finds which of the lists of lapsed access has the customer; `undefined` where none has. */
export async function findLapsedStatus(
	{ client, product }: AccessRow,
	{ customer: { id, email }, state }: CurrentAccess,
): Promise<string | undefined> {
	if (state !== 'lapsed') return undefined;
	if (typeof email !== 'string' || email === '') return undefined;
	const isListed = async (status: string) => {
		const listed = await findByEmail(client, email, { product, status });
		return listed.some((customer) => Number(customer.id) === Number(id));
	};
	const listed = await Promise.all(LAPSED_STATUSES.map(isListed));
	return LAPSED_STATUSES[listed.indexOf(true)];
}

/** The customers of an account by address, and those with access to a product by ID. */
interface Listed {
	byAddress: Map<string, IDataObject[]>;
	members: Map<string, IDataObject>;
}

const allCustomers = (client: Client) =>
	listOf(client, {
		path: '/customers',
		key: 'customers',
		query: { status: 'all', sort: 'oldest' },
		perPage: LARGE_PAGE_SIZE,
	});

/** Reads both lists; `undefined` where they have more pages than there are addresses to look up. */
async function readListed(
	client: Client,
	product: string,
	addressCount: number,
): Promise<Listed | undefined> {
	const query = { status: 'all', sort: 'oldest', page: 1, per_page: LARGE_PAGE_SIZE };
	const { total = Infinity } = readPage((await client.get('/customers', query)).body, 'customers');
	if (addressCount <= 2 * Math.ceil(total / LARGE_PAGE_SIZE)) return undefined;
	const { records } = await readWholeCurrentList(allCustomers(client), 'customers');
	const { customers } = await readMembers(client, product);
	const byAddress = new Map<string, IDataObject[]>();
	for (const customer of records) {
		if (typeof customer.email !== 'string') continue;
		const key = emailKey(customer.email);
		byAddress.set(key, [...(byAddress.get(key) ?? []), customer]);
	}
	return { byAddress, members: new Map(customers.map((member) => [String(member.id), member])) };
}

/** Number of rows from which the total of the list is worth a request. */
const MANY_ROWS = 20;

/**
 * Returns a function that finds the access of a row like {@link findCurrentAccess}. Where the addresses of a client and
 * product are more than the pages of the list of customers and of those with access, both lists are read once, and only
 * addresses that they do not show, or show twice, are looked up.
 */
export async function currentAccessFinder(
	rows: AccessRow[],
): Promise<(row: AccessRow) => Promise<CurrentAccess[]>> {
	const groups = new Map<string, AccessRow[]>();
	for (const row of rows) {
		if (!('email' in row.customer)) continue;
		groups.set(row.product, [...(groups.get(row.product) ?? []), row]);
	}
	const lists = new Map<AccessRow, Listed>();
	for (const [product, group] of groups) {
		const [first] = group;
		const isOneClient = group.every(({ client }) => client.headerKey === first?.client.headerKey);
		if (!first || !isOneClient || group.length < MANY_ROWS) continue;
		const addresses = new Set(group.map(({ customer }) => customerKey(customer)));
		// Where the lists cannot be read, each row is looked up, and fails by itself.
		const listed = await readListed(first.client, product, addresses.size).catch(() => undefined);
		if (!listed) continue;
		for (const row of group) lists.set(row, listed);
	}
	return async (row) => {
		const [customer, ...others] = lists.get(row)?.byAddress.get(customerKey(row.customer)) ?? [];
		if (!customer || others.length > 0) return await findCurrentAccess(row);
		const member = lists.get(row)?.members.get(String(customer.id));
		return [member ? { customer: member, state: 'active' } : { customer, state: 'none' }];
	};
}
