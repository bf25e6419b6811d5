import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus, hasStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { rememberAccess, rememberCreation } from '../../shared/customers/recentWrites';
import { recordIn, requireRecord } from '../../shared/output/projection';
import { createOnce, creationOptions, TAKEN } from './creation';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** What was done for a person. */
export interface Done {
	outcome: AccessOutcome;
	/** The customer after it. */
	customer: IDataObject;
	/** The plans whose removal succeeded. */
	revokedPlans?: string[];
}

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/**
 * Applies a step.
 *
 * @param customer the customer as earlier steps have left them
 * @param planAgain plans once more, after somebody else was faster
 */
export type ApplyStep = (
	input: AccessInput,
	step: Step,
	customer: IDataObject,
	planAgain: () => Promise<Step>,
) => Promise<Done>;

/** The statuses with which a write may be refused that somebody else has forestalled. */
const FORESTALLED = ['409', '422'];

/** The statuses with which the service refuses a person or their values. */
const REFUSED = ['400', '404', '406', '409', '422'];

/** Whether a failure concerns one person only: the service or a check has refused the values. */
export function isRefusal(failure: unknown): boolean {
	return failure instanceof UserError || hasStatus(failure, REFUSED);
}

const planOf = ({ given }: AccessInput) => (given.plan === 'free' ? 'free' : 'standard');

/** Returns the body that grants the product of an input. */
export function subscriptionOf({ product, given: { plan, is_rental } }: AccessInput): IDataObject {
	return {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
}

/** Creates a customer. Returns the refusal where the address may be taken, and `undefined` where this process was faster. */
async function create(
	input: AccessInput,
	email: string,
): Promise<IDataObject | NodeApiError | undefined> {
	const { client, product, given } = input;
	const body = { ...given, email, product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const options = creationOptions(client, request, RUN_AGAIN, true);
	return await createOnce(client, email, async () => {
		const response = await catchStatus(client.send(request, options), TAKEN);
		if (response instanceof NodeApiError) return response;
		const created = requireRecord(response, 'customer');
		rememberCreation(client, email, created.id);
		rememberAccess(client, product, created.id, planOf(input));
		return created;
	});
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function update(
	input: AccessInput,
	{ outcome, fields = {} }: Step,
	customer: IDataObject,
): Promise<IDataObject | NodeApiError> {
	const { client, product } = input;
	const id = requireIdInResponse(customer.id, 'customer');
	const path = `/customers/${id}`;
	let known = customer;
	if (Object.keys(fields).length > 0) {
		known = recordIn(await client.put(path, fields), 'customer') ?? { ...known, ...fields };
	}
	if (outcome !== 'granted') return known;
	const response = await catchStatus(
		client.put(`${path}/products`, subscriptionOf(input)),
		FORESTALLED,
	);
	if (response instanceof NodeApiError) return response;
	rememberAccess(client, product, id, planOf(input));
	return recordIn(response, 'customer') ?? known;
}

/** Does a step; returns the refusal, or `undefined`, where somebody else was faster. */
async function tryStep(input: AccessInput, step: Step, customer: IDataObject) {
	if (step.outcome === 'created') return await create(input, String(customer.email));
	const isWrite = step.outcome === 'granted' || step.outcome === 'updated';
	return isWrite ? await update(input, step, customer) : customer;
}

/**
 * Applies a step of a grant. Where somebody else was faster, it is planned once more: another run may have created the
 * customer or granted the product meanwhile.
 */
export const applyGrant: ApplyStep = async (input, step, customer, planAgain) => {
	const first = await tryStep(input, step, customer);
	if (first && !(first instanceof NodeApiError)) return { outcome: step.outcome, customer: first };
	const next = await planAgain();
	if (first && next.outcome === step.outcome) throw first;
	const second = await tryStep(input, next, next.customer);
	if (second instanceof NodeApiError) throw second;
	return { outcome: next.outcome, customer: second ?? next.customer };
};
