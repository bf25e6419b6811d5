import { NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import type { RequestOptions } from '../../shared/client/request';
import { rememberAccess } from '../../shared/customers/recentWrites';
import type { Done } from './apply';
import { findAsSubscriber } from './evidence';
import type { AccessInput } from './input';
import type { Step } from './plan';

/** The plans. A customer may have both; each is removed with its own request (docs/service.md, Customers). */
const PLANS = ['standard', 'free'];

/** The statuses of a refusal when there is nothing to remove; which one is not documented. */
export const NOTHING_THERE = ['400', '404', '409', '422'];

/** A removal that is sent again after a lost response, and finds nothing, is done. */
const REMOVAL: RequestOptions = { absentStatuses: NOTHING_THERE.map(Number) };

/** Removes a plan. Returns the refusal where the customer may not have it. */
async function removePlan(
	input: AccessInput,
	id: string,
	plan: string,
): Promise<NodeApiError | undefined> {
	const { client, product } = input;
	const removal = client.delete(`/customers/${id}/products`, { product, plan }, REMOVAL);
	const response = await catchStatus(removal, NOTHING_THERE);
	return response instanceof NodeApiError ? response : undefined;
}

/** Adds the removals that were done before a failure to its description. */
function withRemoved(failure: unknown, removed: string[]): unknown {
	if (failure instanceof NodeApiError && removed.length > 0) {
		failure.description = `The ${removed.join(' and ')} access was removed. ${failure.description ?? ''}`;
	}
	return failure;
}

/** Looks at the customer's own record whether access is left; returns the failure where it cannot be read. */
async function isLeft(input: AccessInput, id: string): Promise<boolean | Error> {
	return await findAsSubscriber(input, id).then(
		(subscriber) => subscriber !== undefined,
		(failure: unknown) => (failure instanceof Error ? failure : new Error(String(failure))),
	);
}

/** A 404 may only say that the customer has no such plan. */
const saysMore = (refusal: NodeApiError) => refusal.httpCode !== '404';

/**
 * Removes the plans, the paid one first, until the customer's own record shows no access. Access that has lapsed, and may
 * come back, is in no record: both plans are removed.
 *
 * @returns the plans whose removal succeeded
 */
async function removePlans(input: AccessInput, { customer, state }: Step): Promise<string[]> {
	const id = requireIdInResponse(customer.id, 'customer');
	const removed: string[] = [];
	const refusals = new Map<string, NodeApiError>();
	let left: boolean | Error = true;
	for (const plan of PLANS) {
		const refusal = await removePlan(input, id, plan).catch((failure: unknown) => {
			throw withRemoved(failure, removed);
		});
		if (refusal) refusals.set(plan, refusal);
		else removed.push(plan);
		if (state === 'active') left = await isLeft(input, id);
		if (left === false) return removed;
	}
	if (state === 'lapsed') {
		const refusal = refusals.get(String(customer.plan));
		if (!refusal || removed.length === 0 || !saysMore(refusal)) return removed;
		throw withRemoved(refusal, removed);
	}
	const [first] = refusals.values();
	if (left === true && !first) {
		throw new UserError(`Customer ${id} still has access`, {
			description: `Run this again. If it keeps happening, contact the service: it accepted the removals, and its record still shows the product.`,
		});
	}
	// Both removals succeeded, and only the look at the end failed.
	if (left !== true && !first) return removed;
	throw withRemoved([...refusals.values()].find(saysMore) ?? first, removed);
}

/** Ends the access of one customer, where the step is to do so. */
export async function applyRevocation(input: AccessInput, step: Step): Promise<Done> {
	if (step.outcome !== 'revoked') return step;
	const { customer } = step;
	const revokedPlans = await removePlans(input, step);
	rememberAccess(input.client, input.product, customer.id, 'none');
	return revokedPlans.length > 0
		? { outcome: 'revoked', customer, revokedPlans }
		: { outcome: 'unchanged', customer };
}
