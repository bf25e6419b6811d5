import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import type { ItemRequest } from '../../shared/client/request';
import { sendGet } from '../../shared/client/sender';
import { readPage } from '../../shared/client/lists';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { findRememberedSimilar } from '../../shared/customers/recentCreations';
import { isOnlySimilarEmail, isPlainEmail, similarityKey } from '../../shared/parameters/email';
import { quote } from '../../shared/parameters/values';
import { requireRecord } from '../../shared/output/projection';
import type { AccessRequest, ProductRequest } from './request';

/** Compares IDs, which may be text in one response and a number in another. */
function isSameId(one: IDataObject, other: IDataObject): boolean {
	return one.id !== null && Number(one.id) === Number(other.id);
}

/** Retrieves a customer by ID; `undefined` when there is none, or none with this product. */
export async function findById(
	request: ItemRequest,
	id: unknown,
	qs: IDataObject = {},
): Promise<IDataObject | undefined> {
	const response = await catchStatus(sendGet(request, `/customers/${String(id)}`, qs), ['404']);
	return response instanceof NodeApiError ? undefined : requireRecord(response, 'customer');
}

/** Thrown when no customer has the address and one has a similar address, who may or may not be the same person. */
export class SimilarCustomerError extends UserError {
	constructor(
		email: string,
		readonly customer: IDataObject,
	) {
		super(`No customer has the address ${quote(email)}, but ${quote(customer.email)} is similar`, {
			description: `If they are the same person, use the address as the service has it, or By ID: ${String(customer.id)}. To have a customer of this very address, use Create.`,
		});
	}
}

/** Customers of every status. */
const ALL = { status: 'all' };

/** Finds customers whose address is only similar, by its common spelling and by a part of it that every spelling has. */
async function findSimilar(request: ItemRequest, email: string): Promise<IDataObject[]> {
	if (isPlainEmail(email)) return [];
	const remembered = findRememberedSimilar(request, email);
	if (remembered.length > 0) return remembered;
	const spelled = await findByEmail(request, similarityKey(email), ALL);
	// No part of an encoded domain is the same in its other spelling.
	const parts = email.replace(/xn--[^.]*/gi, '').match(/[a-z0-9@]+/gi) ?? [];
	const [part = ''] = parts.sort((a, b) => b.length - a.length);
	const { body } = await sendGet(request, '/customers', { status: 'all', query: part });
	return [...spelled.customers, ...spelled.similar, ...readPage(body, 'customers').records].filter(
		(customer) => isOnlySimilarEmail(customer.email, email),
	);
}

/** @throws SimilarCustomerError when no customer has the address and one has a similar address */
async function findCustomersByEmail(request: ItemRequest, email: string): Promise<IDataObject[]> {
	const { customers, similar } = await findByEmail(request, email);
	if (customers.length > 0) return customers;
	const [first] = similar.length > 0 ? similar : await findSimilar(request, email);
	if (first) throw new SimilarCustomerError(email, first);
	return [];
}

/** Finds the customers that a request names, of any status. Usually there is one, or none. */
export async function findCustomers(request: AccessRequest): Promise<IDataObject[]> {
	const { customer } = request;
	if ('email' in customer) return await findCustomersByEmail(request, customer.email);
	const found = await findById(request, customer.id);
	return found ? [found] : [];
}

/** Removes duplicates: a customer with both plans may be listed for each, and is returned with the paid one. */
function eachOnce(rows: IDataObject[]): IDataObject[] {
	const paidFirst = rows.toSorted((a, b) => Number(a.plan === 'free') - Number(b.plan === 'free'));
	return rows.filter((row) => (paidFirst.find((one) => isSameId(one, row)) ?? row) === row);
}

/**
 * Finds the customers with an address who are subscribed to the product, with their plan. The list of customers proves
 * it by two documented facts (docs/service.md, Customers): the list of a product contains only its subscribers, and the
 * list of a status only customers with that status.
 */
export async function subscribersByEmail(
	request: ProductRequest,
	email: string,
	status: string,
): Promise<IDataObject[]> {
	const query = { product: request.product, status };
	return eachOnce((await findByEmail(request, email, query)).customers);
}

