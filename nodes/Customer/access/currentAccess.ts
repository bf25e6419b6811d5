import { type IDataObject, UserError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { settleAll } from '../../shared/concurrency/mapConcurrent';
import {
	findByEmail,
	findById,
	severalCustomersError,
} from '../../shared/customers/customerByEmail';
import { isStale, recentAccess } from '../../shared/customers/recentWrites';
import { CUSTOMER_STATUSES } from '../../shared/customers/customerStatuses';
import { findMember } from '../../shared/customers/member';
import { productName } from './productName';
import { type AccessRow, type CurrentAccess, includesPlan } from './target';

/** Whose access to which product is looked up, and what is asked for. */
export type Asked = Pick<AccessRow, 'customer' | 'product' | 'values' | 'problem'>;

/** Reads at the customer's own record whether there is access now. Only this record says no. */
async function accessOf(
	client: Client,
	product: string,
	customer: IDataObject,
): Promise<CurrentAccess> {
	const member = await findMember(client, product, customer.id);
	return { customer: member ?? customer, hasAccess: member !== undefined };
}

/** Reads the own records of the customers whom a row names. */
async function readOwnRecords(
	client: Client,
	{ product, customer }: Asked,
): Promise<CurrentAccess[]> {
	if ('email' in customer) {
		const customers = await findByEmail(client, customer.email);
		return await settleAll(customers.map(async (one) => await accessOf(client, product, one)));
	}
	const access = await accessOf(client, product, customer);
	if (access.hasAccess) return [access];
	const known = await findById(client, customer.id);
	if (known) return [{ ...access, customer: known }];
	throw new UserError(`No customer ${customer.id}`, {
		description: 'Check the ID. To enter an email address, choose By Email.',
	});
}

/** Returns the customers with access whom the list by address shows for a row. An ID has none: its own record decides. */
async function listByAddress(client: Client, { product, customer }: Asked): Promise<IDataObject[]> {
	if ('id' in customer) return [];
	return await findByEmail(client, customer.email, { product, status: 'enabled' });
}

/**
 * Finds out who the customer of a row is, and who has access now: usually one customer, several who share an address, or none
 * for an address that nobody has. A list may say yes, unless this process has just written something else, or the row needs
 * more than it shows. Only the customer's own record says no: lists lag (docs/developers/service.md, Lists).
 *
 * @param listed the customers with access whom a list shows for the row; by default, those of the list by address
 */
export async function findAccess(
	client: Client,
	asked: Asked,
	listed?: IDataObject[],
): Promise<CurrentAccess[]> {
	const { product, values } = asked;
	const shown = listed ?? (await listByAddress(client, asked));
	const reading = shown.map(async (customer): Promise<CurrentAccess> => {
		const access = { customer, hasAccess: true };
		const isContradicted = isStale(recentAccess(client, product, customer.id), customer);
		const isEnough = !isContradicted && includesPlan(access, values.plan);
		return isEnough ? access : await accessOf(client, product, customer);
	});
	const members = (await settleAll(reading)).filter(({ hasAccess }) => hasAccess);
	return members.length > 0 ? members : await readOwnRecords(client, asked);
}

const hasAddress = ({ email }: IDataObject) => typeof email === 'string' && email !== '';

/** Finds the entry of a customer in the list of a status, among those of a product. */
async function findInList(
	client: Client,
	product: string,
	{ customer: { id, email }, status }: { customer: IDataObject; status: string },
): Promise<IDataObject | undefined> {
	const listed = await findByEmail(client, String(email), { product, status });
	return listed.find((customer) => Number(customer.id) === Number(id));
}

/** Marks access that has ended and may come back. What this process has just removed is gone. */
async function withEnd(
	client: Client,
	product: string,
	access: CurrentAccess,
): Promise<CurrentAccess> {
	const { customer, hasAccess } = access;
	if (hasAccess || recentAccess(client, product, customer.id) === 'none') return access;
	// No list by address contains a customer without an address: access that has ended cannot be ruled out.
	if (!hasAddress(customer)) return { ...access, ended: {} };
	const entry = await findInList(client, product, { customer, status: 'all' });
	return entry ? { ...access, ended: { plan: entry.plan } } : access;
}

/**
 * Finds out who the customer of a row is, and who has access or had it before (see {@link findAccess}). Throws where nobody
 * has or had access, and the product does not exist.
 */
export async function findAccessOrEnd(
	client: Client,
	asked: Asked,
	listed?: IDataObject[],
): Promise<CurrentAccess[]> {
	const { product } = asked;
	const found = await findAccess(client, asked, listed);
	const known = await settleAll(found.map(async (one) => await withEnd(client, product, one)));
	if (!known.some(({ hasAccess, ended }) => hasAccess || ended)) await productName(client, product);
	return known;
}

/** The statuses of customers without access, the strongest first. */
const LAPSED_STATUSES = CUSTOMER_STATUSES.filter((status) => status !== 'enabled');

/** Adds the status of access that has ended, as the lists by address show it. */
export async function withStatus(
	client: Client,
	product: string,
	access: CurrentAccess,
): Promise<CurrentAccess> {
	const { ended, customer } = access;
	if (!ended || !hasAddress(customer)) return access;
	const entries = await settleAll(
		LAPSED_STATUSES.map(async (status) => await findInList(client, product, { customer, status })),
	);
	const status = LAPSED_STATUSES[entries.findIndex((entry) => entry !== undefined)];
	return { ...access, ended: { ...ended, status } };
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
