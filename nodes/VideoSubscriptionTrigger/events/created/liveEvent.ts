import { knownFrom } from '../../checkpoint/known';
import { latestMoment, sortedList } from '../lists';
import { created } from './created';

/** Fires when a live event of the product appears that was created since the trigger began. */
export const liveEventCreated = created({
	record: 'liveEvent',
	filters: ['product'],
	isProductRequired: true,
	nothing: {
		message: 'There is no live event to show yet',
		description:
			'The product has no live event. Create one, or choose another product, and fetch a test event again.',
	},

	list: (reader, { product = 0 }) =>
		sortedList(reader, 'live_events', { product: reader.hrefOf('product', product) }),

	// There is no list of the live events of all products: other records tell the moment.
	beside: async (reader) => knownFrom(await latestMoment(reader)),
});
