import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { hasTotalWithoutRecords } from '../../../shared/lists/page';
import { customerStatusOptions } from '../../../shared/panel/customerStatus';
import { filtersField } from '../../../shared/panel/fields';
import { notice } from '../../../shared/panel/notices';
import { productFilter, readProductFilter, requireValue, sorted } from '../../filters';
import { changedAt, toEntries } from '../../lists/entries';
import { comparison } from './compared';

/** The status that customers return to. Without a product, its list is too long to be read. */
const ENABLED = 'enabled';

/** All statuses (docs/service.md, States). */
const STATUSES = customerStatusOptions().map(({ value }) => String(value));

const statusesField = (): INodeProperties => ({
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	required: true,
	options: customerStatusOptions({
		name: 'Enabled Again',
		description: 'Back from any of the other statuses',
	}),
	default: [...STATUSES],
	description: 'The workflow starts when the status of a customer becomes one of these',
});

function readStatuses(context: IPollFunctions): string[] {
	const field = statusesField();
	return sorted(requireValue(context.getNodeParameter('statuses', field.default), field));
}

export const customerStatusChanged = comparison({
	description: 'A customer cancels, pauses, expires, is enabled again and so on',
	fields: () => [
		statusesField(),
		notice(
			'statusesNotice',
			'With more than 2,400 customers in these statuses, finding a change takes more than one poll. Fewer statuses, or a product, are faster.',
		),
		filtersField([productFilter('Only customers of this product')]),
	],
	read: (context) => ({ product: readProductFilter(context), statuses: readStatuses(context) }),
	emptyHint:
		'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	narrowerHint: 'Choose fewer statuses, or a product in Filters. ',

	// A customer who is enabled again was in another list before.
	watched: ({ statuses }) =>
		(statuses.includes(ENABLED) ? STATUSES : statuses).filter((status) => status !== ENABLED),

	fires: ({ statuses }, status) => statuses.includes(status),

	// The service does not show when the status changed. The record's last change is the nearest known time.
	eventOf: (_, status, entry) => ({
		entry,
		at: changedAt(entry),
		key: `${entry.id}:${status}`,
		fieldsBefore: { status },
	}),

	lookUpRequests: 4,

	/** The first list that contains the customer, by email address: a list without the customer proves nothing. */
	async stateOf(reader, { product, statuses }, list, { id, row: { email } }) {
		for (const status of [ENABLED, list, 'all']) {
			if (status === ENABLED && !statuses.includes(ENABLED)) continue;
			const filter = { product: status === 'all' ? undefined : product };
			const page = reader.customers(status, filter, { email })(1);
			const { found } = await reader.findOrIgnore(page);
			if (!found || hasTotalWithoutRecords(found)) return undefined;
			if (!toEntries(found.records).some((customer) => customer.id === id)) continue;
			// A customer in no read list yet is on the way: one of the watched lists will show them, or they are enabled by then.
			const isOnTheWay = status === 'all' && product === undefined && statuses.includes(ENABLED);
			return isOnTheWay ? undefined : status;
		}
		return undefined;
	},

	sampled: ({ statuses }) => statuses,
});
