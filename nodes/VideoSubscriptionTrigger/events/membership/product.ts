import type { ServiceReader } from '../../serviceReader';
import { changedAt, type Entry } from '../../checkpoint/records';
import type { Config, TriggerEvent } from '../event';
import { customersWith } from '../lists';
import { comparison, type ComparedLists } from './compared';
import { ENABLED } from './lookUp';

function eventOf({ product = 0 }: Config, entry: Entry): TriggerEvent {
	const about = { product_id: product };
	return { entry, at: changedAt(entry), key: `${entry.id}:${product}`, about };
}

/** The enabled customers of the product have access to it (docs/service.md, Customers). */
const customersOf = (reader: ServiceReader, config: Config, sort: 'newest' | 'oldest') =>
	customersWith(reader, ENABLED, config, { sort });

/** The properties that Product Added and Product Removed have in common. */
const access = {
	filters: ['product'],
	isProductRequired: true,
	tooManyHint: 'Choose another product, or use the event Customer Created with this product.',
	watched: () => [ENABLED],
	list: (reader, config) => customersOf(reader, config, 'oldest'),

	/** No list contains customers who lost access. Customers who have it show the same fields. */
	async sample(reader, config) {
		const { entries } = await customersOf(reader, config, 'newest')(1);
		return entries.map((entry) => eventOf(config, entry));
	},

	async about(reader, { product = 0 }) {
		const { row } = await reader.record(`/products/${product}`);
		return row?.name === undefined ? {} : { product_name: row.name };
	},
} satisfies Partial<ComparedLists>;

export const productAdded = comparison({
	description:
		'A customer gets access to a product: bought, granted, or subscribed after registering',
	...access,
	emptyHint:
		'No customer has access to the product. Grant it to one, or choose another product, and fetch a test event again.',
	joinedEvent: (config, _, newcomer) => eventOf(config, newcomer),
});

export const productRemoved = comparison({
	description: 'A customer no longer has access to a product: removed, cancelled, or expired',
	...access,
	emptyHint:
		'The product never had a customer. Grant it to one, or choose another product, and fetch a test event again.',
	firesOnDeparture: () => true,
	leftEvent: (config, { entry, isEnabled }) => (isEnabled ? undefined : eventOf(config, entry)),
});
