import type { Counters } from '../../shared/run/summary';

/** The outcomes that each operation counts with Output > Summary. */
export const COUNTERS = {
	checkAccess: ['withAccess', 'withoutAccess', 'unknownCustomer', 'notTried', 'failed'],
	createOrUpdate: ['created', 'granted', 'updated', 'unchanged', 'notTried', 'failed'],
	grantAccess: ['created', 'granted', 'unchanged', 'notTried', 'failed'],
	revokeAccess: ['revoked', 'alreadyEnded', 'unchanged', 'unknownCustomer', 'notTried', 'failed'],
	syncAccess: [
		'created',
		'granted',
		'revoked',
		'unchanged',
		'unclear',
		'unknownCustomer',
		'notTried',
		'failed',
	],
} satisfies Record<string, Counters>;
