import { oneOf } from './trait.mts';

/** The addresses in bodies. */
export const addressTraits = {
	/** `self` and `items` of a browse row: with the product's address in the query, or without. */
	browseAddresses: oneOf('withProduct', 'plain'),
	/** The `self` of a live event: on the publisher's site, or on the API's host. */
	liveEventAddresses: oneOf('publisher', 'own'),
	/** Whether customers show `browse_url`, which signs them in. */
	sessionLinks: oneOf('shown', 'absent'),
} as const;
