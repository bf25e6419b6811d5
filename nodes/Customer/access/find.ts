import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { clientOf, type ItemRequest, sendGet } from '../../shared/client/legacy';
import { findByEmail } from '../../shared/customers/customerByEmail';
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

/** Finds the customers that a request names, of any status. Usually there is one, or none. */
export async function findCustomers(request: AccessRequest): Promise<IDataObject[]> {
	const { customer } = request;
	if ('email' in customer) return (await findByEmail(clientOf(request), customer.email)).customers;
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
	return eachOnce((await findByEmail(clientOf(request), email, query)).customers);
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
	const { customers } = await findByEmail(clientOf(request), String(customer.email), query);
	return {
		subscriber: eachOnce(customers).find((one) => isSameId(one, customer)),
		isUnclear: false,
	};
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
