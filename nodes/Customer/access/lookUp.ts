import { type IDataObject, UserError } from 'n8n-workflow';

import { findByEmail, findById } from '../../shared/customers/customerByEmail';
import { isStale, recentAccess } from '../../shared/customers/recentWrites';
import { findSubscriber, STATUSES } from '../../shared/customers/subscription';
import { bodyOf } from '../../shared/json';
import { recordCheck } from '../../shared/output/projection';
import type { CurrentAccess } from './plan';
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
export const LAPSED_STATUSES = STATUSES.filter((status) => status !== 'enabled');

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
