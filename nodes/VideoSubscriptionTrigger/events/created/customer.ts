import { listNow } from '../../checkpoint/beginning';
import { customersWith, limitsOf } from '../lists';
import { created } from './created';

/** Fires when a customer appears that was created since the trigger began. */
export const customerCreated = created({
	record: 'customer',
	filters: ['product', 'status'],
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer matches the filters. Create a customer, or change the filters, and fetch a test event again.',
	},

	list: (reader, config) => customersWith(reader, config.status, config),

	// A filtered list may be empty, or its newest customer old: all customers tell the moment.
	async beside(reader, config) {
		if (config.product === undefined && config.status === 'all') return undefined;
		const everyone = customersWith(reader, 'all', { product: undefined });
		return (await listNow(everyone, limitsOf(reader, config))).checkpoint.known;
	},
});
