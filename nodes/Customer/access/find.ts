import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../../shared/http/errors';
import type { ItemRequest } from '../../shared/http/request';
import { sendGet } from '../../shared/http/requestSender';
import { isObject, without } from '../../shared/json';
import { findByEmail } from '../../shared/customers/customerByEmail';
import { outputMode, requireRecord } from '../../shared/output/projection';
import { type AccessRequest, type ProductRequest, toRecord } from './request';

/** `enabled` for those who have access now, `all` to find what has lapsed too (docs/service.md, States). */
export type SubscriptionStatus = 'enabled' | 'all';

/** Retrieves a customer by id; `undefined` when there is none, or none with this product. */
async function findById(request: ItemRequest, id: string, qs: IDataObject = {}) {
	const response = await catchStatus(sendGet(request, `/customers/${id}`, qs), ['404']);
	return response instanceof NodeApiError ? undefined : requireRecord(response, 'customer');
}

/** The customers that are meant, whatever the status: usually one or none. */
export async function findCustomers(request: AccessRequest): Promise<IDataObject[]> {
	const { customer } = request;
	if ('email' in customer) return (await findByEmail(request, customer.email)).customers;
	const found = await findById(request, customer.id);
	return found ? [found] : [];
}

/**
 * Those of the customers with an address who are subscribed to the product, with their plan. It is proven by the list of
 * customers, because two documented facts rest on it (docs/service.md, Customers): the list for a product holds only who
 * is subscribed to it, and only customers with the status `enabled` are returned when that is asked for.
 */
async function subscribersByEmail(
	request: ProductRequest,
	email: string,
	status: SubscriptionStatus,
): Promise<IDataObject[]> {
	return (await findByEmail(request, email, { product: request.product, status })).customers;
}

/**
 * A customer's subscription to the product: the customer as subscribed, with the plan. Retrieving one customer with a
 * product does not say what it answers for one who cancelled, paused or expired; it is asked only about a customer
 * without an e-mail address, whom the list cannot find.
 */
export async function findSubscription(
	request: ProductRequest,
	{ id, email }: IDataObject,
	status: SubscriptionStatus,
): Promise<IDataObject | undefined> {
	if (typeof email !== 'string' || email === '') {
		return await findById(request, String(id), { product: request.product });
	}
	const subscribers = await subscribersByEmail(request, email, status);
	// The service may give an ID as text in one answer and as a number in another.
	return subscribers.find((subscriber) => Number(subscriber.id) === Number(id));
}

async function subscribersAmong(
	request: ProductRequest,
	customers: IDataObject[],
): Promise<IDataObject[]> {
	const subscriptions = await Promise.all(
		customers.map(async (customer) => await findSubscription(request, customer, 'enabled')),
	);
	return subscriptions.filter(isObject);
}

/** Those that are meant and have access to the product now, with their plan. */
export async function findSubscribers(request: AccessRequest): Promise<IDataObject[]> {
	const { customer } = request;
	return 'email' in customer
		? await subscribersByEmail(request, customer.email, 'enabled')
		: await subscribersAmong(request, await findCustomers(request));
}

export interface Access {
	customers: IDataObject[];
	/** Those of them who have access to the product now, with their plan. */
	subscribers: IDataObject[];
}

/** By e-mail address, one request tells who has access; who it is otherwise takes another. */
export async function findAccess(request: AccessRequest): Promise<Access> {
	if ('id' in request.customer) {
		const customers = await findCustomers(request);
		return { customers, subscribers: await subscribersAmong(request, customers) };
	}
	const subscribers = await findSubscribers(request);
	return {
		customers: subscribers.length > 0 ? subscribers : await findCustomers(request),
		subscribers,
	};
}

/**
 * Tells whether somebody may watch a product now: `hasAccess`, the `plan` of the access, and the customer. Who is
 * unknown, cancelled, paused or expired has none.
 */
export async function checkAccess(request: AccessRequest): Promise<IDataObject> {
	const { project } = request;
	const { customers, subscribers } = await findAccess(request);
	const [subscriber] = subscribers;
	if (subscriber) {
		const { plan } = subscriber;
		return project(subscriber, {
			hasAccess: true,
			...(plan !== undefined && plan !== null && { plan }),
		});
	}
	const [customer] = customers;
	const none = { hasAccess: false };
	if (!customer) return { ...none, ...toRecord(request.customer) };
	const shown = project(customer, none);
	// The plan of a customer without access is that of another product.
	return outputMode(request.context) === 'raw' ? shown : without(shown, ['plan']);
}
