import { changedAt, type Entry } from '../../checkpoint/records';
import type { ServiceReader } from '../../serviceReader';
import type { Config, TriggerEvent } from '../event';
import { customersWith } from '../lists';
import { comparison, type ComparedLists } from './compared';
import { ENABLED } from './lookUp';

function eventOf({ product = 0 }: Config, entry: Entry): TriggerEvent {
	const about = { product_id: product };
	return { entry, at: changedAt(entry), key: `${entry.id}:${product}`, about };
}

/** Reads the newest customers of the product with each of the statuses. */
async function sampleOf(reader: ServiceReader, config: Config, statuses: string[]) {
	const found: TriggerEvent[] = [];
	for (const status of statuses) {
		const { entries } = await customersWith(reader, status, config)(1);
		found.push(...entries.map((entry) => eventOf(config, entry)));
	}
	return found;
}

/** The properties that Product Added and Product Removed have in common. */
const access = {
	filters: ['product'],
	isProductRequired: true,
	tooManyHint: 'Choose another product, or use the event Customer Created with this product.',
	// The enabled customers of the product have access to it (docs/service.md, Customers).
	watched: () => [ENABLED],
	list: (reader, config) => customersWith(reader, ENABLED, config, { sort: 'oldest' }),

	async extraFields(reader, { product = 0 }) {
		const { found } = await reader.record(`/products/${product}`);
		return found?.name === undefined ? {} : { product_name: found.name };
	},
} satisfies Partial<ComparedLists>;

export const productAdded = comparison({
	...access,
	description:
		'A customer gets access to a product: bought, granted, or subscribed after registering',
	emptyHint:
		'No customer has access to the product. Grant access to a customer, or choose another product. Then fetch a test event again.',
	joinedEvent: (config, _, newcomer) => eventOf(config, newcomer),
	sample: async (reader, config) => await sampleOf(reader, config, [ENABLED]),
});

/** The statuses of customers who lost access (docs/service.md, States). */
const LOST = ['cancelled', 'expired', 'refunded', 'disabled'];

export const productRemoved = comparison({
	...access,
	description: 'A customer no longer has access to a product: removed, cancelled, or expired',
	emptyHint:
		'No customer has lost access to the product by a change of status. Choose another product, and fetch a test event again.',
	leftEvent: async (_, config, entry) => eventOf(config, entry),
	sample: async (reader, config) => await sampleOf(reader, config, LOST),
});
