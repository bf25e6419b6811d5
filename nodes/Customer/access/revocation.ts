import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { recordIn } from '../../shared/output/projection';
import { type ApplyStep, withoutProducts } from './apply';
import { findSubscriber } from './evidence';
import type { AccessInput } from './input';
import type { Step } from './plan';
import { rememberAccess } from './writtenAccess';

/** The plans. A customer may have both; each is removed with its own request (docs/service.md, Customers). */
const CUSTOMER_PLANS = ['standard', 'free'];

/** The statuses of a refusal when there is nothing to remove; which one is not documented. */
export const NOTHING_TO_REMOVE = ['400', '404', '409', '422'];

/** Adds the removals that were done before a failure to its description. */
function withRemoved(failure: unknown, removed: string[]): unknown {
	if (failure instanceof NodeApiError && removed.length > 0) {
		failure.description = `The ${removed.join(' and ')} access was removed. ${failure.description ?? ''}`;
	}
	return failure;
}

/**
 * Removes the plans, the paid one first, until the customer's own record shows no access. Access that has lapsed, and may
 * come back, is in no record: both plans are removed.
 *
 * @returns the plans whose removal succeeded, and the customer in the response to the last one
 */
async function removePlans(
	{ client, product }: AccessInput,
	{ customer, state }: Step,
): Promise<{ removed: string[]; record?: IDataObject | undefined }> {
	const id = requireIdInResponse(customer.id, 'customer');
	const removed: string[] = [];
	let record: IDataObject | undefined;
	const refusals = new Map<string, NodeApiError>();
	/** Whether the own record shows access; `undefined` where it tells nothing. */
	let isLeft: boolean | undefined;
	for (const plan of CUSTOMER_PLANS) {
		// A removal that is sent again after a lost response, and finds nothing, is done.
		const options = { absentStatuses: NOTHING_TO_REMOVE.map(Number) };
		const removal = client.delete(`/customers/${id}/products`, { product, plan }, options);
		const response = await catchStatus(removal, NOTHING_TO_REMOVE).catch((failure: unknown) => {
			throw withRemoved(failure, removed);
		});
		if (response instanceof NodeApiError) refusals.set(plan, response);
		else {
			removed.push(plan);
			record = recordIn(response, 'customer') ?? record;
		}
		if (state === 'active') {
			isLeft = await findSubscriber({ client, product }, id).then(Boolean, () => undefined);
		}
		if (isLeft === false) return { removed, record };
	}
	const [first] = refusals.values();
	const refusal = refusals.get(String(customer.plan));
	if (state === 'active' && (first ?? isLeft)) {
		const unheld = removed.length === 0 ? first : undefined;
		throw withRemoved(refusal ?? unheld ?? stillHasAccess(id), removed);
	}
	// A 404 may only say that the customer has no such plan, and so may any status where nothing was removed.
	if (refusal && refusal.httpCode !== '404' && removed.length > 0) {
		throw withRemoved(refusal, removed);
	}
	return { removed, record };
}

function stillHasAccess(id: string): UserError {
	return new UserError(`Customer ${id} still has access`, {
		description: `Run this again. If it keeps happening, contact the service: it accepted the removals, and its record still shows the product.`,
	});
}

/** Ends the access of one customer, where the step is to do so. */
export const applyRevocation: ApplyStep = async (input, step) => {
	if (step.outcome !== 'revoked') return step;
	const { removed, record } = await removePlans(input, step);
	rememberAccess(input.client, input.product, step.customer.id, 'none');
	if (removed.length === 0) return { ...step, outcome: 'unchanged' };
	return { ...step, customer: record ?? withoutProducts(step.customer), revokedPlans: removed };
};
