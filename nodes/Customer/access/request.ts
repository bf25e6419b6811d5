import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { withKeyedMutex } from '../../shared/concurrency/keyedMutex';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { cancelSignal, type ItemRequest } from '../../shared/http/request';
import { asObject, bodyOf } from '../../shared/json';
import { requireBaseUrl } from '../../shared/resources/baseUrl';
import { hrefOf, requireId } from '../../shared/resources/resources';
import { requireEmail, similarityKey, toAsciiLowerCase } from '../../shared/parameters/email';
import { outputMode, projection } from '../../shared/output/projection';
import { requireBoolean } from '../../shared/parameters/values';
import { dryRunField } from '../../shared/properties/brake';

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
	const id = requireId(context.getNodeParameter('product', ''), 'product', baseURL, 'Product');
	return hrefOf(id, 'product', baseURL);
}

/** What the fields of an operation with the locators `customer` and `product` ask for. */
export function accessRequest(request: ItemRequest): AccessRequest {
	const { context, options } = request;
	const value = context.getNodeParameter('customer', '');
	const customer = requireCustomer(value, options.baseURL, 'Customer');
	const fields = { ...asObject(options.qs), ...bodyOf(options) };
	const { product = productOf(request), ...given } = fields;
	return { context, options, customer, product: String(product), given, ...manner(context) };
}

/** The same for an operation with the field `email`, which is in the body. */
export function accessRequestByEmail({ context, options }: ItemRequest): AccessRequest {
	const { product, email, ...given } = bodyOf(options);
	const customer = { email: requireEmail(email, 'Email') };
	return { context, options, customer, product: String(product), given, ...manner(context) };
}

/** One name for one customer reference, whatever the case of an address or the zeros before an ID. */
export function keyOf(customer: CustomerReference): string {
	return 'email' in customer ? toAsciiLowerCase(customer.email) : String(Number(customer.id));
}

/** What is told of a customer who does not exist: what the person gave. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/**
 * Runs `work` while nothing else is done for this customer, nor for one with a similar address: otherwise two items
 * could find nobody and both create.
 */
export async function withCustomerLock<T>(
	{ context, options }: ItemRequest,
	customer: CustomerReference,
	work: () => Promise<T>,
): Promise<T> {
	const name = 'email' in customer ? similarityKey(customer.email) : keyOf(customer);
	const key = `${requireBaseUrl(options.baseURL)} ${name}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}

export type AccessProjection = (customer: IDataObject, outcome: IDataObject) => IDataObject;

const isWord = ([, value]: [string, unknown]) => typeof value !== 'object';

/**
 * How customers are shown by the operations on access: first the words that the operation tells, then whom they are
 * about, then its lists and changes; raw, the record as the service sent it.
 */
export function accessProjection(context: IExecuteSingleFunctions): AccessProjection {
	const project = projection(context, 'customer');
	if (outputMode(context) === 'raw') return (customer) => project(customer);
	return (customer, outcome) => {
		const shown = project(customer);
		const identity = ['email', 'name', 'id'].filter((name) => Object.hasOwn(shown, name));
		const first = Object.fromEntries(identity.map((name) => [name, shown[name]]));
		const words = Object.fromEntries(Object.entries(outcome).filter(isWord));
		return { ...words, ...first, ...outcome, ...shown, ...outcome };
	};
}

/** Whether an item asks for a dry run, whatever else its value may be. */
export function asksForDryRun(context: IExecuteSingleFunctions): boolean {
	return /^(true|1)$/i.test(String(context.getNodeParameter('options.dryRun', false)));
}

/** @throws UserError when it is added and gives neither true nor false: nothing is written on a guess */
export function isDryRun(context: IExecuteSingleFunctions): boolean {
	return requireBoolean(context.getNodeParameter('options.dryRun', false), dryRunField());
}
