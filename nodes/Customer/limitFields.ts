import type { LimitField } from '../shared/panel/runOptions';

/** The field of the limit on customers who lose access. */
export const REVOCATION_LIMIT: LimitField = {
	name: 'stopIfMoreRevokedThan',
	label: 'Stop If More Revoked Than',
	takesPercent: true,
};

/** The field of the limit on customers who get access. */
export const GRANT_LIMIT: LimitField = {
	name: 'stopIfMoreGrantedThan',
	label: 'Stop If More Granted Than',
	takesPercent: false,
};
