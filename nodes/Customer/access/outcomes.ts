import { COMMON_OUTCOMES, type OutcomeTable } from '../../shared/run/report';

const ONE_SPELLING = 'If it is one person, use one spelling at the service and in the list.';

/** What two people may have in common who may be one, and what to do about them, in the order of every text. */
export const LIKENESSES = {
	/** A customer with access who has the full name of a row. */
	name: {
		common: 'same name, other address',
		advice:
			'Not changed. If it is one person, correct the address at the service. If they are two people, use Grant Access once for the new address.',
	},
	/** A customer with access and a row whose addresses differ in accents, dots and the like, where others lose access. */
	spelling: {
		common: 'similar spelling',
		advice: `Not changed. ${ONE_SPELLING} If they are two people, use Grant Access and Revoke Access once.`,
	},
	/** The same where nobody loses access. */
	spellingWithoutRevoke: {
		common: 'similar spelling',
		advice: `Not changed. ${ONE_SPELLING} If they are two people, use Grant Access once for the address in the list.`,
	},
	/** Two rows whose addresses differ so. */
	row: {
		common: 'similar rows',
		advice:
			'Only the row with the second address counts. If it is one person, remove the other row. If they are two people, use Grant Access once for the first address.',
	},
	/** A customer with access, and an entry of Never Revoke. */
	entry: {
		common: 'similar to an entry of Never Revoke',
		advice:
			'Not changed. If it is one person, correct the entry. If they are two people, use Revoke Access once.',
	},
};

/** The words for a reason of Check Access, in the order of every line. */
const REASONS = {
	paused: 'paused',
	cancelled: 'canceled',
	expired: 'expired',
	refunded: 'refunded',
	disabled: 'disabled',
	none: 'never had it or had it removed',
};

/** The outcomes of the operations on access, in the order of every text. */
export const ACCESS_OUTCOMES = {
	withAccess: { one: 'has access', several: 'have access' },
	withoutAccess: { one: 'has no access', several: 'have no access', reasons: REASONS },
	created: {
		one: 'created',
		predicted: 'would be created',
		dry: 'wouldCreate',
		isWritten: true,
	},
	granted: {
		one: 'granted access',
		predicted: 'would be granted access',
		dry: 'wouldGrant',
		isWritten: true,
	},
	updated: {
		one: 'updated',
		predicted: 'would be updated',
		dry: 'wouldUpdate',
		isWritten: true,
	},
	revoked: {
		one: 'lost access',
		predicted: 'would lose access',
		dry: 'wouldRevoke',
		isWritten: true,
	},
	/** A revocation of access that had ended, and may have come back. */
	alreadyEnded: { one: 'had lost access before', dry: 'wouldRevoke', isWritten: true },
	unclear: { one: 'unclear', likenesses: LIKENESSES },
	unknownCustomer: { one: 'unknown' },
	...COMMON_OUTCOMES,
} satisfies OutcomeTable;

export type AccessOutcome = keyof typeof ACCESS_OUTCOMES;

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
} satisfies Record<string, readonly AccessOutcome[]>;
