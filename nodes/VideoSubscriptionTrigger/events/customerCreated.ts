import { newLedger } from '../core/ledger';
import { knownFromNow } from '../core/newest';
import { customersWith } from './shared/customers';
import { recordCreated } from './shared/recordCreated';

/** Fires when a customer appears that was created since the trigger began. */
export const customerCreated = recordCreated({
	filters: ['product', 'status'],
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	},
	list: (reader, choice) => customersWith(choice.status, reader, choice),

	// A filtered list may be empty, or its newest customer old: all customers tell the moment.
	async beside(reader, { product, status }) {
		if (product === undefined && status === 'all') return newLedger(0);
		return (await knownFromNow(customersWith('all', reader, {}))).ledger;
	},
});
