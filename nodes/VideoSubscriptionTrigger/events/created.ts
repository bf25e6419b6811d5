import type { ServiceReader } from '../serviceReader';
import type { Entry, ReadPage } from '../window/records';
import { readNew } from '../window/walk';
import { type Window, windowFrom, windowNow } from '../window/window';
import { creationOf, inOrder, type Config, type EventSource, type Occurrence } from './event';
import { customersWith, limitsOf, listOf } from './lists';

/** A list in which records are created. */
interface CreatedRecords
	extends Pick<
		EventSource,
		'description' | 'record' | 'filters' | 'isProductRequired' | 'nothing'
	> {
	newest(reader: ServiceReader, config: Config): ReadPage;
}

function occurrencesOf(entries: Entry[], reader: ServiceReader): Occurrence[] {
	return entries.map((entry) => creationOf(entry, reader.now())).sort(inOrder);
}

/** An event that fires when a record is in a list that was created since the trigger began. */
function created({ newest, ...rest }: CreatedRecords): EventSource<Window> {
	return {
		...rest,

		async start(reader, config, from) {
			if (from !== undefined) return windowFrom(from);
			return (await windowNow(newest(reader, config), limitsOf(reader, config.batch))).after;
		},

		async poll(reader, config, before) {
			const read = newest(reader, config);
			const { fresh, after } = await readNew(read, before, limitsOf(reader, config.batch));
			return { occurrences: occurrencesOf(fresh, reader), checkpoint: after };
		},

		async sample(reader, config) {
			return occurrencesOf((await newest(reader, config)(1)).entries, reader);
		},
	};
}

export const customerCreated = created({
	description: 'A new customer is created',
	record: 'customer',
	filters: ['product', 'status'],
	nothing:
		'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	newest: (reader, config) => customersWith(reader, config.status, config),
});

export const liveEventCreated = created({
	description: 'A live event of a product is created',
	record: 'liveEvent',
	filters: ['product'],
	isProductRequired: true,
	nothing:
		'The product has no live event. Create one, or choose another product, and fetch a test event again.',

	// Only live events have an order beside the sort (docs/service.md, Live events).
	newest(reader, { product = 0 }) {
		const query = { product: reader.hrefOf('product', product), sort: 'newest', order: 'DESC' };
		return listOf(reader, 'live_events', query);
	},
});
