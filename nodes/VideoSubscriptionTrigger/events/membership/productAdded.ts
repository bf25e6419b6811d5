import { changedAt } from '../../checkpoint/records';
import { customersWith } from '../lists';
import { comparison } from './compare';
import { ENABLED } from './statuses';

/** Fires when a customer gets access to the product: bought, granted, or subscribed after registering. */
export const productAdded = comparison({
	filters: ['product'],
	isProductRequired: true,
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer has access to the product. Grant it to one, or choose another product, and fetch a test event again.',
	},
	tooMany: {
		message: 'More customers have the product than the trigger can remember, about 30,000',
		description: 'Choose another product, or use the event Customer Created with this product.',
	},
	watched: () => [ENABLED],
	list: (reader, config, status) => customersWith(reader, status, config),
	fires: () => [ENABLED],
	requestsOfVerdict: () => 1,

	/** With a product, a customer is found only who has it (spec, Customers). */
	async verdictOn(id, { missing }, { reader, config, budget }) {
		budget.spend();
		const { product = 0 } = config;
		const query = { product: reader.hrefOf('product', product) };
		const { isGone } = await reader.record(`/customers/${id}`, query);
		return { left: isGone ? missing : [] };
	},

	occurrenceOf({ product = 0 }, _, entry) {
		const at = changedAt(entry);
		return { entry, at, key: `${entry.id}:${product}:${at}`, details: { product } };
	},
});
