import { oneOf, type ValueOf } from './trait.mts';

/** Behaviour of customers that is not documented. */
export const customerTraits = {
	/** What `/customers/:id/watching` lists without the customer header: nothing, or that customer's videos. */
	watchingWithoutHeader: oneOf('empty', 'own'),
	/**
	 * What a creation does for an e-mail address that is in use: it is refused with 422, grants the product to that
	 * customer, or creates another customer with the same address.
	 */
	duplicateEmail: oneOf('refuse', 'grant', 'another'),
	/** The status of the refusal to remove a product, plan or item that is not there. `drawn` alternates. */
	missingRemoval: oneOf('404', '400', '409', '422', 'drawn'),
} as const;

const drawnStatuses = [404, 422, 400, 409] as const;

/** @param draw how many such removals were refused before */
export const missingRemovalStatus = (
	trait: ValueOf<typeof customerTraits.missingRemoval>,
	draw: number,
): number =>
	trait === 'drawn' ? (drawnStatuses[draw % drawnStatuses.length] ?? 404) : Number(trait);
