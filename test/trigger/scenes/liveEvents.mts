import { PRODUCTS } from '../account.mts';
import type { Scene, Stage } from '../history.mts';
import { created } from './created.mts';

/** Live events of two products appear, leave their products and come back. */
export function liveEvents(stage: Stage): Scene {
	const { account, now } = stage;
	return created(stage, {
		event: 'liveEventCreated',
		add: (createdAt) => account.addLiveEvent(createdAt),
		remove: (id) => account.removeLiveEvent(id),
		setListed: (id, isListed) => account.setLiveEventListed(id, isListed),
		lists: PRODUCTS.map((product) => ({ parameters: { product }, isNarrow: true })),
		hasWholeList: false,
		// Of a live event that is in no product now, only other records tell that it is from before.
		prepare: () => account.addVideo('uploaded', now()),
	});
}
