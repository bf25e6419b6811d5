import { endpoints } from '../contract/index.mts';
import { onContract, type Route } from '../route.mts';
import { collectionRoutes } from './collections.mts';
import { commentRoutes } from './comments.mts';
import { customerRoutes } from './customers.mts';
import { liveEventRoutes } from './liveEvents.mts';
import { oauthRoutes } from './oauth.mts';
import { otherRoutes } from './others.mts';
import { productRoutes } from './products.mts';
import { videoRoutes } from './videos.mts';

const handled: readonly Route[] = [
	...oauthRoutes,
	...productRoutes,
	...customerRoutes,
	...videoRoutes,
	...collectionRoutes,
	...liveEventRoutes,
	...commentRoutes,
	...otherRoutes,
];

/** Whether the endpoint has a handler. */
export const isHandled = (endpoint: Route['endpoint']): boolean =>
	handled.some((route) => route.endpoint === endpoint);

/** The routes of all endpoints, with their handlers or without. */
export const routes: readonly Route[] = endpoints.flatMap((endpoint) => {
	const own = handled.filter((route) => route.endpoint === endpoint);
	return own.length > 0 ? own : onContract(endpoint);
});
