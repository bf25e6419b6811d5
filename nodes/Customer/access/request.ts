import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { type CustomerReference, parseCustomer } from '../../shared/customer/customerByEmail';
import { cancelSignal, type ItemRequest } from '../../shared/http/request';
import { asObject, bodyOf } from '../../shared/json';
import { parseBaseUrl } from '../../shared/reference/baseUrl';
import { hrefOf, parseId } from '../../shared/reference/reference';
import { inSmallLetters, parseEmail } from '../../shared/validation/email';
import { isDryRun } from './dryRun';
import { accessProjection, type AccessProjection } from './projection';

/** A product whose subscriptions are looked at. */
export interface ProductRequest extends ItemRequest {
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
	project: AccessProjection;
}

function manner(context: IExecuteSingleFunctions): Pick<AccessRequest, 'isDry' | 'project'> {
	return { isDry: isDryRun(context), project: accessProjection(context) };
}

/** The address of the product that an item is about, where routing has not put it into the request. */
function productOf({ context, options: { baseURL } }: ItemRequest): string {
	const id = parseId(context.getNodeParameter('product', ''), 'product', baseURL, 'Product');
	return hrefOf(id, 'product', baseURL);
}

/** What the fields of an operation with the locators `customer` and `product` ask for. */
export function accessRequest(request: ItemRequest): AccessRequest {
	const { context, options } = request;
	const value = context.getNodeParameter('customer', '');
	const customer = parseCustomer(value, options.baseURL, 'Customer');
	const fields = { ...asObject(options.qs), ...bodyOf(options) };
	const { product = productOf(request), ...given } = fields;
	return { context, options, customer, product: String(product), given, ...manner(context) };
}

/** The same for an operation with the field `email`, which is in the body. */
export function accessRequestByEmail({ context, options }: ItemRequest): AccessRequest {
	const { product, email, ...given } = bodyOf(options);
	const customer = { email: parseEmail(email, 'Email') };
	return { context, options, customer, product: String(product), given, ...manner(context) };
}

/** One name for one customer reference, whatever the case of an address or the zeros before an ID. */
export function keyOf(customer: CustomerReference): string {
	return 'email' in customer ? inSmallLetters(customer.email) : String(Number(customer.id));
}

/** What is told of a customer who does not exist: what the person gave. */
export function asGiven(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/** Does the work when nothing else is done for this customer, so that not two items find nothing and both create. */
export async function withCustomerLock<T>(
	{ context, options }: ItemRequest,
	customer: CustomerReference,
	work: () => Promise<T>,
): Promise<T> {
	const key = `${parseBaseUrl(options.baseURL)} ${keyOf(customer)}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}
