import type { IDataObject } from 'n8n-workflow';

import type { Choice, EventSource } from '../core/event';
import { withDelivered } from '../core/ledger';
import {
	knownFrom,
	knownFromNow,
	loadKnown,
	notIn,
	readStretch,
	storeKnown,
	takeBatch,
	type Known,
	type StoredKnown,
	type Stretch,
} from '../core/newest';
import type { Entry, ListPage, Reader } from '../core/types';

function query(reader: Reader, { product, status }: Choice): IDataObject {
	return {
		sort: 'newest',
		status,
		...(product === undefined ? {} : { product: reader.hrefOf('product', product) }),
	};
}

function customers(reader: Reader, choice: Choice): ListPage {
	const filters = query(reader, choice);
	return async (page) => await reader.list('/customers', 'customers', { ...filters, page });
}

const toHappening = (entry: Entry) => ({ entry, at: entry.at });

/** From what is known and what was read: the customers to deliver, and what is known then. */
export function advance(known: Known, stretch: Stretch, batch: number) {
	const { taken, known: next } = takeBatch(known, stretch, notIn(known.ledger), batch);
	return { taken, known: { ...next, ledger: withDelivered(next.ledger, taken) } };
}

/** Fires when a customer appears that was created since the trigger began. */
export const customerCreated: EventSource<StoredKnown> = {
	filters: ['product', 'status'],
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	},

	async start(reader, choice, from) {
		if (from !== undefined) return storeKnown(knownFrom(from));
		// A filtered list may be empty, or its newest customer old: all customers tell the moment.
		const isFiltered = choice.product !== undefined || choice.status !== 'all';
		const all = { ...choice, product: undefined, status: 'all' };
		const newest = isFiltered ? (await customers(reader, all)(1)).entries : [];
		return storeKnown(await knownFromNow(customers(reader, choice), newest));
	},

	async poll(reader, choice, place) {
		const known = loadKnown(place);
		const stretch = await readStretch(
			customers(reader, choice),
			known,
			notIn(known.ledger),
			choice.batch,
			() => reader.affordable(),
		);
		const { taken, known: next } = advance(known, stretch, choice.batch);
		return { happenings: taken.map(toHappening), place: storeKnown(next) };
	},

	async sample(reader, choice, count) {
		const { entries } = await customers(reader, choice)(1);
		return entries.slice(0, count).reverse().map(toHappening);
	},
};
