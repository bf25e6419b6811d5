import { oneOf } from './trait.mts';

/** What the service leaves open about customers. */
export const customerTraits = {
	/** `/customers/:id/watching` without the customer header: nothing, or that customer's videos. */
	watchingWithoutHeader: oneOf('empty', 'own'),
	/**
	 * A creation for an e-mail address that a customer already has: 422; the product is granted to
	 * that customer; or there is another customer with the same address.
	 */
	duplicateEmail: oneOf('refuse', 'grant', 'another'),
	/** The status of a removal of what is not there: a product, a plan, an item of a collection. */
	missingRemoval: oneOf('404', '400', '409', '422', 'drawn'),
} as const;

const drawnStatuses = [404, 422, 400, 409] as const;

/**
 * The status that a removal of what is not there is answered with.
 *
 * @param draw counts such removals
 */
export const missingRemovalStatus = (
	trait: '404' | '400' | '409' | '422' | 'drawn',
	draw: number,
): number =>
	trait === 'drawn' ? (drawnStatuses[draw % drawnStatuses.length] ?? 404) : Number(trait);
