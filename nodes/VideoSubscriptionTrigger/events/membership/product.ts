import { hasAccessTo } from '../../../shared/customers/member';
import { notice } from '../../../shared/panel/notices';
import { readProduct } from '../../filters';
import { changedAt } from '../../lists/entries';
import { comparison, type ComparedLists } from './compared';

/** The enabled customers of a product have access to it (docs/developers/service.md, Customers). */
const SUBSCRIBED = 'enabled';

/** The state of a customer without access to the product. */
const REMOVED = 'removed';

/** What Product Added and Product Removed have in common: they are found in one list, so that one search finds both. */
const access = {
	search: 'productAccess',
	needsProduct: true,
	footnotes: () => [
		notice(
			'productNotice',
			'With more than 2,400 customers of the product and 50 requests per poll, it takes more than one poll to find a change. The trigger notices lost access later than new access.',
		),
	],
	read: (context) => ({ product: readProduct(context) }),
	watched: () => [SUBSCRIBED],
	typeOf: (_, state) => (state === SUBSCRIBED ? 'productAdded' : 'productRemoved'),

	eventOf: ({ product }, _, entry) => ({
		entry,
		at: changedAt(entry),
		key: `${entry.id}:${product}`,
		fieldsAfter: { product_id: product },
	}),

	lookUpRequests: () => 2,

	// Lists lag behind the customer's own record for the product.
	async stateOf(reader, { product }, { customer: { id } }) {
		const href = reader.hrefOf('product', product);
		const { entry, isGone } = await reader.record(`/customers/${id}`, { product: href });
		if (entry && hasAccessTo(entry.row, href)) return SUBSCRIBED;
		return entry || isGone ? REMOVED : undefined;
	},

	async extraFields(reader, { product }) {
		const { entry } = await reader.record(`/products/${product}`);
		return entry?.row.name === undefined ? {} : { product_name: entry.row.name };
	},
} satisfies Partial<ComparedLists<{ product: number }>>;

export const productAdded = comparison({
	...access,
	description:
		'A customer gets access to a product: bought, granted, free after registering, or back after a pause',
	emptyHint:
		'No customer has access to the product. Grant access to a customer, or choose another product. Then fetch a test event again.',
	sampled: () => [SUBSCRIBED],
});

export const productRemoved = comparison({
	...access,
	description:
		'A customer no longer has access to a product: removed, canceled, expired, paused, refunded or disabled',
	emptyHint:
		'No customer has lost access to the product by a change of status. Choose another product, and fetch a test event again.',
	// The statuses of customers who lost access (docs/developers/service.md, States).
	sampled: () => ['cancelled', 'expired', 'refunded', 'disabled'],
});
