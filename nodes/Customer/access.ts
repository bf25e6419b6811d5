import {
	NodeApiError,
	UserError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { withKeyedMutex } from '../shared/concurrency/keyedMutex';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { orRefusal } from '../shared/http/nodeErrors';
import { cancelSignal } from '../shared/http/request';
import type { ServiceResponse } from '../shared/http/response';
import { send } from '../shared/http/send';
import { bodyOf, isObject } from '../shared/json';
import {
	type CustomerReference,
	findByEmail,
	inSmallLetters,
} from '../shared/operation/customerByEmail';
import { recordOf, view } from '../shared/operation/output';
import { creationTraits } from './creation';
import { findById, findSubscription } from './find';

/** What was done, and the customer as known afterwards. */
interface Done {
	customer: IDataObject;
	created: boolean;
	granted: boolean;
	updated: boolean;
}

type Request = [context: IExecutePaginationFunctions, options: IHttpRequestOptions];

/** The statuses with which the service may refuse an e-mail address that another run has just used. */
const REFUSED = ['400', '409', '422'];

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/**
 * Does the work when nothing else is being done for this customer, so that two items with the same
 * e-mail address do not both find nothing and create.
 */
export async function inTurn<T>(
	[context, options]: Request,
	identity: CustomerReference,
	work: () => Promise<T>,
): Promise<T> {
	const key = 'email' in identity ? inSmallLetters(identity.email) : identity.id;
	return await withKeyedMutex(
		`${parseBaseUrl(options.baseURL)} ${key}`,
		work,
		cancelSignal(context),
	);
}

/** The customer that is meant, whatever the status; `undefined` when there is none. */
export async function findCustomer(
	[context, options]: Request,
	identity: CustomerReference,
): Promise<IDataObject | undefined> {
	if ('id' in identity) return await findById(context, options, identity.id);
	const { customers } = await findByEmail(context, options, identity.email, { status: 'all' });
	return customers[0];
}

/** A write may answer the changed record, or nothing (spec, Customers). */
function recordAfter({ body }: ServiceResponse, before: IDataObject): IDataObject {
	return isObject(body) && body.id !== undefined ? body : before;
}

/** A subscription that is free after registration does not stand for a paid one. */
function covers(subscription: IDataObject | undefined, plan: unknown): boolean {
	return subscription !== undefined && (subscription.plan !== 'free' || plan === 'free');
}

/** Reads first, then changes what differs: nothing is changed when a value turns out to be wrong. */
async function bringUpToDate(
	[context, options]: Request,
	customer: IDataObject,
	updatable: string[],
): Promise<Done> {
	const { product, plan, is_rental, ...given } = bodyOf(options);
	const subscription = await findSubscription(context, options, customer, String(product));
	const isGranted = covers(subscription, plan);
	const changes = updatable.filter(
		(name) => given[name] !== undefined && given[name] !== (customer[name] ?? ''),
	);
	const put = async (below: string, body: IDataObject) =>
		await send(context, {
			options: {
				...options,
				method: 'PUT',
				url: `/customers/${String(customer.id)}${below}`,
				body,
			},
		});
	let known = customer;
	if (changes.length > 0) {
		const changed = Object.fromEntries(changes.map((name) => [name, given[name]]));
		known = recordAfter(await put('', changed), { ...known, ...changed });
	}
	if (!isGranted) known = recordAfter(await put('/products', { product, plan, is_rental }), known);
	return { customer: known, created: false, granted: !isGranted, updated: changes.length > 0 };
}

async function create([context, options]: Request, email: string): Promise<Done> {
	const creation: IHttpRequestOptions = { ...options, method: 'POST', url: '/customers' };
	creation.body = { ...bodyOf(options), email };
	const response = await send(context, {
		...creationTraits(context, creation, RUN_AGAIN, true),
		options: creation,
	});
	return { customer: recordOf(response), created: true, granted: true, updated: false };
}

async function ensureOne(
	request: Request,
	identity: CustomerReference,
	updatable: string[],
): Promise<Done> {
	const customer = await findCustomer(request, identity);
	if (customer) return await bringUpToDate(request, customer, updatable);
	if ('id' in identity) {
		throw new UserError(`There is no customer with the ID ${identity.id}`, {
			description: 'Check the ID. To have a customer created, use By Email and the e-mail address.',
		});
	}
	const created = await orRefusal(create(request, identity.email), REFUSED);
	if (!(created instanceof NodeApiError)) return created;
	const other = await findCustomer(request, identity);
	if (!other) throw created;
	return await bringUpToDate(request, other, updatable);
}

/** The most far-reaching of what was done. */
function outcomeOf({ created, granted, updated }: Done): string {
	if (created) return 'created';
	if (granted) return 'granted';
	return updated ? 'updated' : 'unchanged';
}

/**
 * Makes sure that there is one customer with access to a product: created if there is none, changed
 * if something is missing, left alone otherwise. The service refuses an e-mail address that is
 * taken; so when another run created the customer meanwhile, it is looked up again.
 *
 * @param request its body holds the fields of a creation (spec, Customers), `email` aside
 * @param identity without an e-mail address nobody can be created
 * @param updatable the fields that are brought up to date when the customer exists
 * @returns the customer with `created`, `granted` (the access was given now, also with the
 *   creation), `updated`, and the first of them that is true, or `unchanged`, as `outcome`
 * @throws NodeApiError; UserError when a customer given by id does not exist
 */
export async function ensureAccess(
	request: Request,
	identity: CustomerReference,
	updatable: string[],
): Promise<IDataObject> {
	const show = view(request[0], 'customer');
	const done = await inTurn(request, identity, async () => {
		return await ensureOne(request, identity, updatable);
	});
	const { customer, ...told } = done;
	return show(customer, { outcome: outcomeOf(done), ...told });
}
