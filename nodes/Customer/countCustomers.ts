import { UserError } from 'n8n-workflow';

import { settleAll } from '../shared/concurrency/mapConcurrent';
import { CUSTOMER_STATUSES } from '../shared/customers/customerStatuses';
import { countOf } from '../shared/request/countList';
import { operation, type OperationCall } from '../shared/request/operation';
import { requireChoice } from '../shared/values/checks';
import { isBlank } from '../shared/values/listEntries';
import { CUSTOMERS_KEY } from './getCustomers';

/** The choices of Group By. */
export const GROUP_BY = {
	displayName: 'Group By',
	name: 'groupBy',
	options: [
		{ name: 'Nothing', value: 'none', description: 'One number' },
		{ name: 'Status', value: 'status', description: 'One number for each status' },
	],
};

/** Counts the customers of each status and of all. A customer may be in several lists of a status, or in none. */
async function countByStatus(call: OperationCall) {
	const { status = 'all' } = call.request.query ?? {};
	if (status !== 'all') {
		throw new UserError('The filter "Status" cannot be used with "Group By"', {
			description: 'Remove the filter "Status", or set "Group By" to "Nothing".',
		});
	}
	const counts = await settleAll(
		['all', ...CUSTOMER_STATUSES].map(
			async (each) => await countOf(call, CUSTOMERS_KEY, { status: each }),
		),
	);
	const [count = 0, ...ofStatuses] = counts;
	return {
		count,
		...Object.fromEntries(CUSTOMER_STATUSES.map((each, index) => [each, ofStatuses[index]])),
	};
}

/** Counts customers with the status of the filter, by default Enabled, or those of each status. */
export const countCustomers = operation(async (call) => {
	const groupBy: unknown = call.context.getNodeParameter(GROUP_BY.name, null);
	const isByStatus = requireChoice(
		isBlank(groupBy) ? 'none' : groupBy,
		GROUP_BY.displayName,
		{ none: false, status: true },
		GROUP_BY.options,
	);
	return [isByStatus ? await countByStatus(call) : { count: await countOf(call, CUSTOMERS_KEY) }];
});
