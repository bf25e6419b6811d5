import type { Standing } from '../../core/transition';
import type { Entry } from '../../core/types';

/**
 * How the upload of a video stands. The only status that fires is `uploaded`; others, also unknown
 * ones, wait (spec, States and transitions).
 */
export function uploadStanding({ row: { status } }: Entry): Standing {
	if (status === 'uploaded') return { kind: 'ready', notBefore: 0 };
	return { kind: status === null || status === undefined ? 'dormant' : 'working', notBefore: 0 };
}
