import {
	NodeApiError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { parseBaseUrl } from '../shared/http/baseUrl';
import { orRefusal } from '../shared/http/nodeErrors';
import { DEFAULT_PAGE_SIZE, readList } from '../shared/http/pagination';
import { send } from '../shared/http/send';
import { recordOf } from '../shared/operation/output';

/** Whether two customers' e-mail addresses are the same: case makes no difference. */
function isSameAddress(one: unknown, other: unknown): boolean {
	return String(one).toLowerCase() === String(other).toLowerCase();
}

interface Found {
	customer: IDataObject;
	/** Of the answer that held the customer. */
	headers: IDataObject;
}

async function findInList(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	query: IDataObject,
	isMeant: (customer: IDataObject) => boolean,
): Promise<Found | undefined> {
	let headers: IDataObject = {};
	const customers = await readList({
		key: 'customers',
		firstPage: 1,
		perPage: DEFAULT_PAGE_SIZE,
		baseUrl: parseBaseUrl(options.baseURL),
		keep: (customer) => customer,
		fetchPage: async ({ page }) => {
			const answer = await send(context, {
				options: {
					...options,
					method: 'GET',
					url: '/customers',
					body: undefined,
					qs: { ...query, ...(page > 1 && { page }) },
				},
			});
			headers = answer.headers;
			return answer;
		},
	});
	const customer = customers.find(isMeant);
	return customer && { customer, headers };
}

/**
 * Looks a customer up by e-mail address. How exactly the service's filter compares is not
 * documented: it may give others too, which are passed over, or mind the case, so a second look is
 * taken in small letters.
 *
 * @param options of the operation's request: base address and headers
 * @param email as the person gave it
 * @param query further filters of the list; without `status` only enabled customers are found
 *   (spec, Customers)
 * @param id where known, the customer must be this one
 * @returns the customer, as the list gives it
 */
export async function findByEmail(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	email: string,
	query: IDataObject,
	id?: unknown,
): Promise<Found | undefined> {
	const isMeant = (customer: IDataObject) =>
		isSameAddress(customer.email, email) && (id === undefined || customer.id === id);
	for (const address of new Set([email, email.toLowerCase()])) {
		const found = await findInList(context, options, { ...query, email: address }, isMeant);
		if (found) return found;
	}
	return undefined;
}

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
	return (await findByEmail(context, options, email, { product, status }, id))?.customer;
}
