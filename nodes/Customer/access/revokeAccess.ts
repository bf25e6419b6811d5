import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { orRefusal } from '../../shared/http/nodeErrors';
import { toldId } from '../../shared/http/reference';
import { send } from '../../shared/http/send';
import { isObject } from '../../shared/json';
import { view } from '../../shared/operation/output';
import { holdBack } from './brake';
import { isDryRun } from './dryRun';
import { findAccess, findSubscription, type SubscriptionStatus } from './find';
import { NOTHING_THERE, REMOVED } from './notSubscribed';
import { type AccessRequest, asGiven, inTurn } from './request';

/** A customer may have both; they are removed one at a time (spec, Customers). */
const PLANS = ['standard', 'free'];

/** The access of one customer to the product. */
interface Held {
	customer: IDataObject;
	hasAccess: boolean;
	/** With which status it is listed; `undefined` where there is none, not even one that lapsed. */
	listedAs: SubscriptionStatus | undefined;
}

/** What is told when nothing was done. */
const UNCHANGED = { outcome: 'unchanged', revoked: false, revokedPlans: [] };

/** Removes one plan, or gives the refusal when it is not there. */
async function removePlan(
	request: AccessRequest,
	customer: IDataObject,
	plan: string,
): Promise<NodeApiError | undefined> {
	const { context, options, product } = request;
	const url = `/customers/${toldId(customer.id, 'customer')}/products`;
	const body = { product, plan };
	const removal = send(context, {
		options: { ...options, method: 'DELETE', url, qs: {}, body },
		// One that was lost, sent again and refused: where nothing is left, the first one has done it.
		recover: async () => ((await findSubscription(request, customer, 'all')) ? undefined : REMOVED),
	});
	const answer = await orRefusal(removal, NOTHING_THERE);
	return answer instanceof NodeApiError ? answer : undefined;
}

/** Whether access is left, as far as can be seen: what cannot be looked at is removed all the same. */
async function isLeft(request: AccessRequest, { customer, listedAs }: Held): Promise<boolean> {
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
 * Removes the plans, the paid one first, until no access is listed any more. Where none is listed,
 * both are removed all the same: it may have been given so recently that no list tells it yet.
 *
 * @returns the plans that were there and are removed
 * @throws NodeApiError when the service refuses and the access stays
 */
async function removePlans(request: AccessRequest, held: Held): Promise<string[]> {
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

async function revokeFrom(request: AccessRequest, held: Held): Promise<IDataObject> {
	const { customer, listedAs } = held;
	const show = view(request.context, 'customer');
	if (isDryRun(request.context)) {
		const { product } = request;
		const changes = listedAs ? { product, plan: customer.plan ?? null } : {};
		return show(customer, { ...UNCHANGED, wouldRevoke: listedAs !== undefined, changes });
	}
	const revokedPlans = await removePlans(request, held);
	if (revokedPlans.length === 0) return show(customer, UNCHANGED);
	return show(customer, { outcome: 'revoked', revoked: true, revokedPlans });
}

/** What those who are meant have: only those who have access now, if there are any. */
async function whatTheyHave(request: AccessRequest): Promise<Held[]> {
	const { customers, subscribers } = await findAccess(request);
	if (subscribers.length > 0) {
		return subscribers.map((customer) => ({ customer, hasAccess: true, listedAs: 'enabled' }));
	}
	return await Promise.all(
		customers.map(async (customer): Promise<Held> => {
			const lapsed = await findSubscription(request, customer, 'all');
			return { customer: lapsed ?? customer, hasAccess: false, listedAs: lapsed && 'all' };
		}),
	);
}

/**
 * Ends the access of a customer to a product, paid and free, of all who have it with the address.
 *
 * @returns each customer; first what was done: `outcome`, `revoked` and `revokedPlans`; in a dry run
 *   also what would have been done
 * @throws NodeApiError; UserError when the run would take the access of more than the person allows
 */
export async function revokeAccess(request: AccessRequest): Promise<IDataObject[]> {
	const isDry = isDryRun(request.context);
	if (!isDry) await holdBack(request);
	return await inTurn(request, async () => {
		const items: IDataObject[] = [];
		for (const held of await whatTheyHave(request)) items.push(await revokeFrom(request, held));
		if (items.length > 0) return items;
		const would = isDry ? { wouldRevoke: false, changes: {} } : {};
		return [{ ...UNCHANGED, ...would, ...asGiven(request.customer) }];
	});
}
