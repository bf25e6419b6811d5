import { notice } from '../../shared/panel/notices';
import { readProduct } from '../filters';
import type { ServiceReader } from '../serviceReader';
import { readNew, windowNow } from '../lists/scan';
import { firstPage, type ReadPage } from '../lists/walk';
import { type Window, windowFrom } from '../checkpoint/window';
import { createdEvents, type EventSource, type Filters } from './event';

/** A list of records, newest first. */
interface CreatedRecords<F extends Filters>
	extends Omit<EventSource<Window, F>, 'hasStartFrom' | 'start' | 'poll' | 'sample'> {
	newest(reader: ServiceReader, filters: F): ReadPage;
}

/** Returns the source of an event that fires for each record created after the activation. */
function created<F extends Filters>(records: CreatedRecords<F>): EventSource<Window, F> {
	return {
		...records,
		hasStartFrom: true,

		async start(reader, config, from) {
			if (from !== undefined) return { events: [], checkpoint: windowFrom(from) };
			const { after } = await windowNow(reader, records.newest(reader, config));
			return { events: [], checkpoint: after };
		},

		async poll(reader, config, before) {
			const { fresh, after } = await readNew(reader, records.newest(reader, config), before);
			return { events: createdEvents(fresh), checkpoint: after };
		},

		async sample(reader, config) {
			return createdEvents(await firstPage(records.newest(reader, config)));
		},
	};
}

export const customerCreated = created({
	description: 'A new customer is created',
	record: 'customer',
	notices: () => [
		notice(
			'customersNotice',
			'Many customers register before they buy. To start the workflow for customers of a product, choose Product Added.',
		),
	],
	emptyHint: 'There is no customer yet. Create a customer, and fetch a test event again.',
	newest: (reader) => reader.customers('all', {}),
});

export const liveEventCreated = created({
	description: 'A live event of a product is created',
	record: 'liveEvent',
	needsProduct: true,
	read: (context) => ({ product: readProduct(context) }),
	emptyHint:
		'The product has no live event. Create one, or choose another product, and fetch a test event again.',

	// The default order is not documented (docs/developers/service.md, Live events).
	newest(reader, { product }) {
		const query = {
			product: reader.hrefOf('product', product),
			sort: 'newest',
			order: 'DESC',
		};
		return reader.list('live_events', query);
	},
});
