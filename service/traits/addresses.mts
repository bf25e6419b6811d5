import { oneOf, type ValueOf } from './trait.mts';

/** The addresses in bodies. */
export const addressTraits = {
	/** `self` and `items` of a browse row: with the product's address in the query, or without. */
	browseAddresses: oneOf('withProduct', 'plain'),
	/** The `self` of a live event: on the publisher's site, or on the API's host. */
	liveEventAddresses: oneOf('publisher', 'own'),
	/** `self` of the records in a list: their own, or the list's for all. */
	selfLinks: oneOf('own', 'same'),
	/** Whether customers show `browse_url`, which signs them in. */
	sessionLinks: oneOf('shown', 'absent'),
} as const;

/** Returns the records of a list, with `self` according to the trait. */
export const withSelfLinks = (
	trait: ValueOf<typeof addressTraits.selfLinks>,
	records: readonly object[],
	list: { href: string },
): readonly object[] =>
	trait === 'own'
		? records
		: records.map((record) => ({
				...record,
				_links: { ...('_links' in record && (record._links as object)), self: list },
			}));
