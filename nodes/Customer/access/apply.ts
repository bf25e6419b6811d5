import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import { catchStatus, hasStatus } from '../../shared/client/errors';
import { requireIdInResponse } from '../../shared/client/response';
import { withNote } from '../../shared/run/operation';
import { without } from '../../shared/json';
import { recordIn } from '../../shared/output/projection';
import { createOnce, EMAIL_TAKEN } from './creation';
import type { AccessInput } from './input';
import type { Step } from './plan';
import { rememberAccess } from './writtenAccess';

const RUN_AGAIN = 'run this again, which is safe: it finds the customer then.';

/** The statuses with which a grant may be refused that somebody else has forestalled. */
const GRANT_FORESTALLED = ['409', '422'];

/** The statuses with which the service refuses a person or their values. */
const REFUSED_PERSON = ['400', '404', '406', '409', '422'];

/** Whether a failure concerns one person only: the service or a check has refused the values. */
export function isRefusal(failure: unknown): boolean {
	return failure instanceof UserError || hasStatus(failure, REFUSED_PERSON);
}

/** Returns the body that grants the product of an input. */
export function subscriptionOf({ product, given: { plan, is_rental } }: AccessInput): IDataObject {
	return {
		product,
		...(plan !== undefined && { plan }),
		...(is_rental !== undefined && { is_rental }),
	};
}

/** Returns a record that was read before a write, without what the write has changed: the products. */
export const withoutProducts = (record: IDataObject) => without(record, ['_embedded']);

/** The customer after a write; where somebody else was faster, the refusal, or `undefined` for this process. */
type Written = IDataObject | NodeApiError | undefined;

async function create({ client, product, given }: AccessInput, email: unknown): Promise<Written> {
	const body = { ...given, email: String(email), product };
	const request = { method: 'POST', path: '/customers', body } as const;
	const creating = createOnce(client, request, { remedy: RUN_AGAIN, wasAbsent: true });
	return await catchStatus(creating, EMAIL_TAKEN);
}

/** Updates fields and grants the product. The response to a write may be the record or nothing (docs/service.md, Customers). */
async function update(
	input: AccessInput,
	{ outcome, customer, fields = {} }: Step,
): Promise<Written> {
	const { client, product, given } = input;
	const id = requireIdInResponse(customer.id, 'customer');
	const path = `/customers/${id}`;
	const changed = Object.keys(fields);
	let record = customer;
	if (changed.length > 0) {
		record = recordIn(await client.put(path, fields), 'customer') ?? { ...record, ...fields };
	}
	if (outcome !== 'granted') return record;
	const note = changed.length > 0 ? `Already updated: ${changed.join(', ')}.` : '';
	const granting = client
		.put(`${path}/products`, subscriptionOf(input))
		.catch((failure: unknown) => Promise.reject(withNote(failure, note)));
	const response = await catchStatus(granting, GRANT_FORESTALLED);
	if (response instanceof NodeApiError) return response;
	rememberAccess(client, product, id, given.plan === 'free' ? 'free' : 'standard');
	return recordIn(response, 'customer') ?? without(withoutProducts(record), ['plan']);
}

async function write(input: AccessInput, step: Step): Promise<Written> {
	if (step.outcome === 'created') return await create(input, step.customer.email);
	const isWrite = step.outcome === 'granted' || step.outcome === 'updated';
	return isWrite ? await update(input, step) : step.customer;
}

/**
 * Applies a step, and returns it as it was done, with the customer after it.
 *
 * @param planAgain plans once more, after somebody else was faster
 */
export type ApplyStep = (
	input: AccessInput,
	step: Step,
	planAgain: () => Promise<Step>,
) => Promise<Step>;

/**
 * Applies a grant. One that somebody else has forestalled is planned once more: another run may have created the customer or
 * granted the product meanwhile.
 */
export const applyGrant: ApplyStep = async (input, step, planAgain) => {
	const first = await write(input, step);
	if (first && !(first instanceof NodeApiError)) return { ...step, customer: first };
	const next = await planAgain();
	if (first && next.outcome === step.outcome) throw first;
	const second = await write(input, next);
	if (second instanceof NodeApiError) throw second;
	return { ...next, customer: second ?? next.customer };
};
