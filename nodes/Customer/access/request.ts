import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { parseBaseUrl } from '../../shared/http/baseUrl';
import { cancelSignal } from '../../shared/http/request';
import { bodyOf } from '../../shared/json';
import {
	type CustomerReference,
	inSmallLetters,
	parseCustomer,
	parseEmail,
} from '../../shared/operation/customerByEmail';

/** Whose access to which product an operation is about. */
export interface AccessRequest {
	context: IExecutePaginationFunctions;
	/** Of the operation's request: base address and headers. */
	options: IHttpRequestOptions;
	customer: CustomerReference;
	/** Href. */
	product: string;
	/** What else the person gave, by the API's names. */
	given: IDataObject;
}

/**
 * What the fields of an operation with the locator `customer` ask for.
 *
 * @throws UserError when the customer is empty or no such thing
 */
export function accessRequest(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): AccessRequest {
	const { product, ...given } = { ...options.qs, ...bodyOf(options) };
	const value = context.getNodeParameter('customer', '');
	const customer = parseCustomer(value, parseBaseUrl(options.baseURL), 'Customer');
	return { context, options, customer, product: String(product), given };
}

/** The same for an operation with the field `email`, which is in the body. */
export function accessRequestByEmail(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
): AccessRequest {
	const { product, email, ...given } = bodyOf(options);
	const customer = { email: parseEmail(email, 'Email') };
	return { context, options, customer, product: String(product), given };
}

/** One name for one customer reference, whatever the case of an address. */
export function keyOf(customer: CustomerReference): string {
	return 'email' in customer ? inSmallLetters(customer.email) : customer.id;
}

/** What is told of a customer who does not exist: what the person gave. */
export function asGiven(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/**
 * Does the work when nothing else is being done for this customer, so that two items with the same
 * e-mail address do not both find nothing and create.
 */
export async function inTurn<T>(
	{ context, options, customer }: AccessRequest,
	work: () => Promise<T>,
): Promise<T> {
	const key = `${parseBaseUrl(options.baseURL)} ${keyOf(customer)}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}
