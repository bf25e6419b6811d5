import { changedAt, type Entry } from '../../window/records';
import type { Config, Occurrence, Reader } from '../event';
import { customersWith } from '../lists';
import { comparison, type ComparedLists } from './compared';
import { ENABLED } from './lookUp';
import { LISTED_STATUSES } from './statusChanged';

/** Whoever is enabled and has the product has access to it (docs/service.md, Customers). */
const ACCESS = ENABLED;

function occurrenceOf({ product = 0 }: Config, entry: Entry): Occurrence {
	const at = changedAt(entry);
	return { entry, at, key: `${entry.id}:${product}:${at}`, details: { product_id: product } };
}

const customersOf = (reader: Reader, config: Config, sort: 'newest' | 'oldest') =>
	customersWith(reader, ACCESS, config, { sort });

/** What both events on the access to one product share. */
const access = {
	filters: ['product'],
	isProductRequired: true,
	tooMany: {
		message: 'More customers have the product than the trigger can remember, about 20,000',
		description: 'Choose another product, or use the event Customer Created with this product.',
	},
	watched: () => [ACCESS],
	list: (reader, config) => customersOf(reader, config, 'oldest'),

	/** The name as it is now, where there is still time to ask for it. */
	async complete(reader, { product = 0 }, occurrences) {
		if (occurrences.length === 0 || reader.affordable() < 0) return occurrences;
		const { row } = await reader.record(`/products/${product}`);
		if (row?.name === undefined) return occurrences;
		return occurrences.map((one) => ({
			...one,
			details: { ...one.details, product_name: row.name },
		}));
	},
} satisfies Partial<ComparedLists>;

/** Fires when a customer gets access to the product: bought, granted, or subscribed after registering. */
export const productAdded = comparison({
	...access,
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer has access to the product. Grant it to one, or choose another product, and fetch a test event again.',
	},
	ofNewcomer: (config, _, newcomer) => occurrenceOf(config, newcomer),
	firesOnDeparture: () => false,
	ofDeparted: () => undefined,

	async sample(reader, config) {
		const { entries } = await customersOf(reader, config, 'newest')(1);
		return entries.map((entry) => occurrenceOf(config, entry));
	},
});

/** Fires when a customer no longer has access to the product: removed, cancelled, expired. */
export const productRemoved = comparison({
	...access,
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'The product never had a customer. Grant it to one, or choose another product, and fetch a test event again.',
	},
	ofNewcomer: () => undefined,
	firesOnDeparture: () => true,
	ofDeparted: (config, { entry, isEnabled }) =>
		isEnabled ? undefined : occurrenceOf(config, entry),

	// Nobody lists those from whom it was removed: whose subscription ended comes nearest, and then who has it still.
	async sample(reader, config) {
		const found: Entry[] = [];
		for (const status of LISTED_STATUSES) {
			found.push(...(await customersWith(reader, status, config)(1)).entries);
		}
		if (found.length === 0) found.push(...(await customersOf(reader, config, 'newest')(1)).entries);
		return found.map((entry) => occurrenceOf(config, entry));
	},
});
