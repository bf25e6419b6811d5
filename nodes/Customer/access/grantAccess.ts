import { type IDataObject, type INodeProperties, NodeApiError, UserError } from 'n8n-workflow';

import type { ItemResult, WorkForAll } from '../../shared/execution/allItems';
import { clientOf, type ItemRequest, send } from '../../shared/client/legacy';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { without } from '../../shared/json';
import { severalCustomersError } from '../../shared/customers/customerByEmail';
import { rememberCreation } from '../../shared/customers/recentCreations';
import { recordIn, requireRecord } from '../../shared/output/projection';
import { creationOverrides, TAKEN } from './creation';
import { findCustomers, findSubscription, subscribersByEmail } from './find';
import {
	type AccessRequest,
	readAdditionalFields,
	readAll,
	toRecord,
	withCustomerLock,
} from './request';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

interface Missing {
	customer: boolean;
	access: boolean;
	/** Fields to be updated, with their new values. */
	fields: IDataObject;
}

interface EnsuredAccess {
	/** The customer after the changes. */
	customer: IDataObject;
	/** The fields and the product that were added, or, in a dry run, that are missing. */
	done: Missing;
}

const isAny = (fields: IDataObject) => Object.keys(fields).length > 0;

/** Finds the customer of a request: of several with one address, the one with access. */
async function resolveCustomer(request: AccessRequest): Promise<IDataObject | undefined> {
	const customers = await findCustomers(request);
	if (customers.length < 2) return customers[0];
	const email = String(customers[0]?.email);
	const [subscriber] = await subscribersByEmail(request, email, 'enabled');
	if (subscriber) return subscriber;
	throw severalCustomersError(email, customers);
}

/** Whether a subscription includes the plan: a free one does not include paid access. */
function covers(subscription: IDataObject | undefined, plan: unknown): boolean {
	return subscription !== undefined && (subscription.plan !== 'free' || plan === 'free');
}

async function diff(
	request: AccessRequest,
	customer: IDataObject,
	updatable: string[],
): Promise<Missing> {
	const { given } = request;
	const subscription = await findSubscription(request, customer, 'enabled');
	const changed = updatable.filter(
		(name) => given[name] !== undefined && given[name] !== (customer[name] ?? ''),
	);
	return {
		customer: false,
		access: !covers(subscription, given.plan),
		fields: Object.fromEntries(changed.map((name) => [name, given[name]])),
	};
}

function subscriptionOf({ product, given: { plan, is_rental } }: AccessRequest): IDataObject {
	return {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
}

/** Updates an existing customer. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function bringUpToDate(
	request: AccessRequest,
	customer: IDataObject,
	missing: Missing,
): Promise<IDataObject> {
	const { context, options } = request;
	const put = async (below: string, body: IDataObject) => {
		const url = `/customers/${requireIdInResponse(customer.id, 'customer')}${below}`;
		const sending = send(context, { options: { ...options, method: 'PUT', url, body } });
		return recordIn(await sending, 'customer');
	};
	let known = customer;
	if (isAny(missing.fields)) {
		known = (await put('', missing.fields)) ?? { ...known, ...missing.fields };
	}
	return (missing.access && (await put('/products', subscriptionOf(request)))) || known;
}

/** Creates the customer, or returns the refusal if another run may have created the customer meanwhile. */
async function create(request: AccessRequest, email: string): Promise<IDataObject | NodeApiError> {
	const { context, product, given } = request;
	const body = { ...given, email, product };
	const options = { ...request.options, method: 'POST' as const, url: '/customers', body };
	const sending = creationOverrides({ context, options }, RUN_AGAIN, true);
	const response = await catchStatus(send(context, { ...sending, options }), TAKEN);
	if (response instanceof NodeApiError) return response;
	const created = requireRecord(response, 'customer');
	rememberCreation(clientOf(request), email, created);
	return created;
}

/** Removes the password: items hold no secrets. */
const withoutPassword = (fields: IDataObject) => without(fields, ['password']);

async function ensureExisting(
	request: AccessRequest,
	customer: IDataObject,
	updatable: string[],
): Promise<EnsuredAccess> {
	const missing = await diff(request, customer, updatable);
	if (request.isDry) return { customer, done: missing };
	return { customer: await bringUpToDate(request, customer, missing), done: missing };
}

async function ensureNew(request: AccessRequest, updatable: string[]): Promise<EnsuredAccess> {
	const { customer } = request;
	if ('id' in customer) {
		throw new UserError(`No customer ${customer.id}`, {
			description: 'Check the ID. To have a customer created, use By Email and the e-mail address.',
		});
	}
	const done: Missing = { customer: true, access: true, fields: {} };
	if (request.isDry) {
		return { customer: { ...withoutPassword(request.given), ...toRecord(customer) }, done };
	}
	const created = await create(request, customer.email);
	if (!(created instanceof NodeApiError)) return { customer: created, done };
	const other = await resolveCustomer(request);
	if (!other) throw created;
	return await ensureExisting(request, other, updatable);
}

const OUTCOMES = { customer: 'created', access: 'granted', fields: 'updated' };
const DRY_OUTCOMES = { customer: 'wouldCreate', access: 'wouldGrant', fields: 'wouldUpdate' };

/** Returns the most far-reaching outcome. */
function outcomeOf({ customer, access, fields }: Missing, isDry: boolean): string {
	const outcomes = isDry ? DRY_OUTCOMES : OUTCOMES;
	if (customer) return outcomes.customer;
	if (access) return outcomes.access;
	return isAny(fields) ? outcomes.fields : 'unchanged';
}

/** Returns the changes that a dry run reports. */
function changesOf(request: AccessRequest, { customer, access, fields }: Missing): IDataObject {
	return {
		...(customer && withoutPassword(request.given)),
		...fields,
		...(access && subscriptionOf(request)),
	};
}

/**
 * Makes sure that there is one customer with access to a product: finds the customer, compares, and writes only what is
 * missing. A creation that is refused because the address is taken is followed by another look-up: another run may have
 * created the customer meanwhile.
 *
 * @param updatable the fields that are updated when the customer exists
 * @returns the outcome and the customer; in a dry run also the `changes` that would be made
 */
export async function grantAccess(
	request: AccessRequest,
	updatable: string[] = [],
): Promise<ItemResult> {
	const { isDry, project } = request;
	const { customer, done } = await withCustomerLock(request, request.customer, async () => {
		const known = await resolveCustomer(request);
		return known
			? await ensureExisting(request, known, updatable)
			: await ensureNew(request, updatable);
	});
	const outcome = outcomeOf(done, isDry);
	const changes = isDry && { changes: changesOf(request, done) };
	return { outcome, json: project(customer, { outcome, ...changes }) };
}

/** The text for each outcome in the summary. */
export const GRANT_WORDS = {
	created: 'created',
	granted: 'granted access',
	updated: 'updated',
	wouldCreate: 'would be created',
	wouldGrant: 'would be granted access',
	wouldUpdate: 'would be updated',
};

/**
 * Does {@link grantAccess} for all items of a run.
 *
 * @param read reads an item, except for its Additional Fields
 * @param fields the fields of Additional Fields
 */
export function grantToAll(
	read: (request: ItemRequest) => AccessRequest,
	fields: INodeProperties[],
	updatable: string[] = [],
): WorkForAll {
	const validated = validatedProperties(fields);
	return async (contexts, options) => {
		const requests = await readAll(contexts, options, async (request) => ({
			...read(request),
			given: await readAdditionalFields(request.context, request.options, validated),
		}));
		return requests.map((reading) => async () => [await grantAccess(await reading, updatable)]);
	};
}
