import { readAccess } from './input';
import { REVOCATIONS } from './limits';
import { revocationPlanner } from './plan';
import { applyRevocation } from './revocation';
import { accessRun } from './run';

/** Ends the access of the customers that the items of a run name. A customer whom several items name loses it once. */
export const revokeRun = accessRun({
	name: 'Revoke Access',
	depth: 'history',
	limit: REVOCATIONS,
	planner: revocationPlanner,
	applyStep: applyRevocation,
	read: readAccess,
});
