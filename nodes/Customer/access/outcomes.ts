import type { IDataObject } from 'n8n-workflow';

import { without } from '../../shared/json';
import type { Result } from '../../shared/run/allItems';
import { subscriptionOf } from './apply';
import type { Evidence } from './evidence';
import type { AccessInput } from './input';
import type { AccessOutcome, Step } from './plan';

/** The outcomes of a dry run, of those that differ: the steps that write. */
const DRY_OUTCOMES: Partial<Record<AccessOutcome, string>> = {
	created: 'wouldCreate',
	granted: 'wouldGrant',
	updated: 'wouldUpdate',
	revoked: 'wouldRevoke',
};

/** Returns what a step leaves that has not begun when the time is over: only what changes nothing counts as done. */
export function postpone(step: Step): Step {
	return DRY_OUTCOMES[step.outcome] === undefined
		? step
		: { outcome: 'postponed', customer: step.customer };
}

/** Returns the result of a step that was done, or with the fields of a dry run that is predicted. */
export function toResult(
	{ project, item }: Pick<AccessInput, 'project' | 'item'>,
	{ outcome, customer, reason, similarTo, revokedPlans }: Step,
	dry?: { outcome: string; changes: IDataObject },
): Result {
	const told = {
		outcome,
		...(reason && { reason }),
		...(similarTo !== undefined && { similarTo }),
		...(revokedPlans && { revokedPlans }),
		...dry,
	};
	return { outcome: reason ?? told.outcome, json: project(customer, told), item };
}

/** Returns the result that a dry run has for a step. Items hold no passwords. */
export async function predict(input: AccessInput, step: Step, evidence: Evidence): Promise<Result> {
	const outcome = DRY_OUTCOMES[step.outcome] ?? step.outcome;
	const values = step.outcome === 'created' ? without(input.given, ['password']) : {};
	const customer = { ...values, ...step.customer };
	const subscription = await subscriptionChanges(input, step, evidence);
	const changes = { ...values, ...step.fields, ...subscription };
	return toResult(input, { ...step, customer }, { outcome, changes });
}

/** Returns what a step changes about the product; nothing where it leaves access alone. */
async function subscriptionChanges(
	input: AccessInput,
	{ outcome, customer: { plan } }: Step,
	evidence: Evidence,
): Promise<IDataObject> {
	if (!['created', 'granted', 'revoked'].includes(outcome)) return {};
	const { name } = await evidence.product(input);
	const { product, ...others } = subscriptionOf(input);
	return {
		product,
		...(typeof name === 'string' && { product_name: name }),
		...(outcome === 'revoked' ? typeof plan === 'string' && { plan } : others),
	};
}
