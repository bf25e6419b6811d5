import { readAccess } from './input';
import { limitCheck, REVOCATIONS } from './limits';
import { revocationPlanner } from './plan';
import { applyRevocation } from './revocation';
import { accessWork, isOwnFailure } from './run';

/** The text for each outcome in the summary. */
export const REVOKE_WORDS = { revoked: 'revoked', wouldRevoke: 'would be revoked' };

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeAll = accessWork({
	isThorough: true,
	read: readAccess,
	limit: limitCheck(REVOCATIONS, isOwnFailure),
	planner: revocationPlanner,
	apply: async (input, step) =>
		step.outcome === 'revoked' ? await applyRevocation(input, step) : step,
});
