import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { orRefusal } from '../shared/http/nodeErrors';
import { send } from '../shared/http/send';
import { findByEmail } from '../shared/operation/customerByEmail';
import { recordOf } from '../shared/operation/output';

/** Retrieves a customer by id; `undefined` when there is none, or none with this product. */
export async function findById(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	id: unknown,
	query: IDataObject = {},
): Promise<IDataObject | undefined> {
	const url = `/customers/${String(id)}`;
	const response = await orRefusal(
		send(context, { options: { ...options, method: 'GET', url, body: undefined, qs: query } }),
		['404'],
	);
	return response instanceof NodeApiError ? undefined : recordOf(response);
}

/**
 * Looks for a customer's subscription to a product.
 *
 * It is proven by the list of customers, because two sentences of the spec (Customers) rest on it:
 * "A response with a single customer in a list means the customer is subscribed to that product",
 * and only customers with the status `enabled` are returned when that is asked for. Retrieving one
 * customer with a product does not say what it answers for one who cancelled, paused or expired; it
 * is asked only about a customer without an e-mail address, whom the list cannot find.
 *
 * @param product href
 * @param status `enabled` for those who have access now, `all` to find what has lapsed too
 * @returns the customer as subscribed, with the plan
 */
export async function findSubscription(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	{ id, email }: IDataObject,
	product: string,
	status: 'enabled' | 'all' = 'enabled',
): Promise<IDataObject | undefined> {
	if (typeof email !== 'string' || email === '') {
		return await findById(context, options, id, { product });
	}
	const { customers } = await findByEmail(context, options, email, { product, status });
	return customers.find((customer) => id === undefined || customer.id === id);
}
