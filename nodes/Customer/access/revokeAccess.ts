import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../../shared/http/errors';
import { send } from '../../shared/http/requestSender';
import { isObject } from '../../shared/json';
import { NO_CONTENT, requireIdInResponse } from '../../shared/http/response';
import type { AccessResult } from './ensureAccess';
import { findAccess, findSubscription, type SubscriptionStatus } from './find';
import { NOTHING_THERE } from './notSubscribed';
import { type AccessRequest, type ProductRequest, toRecord, withCustomerLock } from './request';

/** A customer may have both; they are removed one at a time (docs/service.md, Customers). */
const PLANS = ['standard', 'free'];

export interface HeldAccess {
	customer: IDataObject;
	hasAccess: boolean;
	/** With which status it is listed; `undefined` where there is none, not even one that lapsed. */
	listedAs: SubscriptionStatus | undefined;
}

async function removePlan(
	request: ProductRequest,
	customer: IDataObject,
	plan: string,
): Promise<NodeApiError | undefined> {
	const { context, options, product } = request;
	const url = `/customers/${requireIdInResponse(customer.id, 'customer')}/products`;
	const body = { product, plan };
	const removal = send(context, {
		options: { ...options, method: 'DELETE', url, qs: {}, body },
		// One that was lost, sent again and refused: where nothing is left, the first one has done it.
		reconcile: async () =>
			(await findSubscription(request, customer, 'all')) ? undefined : NO_CONTENT,
	});
	const answer = await catchStatus(removal, NOTHING_THERE);
	return answer instanceof NodeApiError ? answer : undefined;
}

/** Whether access is left, as far as can be seen: what cannot be looked at is removed all the same. */
async function isLeft(
	request: ProductRequest,
	{ customer, listedAs }: HeldAccess,
): Promise<boolean> {
	if (!listedAs) return true;
	return await findSubscription(request, customer, listedAs).then(isObject, () => true);
}

/** The failure of a later removal does not hide that the earlier one was done. */
function withRemoved(failure: unknown, removed: string[]): unknown {
	if (failure instanceof NodeApiError && removed.length > 0) {
		failure.description = `The ${removed.join(' and ')} access was removed. ${failure.description ?? ''}`;
	}
	return failure;
}

/**
 * Removes the plans, the paid one first, until no access is listed any more. Where none is listed, both are removed all
 * the same: it may have been given so recently that no list tells it yet.
 */
async function removePlans(request: ProductRequest, held: HeldAccess): Promise<string[]> {
	const { customer, listedAs, hasAccess } = held;
	const removed: string[] = [];
	const refusals: NodeApiError[] = [];
	for (const plan of PLANS) {
		const refusal = await removePlan(request, customer, plan).catch((failure: unknown) => {
			throw withRemoved(failure, removed);
		});
		if (refusal) refusals.push(refusal);
		else if (listedAs) removed.push(plan);
		if (!(await isLeft(request, held))) return removed;
	}
	const [refusal] = refusals;
	if (hasAccess && removed.length === 0 && refusal) throw refusal;
	return removed;
}

/**
 * Whose access a request ends: those with access now, or where nobody has it, all who are meant. Both a dry run and
 * Stop If More Than rest on it.
 */
export async function heldAccess(request: AccessRequest): Promise<HeldAccess[]> {
	const { customers, subscribers } = await findAccess(request);
	if (subscribers.length > 0) {
		return subscribers.map((customer) => ({ customer, hasAccess: true, listedAs: 'enabled' }));
	}
	return await Promise.all(
		customers.map(async (customer): Promise<HeldAccess> => {
			const lapsed = await findSubscription(request, customer, 'all');
			return { customer: lapsed ?? customer, hasAccess: false, listedAs: lapsed && 'all' };
		}),
	);
}

export function isRevocation({ listedAs }: HeldAccess): boolean {
	return listedAs !== undefined;
}

async function endAccess({ isDry, ...request }: AccessRequest, held: HeldAccess) {
	if (isDry && isRevocation(held)) {
		const { plan } = held.customer;
		const changes = { product: request.product, ...(typeof plan === 'string' && { plan }) };
		return { outcome: 'wouldRevoke', changes };
	}
	const revokedPlans = isDry ? [] : await removePlans(request, held);
	return revokedPlans.length > 0 ? { outcome: 'revoked', revokedPlans } : { outcome: 'unchanged' };
}

export async function revokeHeld(request: AccessRequest, held: HeldAccess): Promise<AccessResult> {
	const ended = await endAccess(request, held);
	return { outcome: ended.outcome, json: request.project(held.customer, ended) };
}

/** Ends the access of a customer to a product, paid and free, of all who have it with the address; tells each. */
export async function revokeAccess(request: AccessRequest): Promise<IDataObject[]> {
	return await withCustomerLock(request, request.customer, async () => {
		const items: IDataObject[] = [];
		for (const held of await heldAccess(request)) {
			items.push((await revokeHeld(request, held)).json);
		}
		return items.length > 0 ? items : [{ outcome: 'unchanged', ...toRecord(request.customer) }];
	});
}
