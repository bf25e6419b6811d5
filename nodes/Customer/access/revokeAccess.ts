import { type IDataObject, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { send } from '../../shared/client/legacy';
import { isObject } from '../../shared/json';
import { NO_CONTENT, requireIdInResponse } from '../../shared/client/response';
import { type CustomerAccess, findByIdWithProduct, mayBeListed } from './find';
import type { ItemResult } from '../../shared/execution/allItems';
import { NOTHING_THERE } from './removal';
import type { AccessRequest, ProductRequest } from './request';

/** The plans. A customer may have both; each is removed with its own request (docs/service.md, Customers). */
const PLANS = ['standard', 'free'];

/** Whether removals are sent. They are not when responses of different kinds agree that there is no access. */
export function isRevocation({ state }: CustomerAccess): boolean {
	return state !== 'none';
}

/**
 * Whether access is left. The customer's own record is read first: lists show removed access for a while. Access that
 * cannot be looked up counts as left.
 *
 * @param isRemoved whether a removal has succeeded; otherwise the list has to agree that nothing is left
 */
async function isLeft(
	request: ProductRequest,
	{ customer, state }: CustomerAccess,
	isRemoved: boolean,
): Promise<boolean> {
	if (state === 'unclear') return true;
	const isListed = async (status: 'enabled' | 'all') =>
		await mayBeListed(request, customer, status).catch(() => true);
	if (state === 'lapsed') return await isListed('all');
	const isKnown = await findByIdWithProduct(request, customer).then(isObject, () => undefined);
	return isKnown === false && isRemoved ? false : isKnown === true || (await isListed('enabled'));
}

async function removePlan(
	request: ProductRequest,
	access: CustomerAccess,
	plan: string,
): Promise<NodeApiError | undefined> {
	const { context, options, product } = request;
	const url = `/customers/${requireIdInResponse(access.customer.id, 'customer')}/products`;
	const body = { product, plan };
	const removal = send(context, {
		options: { ...options, method: 'DELETE', url, qs: {}, body },
		// The response was lost, and the removal was refused when it was sent again.
		reconcile: async () => ((await isLeft(request, access, false)) ? undefined : NO_CONTENT),
	});
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

/**
 * Removes the plans, the paid one first, until no access is left.
 *
 * @returns the plans whose removal succeeded
 * @throws NodeApiError the refusal of a removal, where access is left
 */
async function removePlans(request: ProductRequest, access: CustomerAccess): Promise<string[]> {
	const removed: string[] = [];
	const refusals = new Map<string, NodeApiError>();
	for (const plan of PLANS) {
		const refusal = await removePlan(request, access, plan).catch((failure: unknown) => {
			throw withRemoved(failure, removed);
		});
		if (refusal) refusals.set(plan, refusal);
		else removed.push(plan);
		const isAllRemoved = removed.length === PLANS.length;
		if (isAllRemoved || !(await isLeft(request, access, removed.length > 0))) return removed;
	}
	// A 404 may only say that the customer has no such plan.
	const isTold = (refusal?: NodeApiError) => refusal !== undefined && refusal.httpCode !== '404';
	const isPlanLeft = removed.length > 0 && isTold(refusals.get(String(access.customer.plan)));
	if (access.state !== 'active' && !isPlanLeft) return removed;
	const [first] = refusals.values();
	throw withRemoved([...refusals.values()].find(isTold) ?? first, removed);
}

/** Ends the access of one customer, or, in a dry run, returns the outcome that a real run would have. */
export async function endAccess(
	request: AccessRequest,
	access: CustomerAccess,
): Promise<ItemResult> {
	const { isDry, product, project } = request;
	const { customer } = access;
	const resultOf = (outcome: string, details: IDataObject = {}): ItemResult => ({
		outcome,
		json: project(customer, { outcome, ...details }),
	});
	if (!isRevocation(access)) return resultOf('unchanged');
	if (isDry) {
		const { plan } = customer;
		const changes = { product, ...(typeof plan === 'string' && { plan }) };
		return resultOf('wouldRevoke', { changes });
	}
	const revokedPlans = await removePlans(request, access);
	return revokedPlans.length > 0 ? resultOf('revoked', { revokedPlans }) : resultOf('unchanged');
}
