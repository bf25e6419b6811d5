import { newLedger } from '../core/ledger';
import { latestMoment } from './shared/latest';
import { recordCreated } from './shared/recordCreated';

/** Fires when a live event of the product appears that was created since the trigger began. */
export const liveEventCreated = recordCreated({
	filters: ['product'],
	isProductRequired: true,
	nothing: {
		message: 'There is no live event to show yet',
		description:
			'The product has no live event. Create one, or choose another product, and fetch a test event again.',
	},

	list(reader, { product }) {
		const query = {
			sort: 'newest',
			...(product === undefined ? {} : { product: reader.hrefOf('product', product) }),
		};
		return async (page) => await reader.list('/live_events', 'live_events', { ...query, page });
	},

	// There is no list of the live events of all products: other records tell the moment.
	beside: async (reader) => newLedger(await latestMoment(reader)),
});
