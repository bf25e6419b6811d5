import type { Route } from '../route.mts';
import { collectionRoutes } from './collections.mts';
import { commentRoutes } from './comments.mts';
import { customerRoutes } from './customers.mts';
import { liveEventRoutes } from './liveEvents.mts';
import { oauthRoutes } from './oauth.mts';
import { otherRoutes } from './others.mts';
import { productRoutes } from './products.mts';
import { videoRoutes } from './videos.mts';

/** What the service does at each endpoint of the contract. */
export const routes: readonly Route[] = [
	...oauthRoutes,
	...productRoutes,
	...customerRoutes,
	...videoRoutes,
	...collectionRoutes,
	...liveEventRoutes,
	...commentRoutes,
	...otherRoutes,
];
