import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { mapYielding, withKeyedMutex } from '../../shared/concurrency/concurrency';
import { type CustomerReference, requireCustomer } from '../../shared/customers/customerByEmail';
import { assertNotRefused } from '../../shared/client/preSend';
import { cancelSignal } from '../../shared/client/context';
import type { ItemRequest } from '../../shared/client/legacy';
import { hrefOf, requireBaseUrl, requireId } from '../../shared/resources/resources';
import { requireEmail, similarityKey, toAsciiLowerCase } from '../../shared/parameters/email';
import { outputMode, projection } from '../../shared/output/projection';
import { withCustomerHeaders } from '../../shared/execution/allItems';
import { requireBoolean, requireGroup } from '../../shared/parameters/checks';
import { dryRunField } from '../../shared/properties/fields';

/** A request about the subscriptions to a product. */
export interface ProductRequest extends ItemRequest {
	/** The product's href. */
	product: string;
}

/** The validated input of an operation on access, for one item. */
export interface AccessRequest extends ProductRequest {
	customer: CustomerReference;
	/** The values of Additional Fields, by the API's names. */
	given: IDataObject;
	/** Whether nothing may be written. */
	isDry: boolean;
	project: AccessProjection;
}

/** Returns the href of the product. */
function productOf({ context, options: { baseURL } }: ItemRequest): string {
	const chosen = context.getNodeParameter('product', '');
	return hrefOf(requireId(chosen, 'product', 'Product'), 'product', baseURL);
}

function requestFor(request: ItemRequest, customer: CustomerReference): AccessRequest {
	const { context, options } = request;
	return {
		context,
		options,
		customer,
		product: productOf(request),
		given: {},
		isDry: isDryRun(context),
		project: accessProjection(context),
	};
}

/** Reads an item of an operation with the locators `customer` and `product`. */
export function readAccess(request: ItemRequest): AccessRequest {
	const value = request.context.getNodeParameter('customer', '');
	return requestFor(request, requireCustomer(value, 'Customer'));
}

/** Reads an item of an operation with the field `email` and the locator `product`. */
export function readAccessByEmail(request: ItemRequest): AccessRequest {
	const email = requireEmail(request.context.getNodeParameter('email', ''), 'Email');
	return requestFor(request, { email });
}

/**
 * Reads Additional Fields as n8n's routing does: copies their values, and runs their steps before sending.
 *
 * @param fields with their checks, see `validatedProperties`
 * @returns the values by the API's names
 */
export async function readAdditionalFields(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	fields: INodeProperties[],
): Promise<IDataObject> {
	const values = requireGroup(
		context.getNodeParameter('additionalFields', {}),
		'Additional Fields',
	);
	const body: IDataObject = {};
	const own = { ...options, body, qs: {} };
	for (const { name, routing } of fields) {
		if (!Object.hasOwn(values, name)) continue;
		const { property, preSend: steps = [] } = routing?.send ?? {};
		if (property !== undefined) own.body = { ...own.body, [property]: values[name] };
		for (const step of steps) await step.call(context, own);
	}
	assertNotRefused(own);
	return own.body;
}

/** Reads the input of each item of a run. An item with invalid values fails when its work awaits its input. */
export async function readAll(
	contexts: IExecuteSingleFunctions[],
	options: IHttpRequestOptions,
	read: (request: ItemRequest) => AccessRequest | Promise<AccessRequest>,
): Promise<Array<Promise<AccessRequest>>> {
	return await mapYielding(contexts, (context) => {
		const request = withCustomerHeaders({ context, options }).then(read);
		// The work of the item reports the failure.
		request.catch(() => {});
		return request;
	});
}

/** Returns a key for a customer reference, whatever the case of an address or the zeros before an ID. */
export function keyOf(customer: CustomerReference): string {
	return 'email' in customer ? toAsciiLowerCase(customer.email) : String(Number(customer.id));
}

/** Returns a record for a customer who does not exist: the requested address or ID. */
export function toRecord(customer: CustomerReference): IDataObject {
	return 'email' in customer ? { email: customer.email } : { id: Number(customer.id) };
}

/**
 * Runs `work` exclusively for this customer and those with similar addresses. Otherwise two items could both find no
 * customer and create one each.
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

type AccessProjection = (customer: IDataObject, outcome: IDataObject) => IDataObject;

const isWord = ([, value]: [string, unknown]) => typeof value !== 'object';

/**
 * Returns the function that formats customers for the operations on access: first the operation's own fields (`outcome`),
 * then address, name and ID, then lists and changes. With Output on Raw, it returns the record as the service sent it.
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

/** @throws UserError when Dry Run is neither true nor false, because a wrong guess could write */
function isDryRun(context: IExecuteSingleFunctions): boolean {
	return requireBoolean(context.getNodeParameter('options.dryRun', false), dryRunField());
}
