import { oneOf } from './trait.mts';

/** Where addresses in answers point. */
export const addressTraits = {
	/** `self` and `items` of a browse row: with the product's encoded address as a query, or plain. */
	browseAddresses: oneOf('withProduct', 'plain'),
	/** The `self` of a live event: on the publisher's own site, or on the API's host. */
	liveEventAddresses: oneOf('publisher', 'own'),
	/** `browse_url` in customers, which signs the customer in. */
	sessionLinks: oneOf('shown', 'absent'),
} as const;
