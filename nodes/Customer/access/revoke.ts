import { readAccess } from './input';
import { limitCheck, REVOCATIONS } from './limits';
import { revocationPlanner } from './plan';
import { applyRevocation } from './revocation';
import { accessWork, isOwnFailure } from './run';

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeAll = accessWork({
	name: 'Revoke Access',
	isThorough: true,
	read: readAccess,
	limit: limitCheck(REVOCATIONS, isOwnFailure),
	planner: revocationPlanner,
	apply: async (input, step) =>
		step.outcome === 'revoked' ? await applyRevocation(input, step) : step,
});