/** Whether lists can find a customer by address. */
function hasAddress({ email }: IDataObject): boolean {
	return typeof email === 'string' && email !== '';
}

/** Retrieves a customer as a subscriber of the product; `undefined` without access now. */
export async function findByIdWithProduct(
	request: ProductRequest,
	{ id }: IDataObject,
): Promise<IDataObject | undefined> {
	return await findById(request, id, { product: request.product });
}

/** Looks up a customer by address in the product's customers with a status. The result may prove nothing. */
export async function lookUpInList(
	request: ProductRequest,
	customer: IDataObject,
	status: string,
): Promise<{ subscriber: IDataObject | undefined; isUnclear: boolean }> {
	const query = { product: request.product, status };
	const { customers, isUnclear } = await findByEmail(request, String(customer.email), query);
	return { subscriber: eachOnce(customers).find((one) => isSameId(one, customer)), isUnclear };
}

/**
 * Finds a customer's subscription to the product: the customer with the plan. A customer without an address stands in
 * no list by address, and a single record says nothing about a subscription that has lapsed. When a list has a total but
 * no records, the customer's own record decides whether there is access now.
 */
export async function findSubscription(
	request: ProductRequest,
	customer: IDataObject,
	status: 'enabled' | 'all',
): Promise<IDataObject | undefined> {
	if (!hasAddress(customer)) return await findByIdWithProduct(request, customer);
	const { subscriber, isUnclear } = await lookUpInList(request, customer, status);
	if (isUnclear && status === 'enabled') return await findByIdWithProduct(request, customer);
	return subscriber;
}

/** Whether the list of a status holds a customer's subscription, or may hold it: its `total` is not 0 and it is empty. */
export async function mayBeListed(
	request: ProductRequest,
	customer: IDataObject,
	status: 'enabled' | 'all',
): Promise<boolean> {
	if (!hasAddress(customer)) return (await findByIdWithProduct(request, customer)) !== undefined;
	const { subscriber, isUnclear } = await lookUpInList(request, customer, status);
	return isUnclear || subscriber !== undefined;
}

/** A customer's access to a product. */
export interface CustomerAccess {
	customer: IDataObject;
	/**
	 * - `active`: may watch the product now;
	 * - `lapsed`: had access, which may come back;
	 * - `unclear`: has no access now, and cannot be looked up in the lists without an address;
	 * - `none`: neither the lists nor the customer's own record know of access.
	 */
	state: 'active' | 'lapsed' | 'unclear' | 'none';
}

/**
 * Finds the access of one customer. The lists and the customer's own record must agree that there is none: a recent
 * grant may not be listed yet.
 *
 * @param statuses the lists to look in, for a customer with an address
 */
async function accessOf(
	request: ProductRequest,
	customer: IDataObject,
	statuses: Array<'enabled' | 'all'>,
): Promise<CustomerAccess> {
	const isListable = hasAddress(customer);
	for (const status of isListable ? statuses : []) {
		const listed = await findSubscription(request, customer, status);
		if (listed) return { customer: listed, state: status === 'enabled' ? 'active' : 'lapsed' };
	}
	const subscriber = await findByIdWithProduct(request, customer);
	if (subscriber) return { customer: subscriber, state: 'active' };
	return { customer, state: isListable ? 'none' : 'unclear' };
}

/**
 * Finds the access of the customers that a request names. One response proves access; its absence takes responses of
 * different kinds that agree. Of several customers with one address, those without access are left out if one has it.
 */
export async function findAccess(request: AccessRequest): Promise<CustomerAccess[]> {
	const { customer, product } = request;
	if ('id' in customer) {
		const found = await findById(request, customer.id);
		// A second look before the customer is said not to exist.
		const known = found ?? (await findById(request, customer.id, { product }));
		return known ? [await accessOf(request, known, ['enabled', 'all'])] : [];
	}
	const subscribers = await subscribersByEmail(request, customer.email, 'enabled');
	if (subscribers.length > 0) return subscribers.map((one) => ({ customer: one, state: 'active' }));
	const customers = await findCustomers(request);
	return await Promise.all(customers.map(async (one) => await accessOf(request, one, ['all'])));
}
