import { UserError } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { type Brake, brakeExceeded, dryRunNote } from '../../shared/properties/brake';
import { applyRevocation } from './revocation';
import { readMembers } from './evidence';
import { type AccessInput, readAccess } from './input';
import { revocationPlanner } from './plan';
import { accessWork, type Planned } from './run';
import { limitOfRun, REVOCATIONS } from './stopIfMoreThan';

/** The text for each outcome in the summary. */
export const REVOKE_WORDS = { revoked: 'revoked', wouldRevoke: 'would be revoked' };

/** Statuses with which the service rejects the values of one item: only that item fails. */
const OWN_FAILURES = ['400', '404', '422'];

/** Returns the error when more customers would lose access than the limit allows. */
async function exceededBy(
	limit: Brake,
	planned: Planned[],
	isDry: boolean,
): Promise<UserError | undefined> {
	const losses = new Map<string, { input: AccessInput; count: number }>();
	for (const one of planned) {
		if ('failure' in one || one.input.isDry !== isDry) continue;
		const { input, steps } = one;
		const known = losses.get(input.product) ?? { input, count: 0 };
		known.count += steps.filter(({ outcome }) => outcome === 'revoked').length;
		losses.set(input.product, known);
	}
	const byProduct = [...losses.values()].filter(({ count }) => count > 0);
	const total = byProduct.reduce((sum, { count }) => sum + count, 0);
	if (!limit.isPercent) return brakeExceeded(REVOCATIONS, limit, total);
	const exceeded = byProduct.map(async ({ input, count }) => {
		const { customers } = await readMembers(input);
		return brakeExceeded(REVOCATIONS, limit, count, customers.length);
	});
	return (await Promise.all(exceeded)).find((error) => error !== undefined);
}

/** Throws when the run would revoke more than the limit allows. Returns a note where it would without Dry Run. */
async function assertLimit(limit: Brake, planned: Planned[]): Promise<string[]> {
	for (const one of planned) {
		if (!('failure' in one)) continue;
		const { failure } = one;
		if (!(failure instanceof UserError || hasStatus(failure, OWN_FAILURES))) throw failure;
	}
	const stop = await exceededBy(limit, planned, false);
	if (stop) throw stop;
	const laterStop = await exceededBy(limit, planned, true);
	return laterStop ? [dryRunNote(laterStop)] : [];
}

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeAll = accessWork({
	isThorough: true,
	read: readAccess,
	limit: async (contexts) => {
		const limit = await limitOfRun(contexts);
		return async (planned) => (limit ? await assertLimit(limit, planned) : []);
	},
	planner: revocationPlanner,
	apply: async (input, step) =>
		step.outcome === 'revoked' ? await applyRevocation(input, step) : step,
});
