import type { IDataObject } from 'n8n-workflow';

import { without } from '../../shared/json';
import type { ItemResult } from '../../shared/sync/allItems';
import { type Done, subscriptionOf } from './apply';
import type { Evidence } from './evidence';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** The outcomes of a dry run, of those that differ. */
const DRY_OUTCOMES: Partial<Record<AccessOutcome, string>> = {
	created: 'wouldCreate',
	granted: 'wouldGrant',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

const ON_PRODUCT: AccessOutcome[] = ['created', 'granted', 'revoked'];

/** Returns the changes that a dry run shows. Items hold no passwords. */
async function changesOf(
	input: AccessInput,
	{ outcome, customer, fields }: Step,
	evidence: Evidence,
): Promise<IDataObject> {
	if (!ON_PRODUCT.includes(outcome)) return { ...fields };
	const { name } = await evidence.product(input);
	const { product, ...others } = subscriptionOf(input);
	const plan = outcome === 'revoked' ? customer.plan : undefined;
	return {
		...(outcome === 'created' && without(input.given, ['password'])),
		...fields,
		product,
		...(typeof name === 'string' && { product_name: name }),
		...(outcome === 'revoked' ? typeof plan === 'string' && { plan } : others),
	};
}

/** Returns the result that a dry run has for a step. */
export async function predict(
	input: AccessInput,
	step: Step,
	evidence: Evidence,
): Promise<ItemResult> {
	const { reason, similarTo } = step;
	const outcome = DRY_OUTCOMES[step.outcome] ?? step.outcome;
	const values = step.outcome === 'created' ? without(input.given, ['password']) : {};
	const changes = await changesOf(input, step, evidence);
	const told = {
		outcome,
		...(reason && { reason }),
		...(similarTo !== undefined && { similarTo }),
	};
	return { outcome, json: input.project({ ...values, ...step.customer }, { ...told, changes }) };
}

/** Returns the result of what was done. */
export function toResult(
	input: AccessInput,
	done: Done,
	{ reason }: Partial<Step> = {},
): ItemResult {
	const { outcome, customer, revokedPlans } = done;
	const told = { outcome, ...(reason && { reason }), ...(revokedPlans && { revokedPlans }) };
	return { outcome, json: input.project(customer, told) };
}

/** Returns what a step leaves that has not begun when the time is over: only what changes nothing counts as done. */
export function postpone(step: Step): Done {
	return DRY_OUTCOMES[step.outcome] === undefined
		? step
		: { outcome: 'postponed', customer: step.customer };
}
