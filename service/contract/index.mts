import type { z } from 'zod';

import { analytics } from './analytics.mts';
import { authorizations } from './authorizations.mts';
import { browse } from './browse.mts';
import { collections } from './collections.mts';
import { comments } from './comments.mts';
import { customers } from './customers.mts';
import { liveEvents } from './liveEvents.mts';
import { oauth } from './oauth.mts';
import { products } from './products.mts';
import { videos } from './videos.mts';

export * from './common.mts';
export * from './inspect.mts';
export * from './values.mts';
export { report } from './analytics.mts';
export { authorization } from './authorizations.mts';
export { browseItem } from './browse.mts';
export { collection, collectionItem } from './collections.mts';
export { comment } from './comments.mts';
export { billing, customer, customerTokens } from './customers.mts';
export { liveEvent } from './liveEvents.mts';
export { pairingCode, token } from './oauth.mts';
export { product, productPrices } from './products.mts';
export { file, video } from './videos.mts';

/** All endpoints, with an entry for each grant and alias. */
export const endpoints = [
	...oauth,
	...products,
	...customers,
	...videos,
	...liveEvents,
	...comments,
	...collections,
	...browse,
	...authorizations,
	...analytics,
] as const;

export type Endpoint = (typeof endpoints)[number];
export type EndpointId = Endpoint['id'];
type EndpointById<Id extends EndpointId> = Extract<Endpoint, { id: Id }>;

const isEndpoint =
	<Id extends EndpointId>(id: Id) =>
	(endpoint: Endpoint): endpoint is EndpointById<Id> =>
		endpoint.id === id;

/** Returns an endpoint. */
export const endpointOf = <Id extends EndpointId>(id: Id): EndpointById<Id> => {
	const found = endpoints.find(isEndpoint(id));
	if (found === undefined) throw new RangeError(`The contract has no endpoint ${id}`);
	return found;
};

/** The validated query of a request. */
export type QueryOf<Id extends EndpointId> = z.output<EndpointById<Id>['query']>;
export type BodyOf<Id extends EndpointId> = z.output<EndpointById<Id>['body']>;
