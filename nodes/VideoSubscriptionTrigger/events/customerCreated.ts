import type { IDataObject } from 'n8n-workflow';

import type { Choice } from '../core/event';
import { newLedger } from '../core/ledger';
import { knownFromNow } from '../core/newest';
import type { ListPage, Reader } from '../core/types';
import { recordCreated } from './shared/recordCreated';

const PATH = '/customers';
const KEY = 'customers';

function query(reader: Reader, { product, status }: Choice): IDataObject {
	return {
		sort: 'newest',
		status,
		...(product === undefined ? {} : { product: reader.hrefOf('product', product) }),
	};
}

/** Fires when a customer appears that was created since the trigger began. */
export const customerCreated = recordCreated({
	filters: ['product', 'status'],
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	},
	path: PATH,
	key: KEY,
	query,

	// A filtered list may be empty, or its newest customer old: all customers tell the moment.
	async beside(reader, choice) {
		if (choice.product === undefined && choice.status === 'all') return newLedger(0);
		const all = query(reader, { ...choice, product: undefined, status: 'all' });
		const list: ListPage = async (page) => await reader.list(PATH, KEY, { ...all, page });
		return (await knownFromNow(list)).ledger;
	},
});
