import { oneOf } from './trait.mts';

/** Where addresses in answers point. */
export const addressTraits = {
	/** `self` and `items` of a browse row: with the product's encoded address as a query, or plain. */
	browseAddresses: oneOf('withProduct', 'plain'),
	/** The `self` of a live event: on the publisher's own site, or on the API's host. */
	liveEventAddresses: oneOf('publisher', 'own'),
	/** `self` of the records in a list: each its own, or all the same, the list's. */
	selfLinks: oneOf('own', 'same'),
	/** `browse_url` in customers, which signs the customer in. */
	sessionLinks: oneOf('shown', 'absent'),
} as const;

/** The records of a list, their `self` as the trait has it. */
export const withSelfLinks = (
	trait: 'own' | 'same',
	records: readonly object[],
	list: { href: string },
): readonly object[] =>
	trait === 'own'
		? records
		: records.map((record) => ({
				...record,
				_links: { ...('_links' in record && Object(record._links)), self: list },
			}));
