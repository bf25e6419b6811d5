import type { INodeProperties } from 'n8n-workflow';

import { customerStatusOptions } from '../../shared/panel/customerStatus';
import { filtersField } from '../../shared/panel/fields';
import { locator } from '../../shared/panel/locators';
import { productFilter, readFilter, readProduct, readProductFilter } from '../filters';
import type { ServiceReader } from '../serviceReader';
import { readNew, windowNow } from '../lists/scan';
import { firstPage, type ReadPage } from '../lists/walk';
import { type Window, windowFrom } from '../checkpoint/window';
import { createdEvents, type EventSource, type Filters } from './event';

/** A list of records, newest first. */
interface CreatedRecords<F extends Filters>
	extends Omit<EventSource<Window, F>, 'start' | 'poll' | 'sample'> {
	newest(reader: ServiceReader, filters: F): ReadPage;
}

/** Returns the source of an event that fires for each record created after the activation. */
function created<F extends Filters>(records: CreatedRecords<F>): EventSource<Window, F> {
	return {
		...records,

		async start(reader, config, from) {
			if (from !== undefined) return windowFrom(from);
			return (await windowNow(reader, records.newest(reader, config))).after;
		},

		async poll(reader, config, before) {
			const list = records.newest(reader, config);
			const { fresh, after } = await readNew(reader, list, before, config.maxEvents);
			return { events: createdEvents(fresh), checkpoint: after };
		},

		async sample(reader, config) {
			return createdEvents(await firstPage(records.newest(reader, config)));
		},
	};
}

const statusField = (): INodeProperties => ({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [{ name: 'All', value: 'all' }, ...customerStatusOptions()],
	default: 'all',
	description: 'Only new customers with this status',
});

export const customerCreated = created({
	description: 'A new customer is created',
	record: 'customer',
	fields: () => [filtersField([productFilter('Only customers with this product'), statusField()])],
	read: (context) => ({
		product: readProductFilter(context),
		status: String(readFilter(context, statusField()) ?? 'all'),
	}),
	emptyHint:
		'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	newest: (reader, filters) => reader.customers(filters.status, filters),
});

export const liveEventCreated = created({
	description: 'A live event of a product is created',
	record: 'liveEvent',
	fields: () => [
		locator('product', {
			required: true,
			description: 'The product whose live events are watched: the service lists them by product',
		}),
	],
	read: (context) => ({ product: readProduct(context) }),
	emptyHint:
		'The product has no live event. Create one, or choose another product, and fetch a test event again.',

	// The default order is not documented (docs/service.md, Live events).
	newest(reader, { product }) {
		const query = {
			product: reader.hrefOf('product', product),
			sort: 'newest',
			order: 'DESC',
		};
		return reader.list('live_events', query);
	},
});
