import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { type CustomerReference, parseCustomer } from '../../shared/customer/customerByEmail';
import { cancelSignal } from '../../shared/http/request';
import { asObject, bodyOf } from '../../shared/json';
import { parseBaseUrl } from '../../shared/reference/baseUrl';
import { hrefOf, parseId } from '../../shared/reference/reference';
import { inSmallLetters, parseEmail } from '../../shared/validation/email';
import { isDryRun } from './dryRun';
import { accessProjection, type AccessProjection } from './projection';

/** A product whose subscriptions are looked at. */
export interface ProductRequest {
	context: IExecuteSingleFunctions;
	/** Of the operation's request: base address and headers. */
	options: IHttpRequestOptions;
	/** Href. */
	product: string;
}

/** Whose access to which product an operation is about. */
export interface AccessRequest extends ProductRequest {
	customer: CustomerReference;
	/** What else the person gave, by the API's names. */
	given: IDataObject;
	/** Whether everything is read and checked, and nothing written. */
	isDry: boolean;
	/** How the person wants to see customers. */
	project: AccessProjection;
}

/**
 * The address of the product that an item is about, where routing has not put it into the request.
 *
 * @throws UserError when the parameter Product holds none
 */
export function productOf(context: IExecuteSingleFunctions, options: IHttpRequestOptions): string {
	const baseUrl = parseBaseUrl(options.baseURL);
	const id = parseId(context.getNodeParameter('product', ''), 'product', baseUrl, 'Product');
	return hrefOf(id, 'product', baseUrl);
}

/**
 * What the fields of an operation with the locators `customer` and `product` ask for.
 *
 * @throws UserError when one of them is empty or no such thing
 */
export function accessRequest(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): AccessRequest {
	const value = context.getNodeParameter('customer', '');
	const customer = parseCustomer(value, parseBaseUrl(options.baseURL), 'Customer');
	const fields = { ...asObject(options.qs), ...bodyOf(options) };
	const { product = productOf(context, options), ...given } = fields;
	return {
		context,
		options,
		customer,
		product: String(product),
		given,
		isDry: isDryRun(context),
		project: accessProjection(context),
	};
}

/** The same for an operation with the field `email`, which is in the body. */
export function accessRequestByEmail(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): AccessRequest {
	const { product, email, ...given } = bodyOf(options);
	const customer = { email: parseEmail(email, 'Email') };
	return {
		...{ context, options, customer, product: String(product), given },
		isDry: isDryRun(context),
		project: accessProjection(context),
	};
}

/** One name for one customer reference, whatever the case of an address or the zeros before an ID. */
export function keyOf(customer: CustomerReference): string {
	return 'email' in customer ? inSmallLetters(customer.email) : String(Number(customer.id));
}

/** What is told of a customer who does not exist: what the person gave. */
export function asGiven(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/**
 * Does the work when nothing else is being done for this customer, so that two items with the same e-mail address do
 * not both find nothing and create.
 */
export async function withCustomerLock<T>(
	{ context, options, customer }: Pick<AccessRequest, 'context' | 'options' | 'customer'>,
	work: () => Promise<T>,
): Promise<T> {
	const key = `${parseBaseUrl(options.baseURL)} ${keyOf(customer)}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}
