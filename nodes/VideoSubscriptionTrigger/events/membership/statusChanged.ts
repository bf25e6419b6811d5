import { changedAt } from '../../lists/entries';
import { customersWith } from '../../lists/lists';
import { comparison } from './compared';

/** The status that customers return to. Without a product, its list is too long to be read. */
export const ENABLED = 'enabled';

/** Statuses whose lists are read (docs/service.md, States). */
export const LISTED_STATUSES = ['cancelled', 'disabled', 'expired', 'paused', 'refunded'] as const;

export const customerStatusChanged = comparison({
	description: 'A customer cancels, pauses, expires, is enabled again and so on',
	filters: ['product', 'statuses'],
	emptyHint:
		'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	tooManyHint: 'Choose fewer statuses, or a product in Filters.',

	// A customer who is enabled again was in another list before.
	watched: ({ statuses }) =>
		LISTED_STATUSES.filter((status) => statuses.includes(ENABLED) || statuses.includes(status)),

	fires: ({ statuses }, status) => statuses.includes(status),

	// The service does not show when the status changed. The record's last change is the nearest known time.
	eventOf: (_, status, entry) => ({
		...{ entry, at: changedAt(entry), key: `${entry.id}:${status}` },
		details: { status },
	}),

	lookUpRequests: 4,

	/** The first list that contains the customer, by email address: a list without the customer proves nothing. */
	async stateOf(reader, { product, statuses }, list, { id, row: { email } }) {
		// Without an address, two rounds are all that can be known.
		if (!email) return ENABLED;
		for (const status of [ENABLED, list, 'all']) {
			if (status === ENABLED && !statuses.includes(ENABLED)) continue;
			const filter = { product: status === 'all' ? undefined : product };
			const page = customersWith(reader, status, filter, { email })(1);
			const { found } = await reader.findOrIgnore(page);
			if (!found) return undefined;
			if (found.entries.some((customer) => customer.id === id)) return status;
		}
		return undefined;
	},

	sampled: ({ statuses }) => statuses,
});
