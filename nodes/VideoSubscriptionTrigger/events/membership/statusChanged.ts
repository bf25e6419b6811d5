import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { hasTotalWithoutRecords } from '../../../shared/lists/page';
import { customerStatusOptions } from '../../../shared/panel/customerStatus';
import { notice } from '../../../shared/panel/notices';
import { findFilter, productFilter, readProductFilter, requireValue, sorted } from '../../filters';
import { changedAt, toEntries } from '../../lists/entries';
import { comparison } from './compared';

/** The status that customers return to. Without a product, its list is too long to be read. */
const ENABLED = 'enabled';

/** The state of a customer with none of the watched statuses, or no longer of the product. */
const ELSEWHERE = 'elsewhere';

/** All statuses (docs/developers/service.md, States). */
const STATUSES = customerStatusOptions().map(({ value }) => String(value));

const statusesField = (): INodeProperties => ({
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	options: customerStatusOptions({
		name: 'Enabled Again',
		description: 'Back from any of the other statuses',
	}),
	default: [...STATUSES],
	description: 'Only changes of the status to one of these',
});

/** Reads the statuses; all of them where the filter is not added. */
function readStatuses(context: IPollFunctions): string[] {
	const field = statusesField();
	return sorted(requireValue(findFilter(context, field.name) ?? field.default, field));
}

export const customerStatusChanged = comparison({
	description: 'A customer cancels, pauses, expires, is enabled again and so on',
	filters: () => [
		statusesField(),
		productFilter('Only changes of the status of customers of this product'),
	],
	footnotes: () => [
		notice(
			'statusesNotice',
			'With more than 2,400 customers in these statuses and 50 requests per poll, it takes more than one poll to find a change. Fewer statuses, or a product, are faster.',
		),
	],
	read: (context) => ({ product: readProductFilter(context), statuses: readStatuses(context) }),
	emptyHint:
		'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	narrowerHint: 'Choose fewer statuses, or a product in Filters. ',

	// A customer who is enabled again was in another list before.
	watched: ({ statuses }) =>
		(statuses.includes(ENABLED) ? STATUSES : statuses).filter((status) => status !== ENABLED),

	typeOf: ({ statuses }, status) =>
		statuses.includes(status) ? 'customerStatusChanged' : undefined,

	// The service does not show when the status changed. The record's last change is the nearest known time.
	eventOf: (_, status, entry) => ({
		entry,
		at: changedAt(entry),
		key: `${entry.id}:${status}`,
		fieldsBefore: { status },
	}),

	// The customer, the two statuses, whether lists find them at all, and with a product whether they are its customer.
	lookUpRequests: ({ product }) => (product === undefined ? 4 : 5),

	/** A list that lacks the customer proves nothing: lists lag, and the customer may have moved between two of them. */
	async stateOf(reader, { product, statuses }, { list, customer, isLate }) {
		const { email } = customer.row;
		const isReturnWanted = statuses.includes(ENABLED);
		const look = async (status: string, filter: { product?: number | undefined }) => {
			const { found } = await reader.findOrIgnore(reader.customers(status, filter, { email })(1));
			if (!found || hasTotalWithoutRecords(found)) return 'unclear';
			return toEntries(found.records).some(({ id }) => id === customer.id) ? 'listed' : 'missing';
		};
		for (const status of isReturnWanted ? [ENABLED, list] : [list]) {
			const seen = await look(status, { product });
			if (seen !== 'missing') return seen === 'listed' ? status : undefined;
		}
		// Between two statuses, a customer is in the list of all. One of the watched lists shows them before lists are late.
		const mayReturn =
			!isLate &&
			isReturnWanted &&
			(product === undefined || (await look('all', { product })) !== 'missing');
		return !mayReturn && (await look('all', {})) === 'listed' ? ELSEWHERE : undefined;
	},

	sampled: ({ statuses }) => statuses,
});
