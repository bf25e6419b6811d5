import { listOf } from '../shared/lists/listOf';
import { readList } from '../shared/lists/listReader';
import { settleAll } from '../shared/concurrency/batches';
import { STATUSES } from '../shared/customers/subscriptionStatuses';
import { type KnownFields, rangeOf } from '../shared/run/getList';
import type { OperationCall } from '../shared/run/operation';
import { readBoolean } from '../shared/values/readers';

/** Reads the lists of each status, as far as the list of all customers is read. Returns the status of each customer. */
async function readStatuses({ context, client, request }: OperationCall) {
	const { path, query } = request;
	const { firstPage, perPage, limit } = rangeOf(context);
	// The first customers of all are among the first ones of their statuses: the lists have the same order.
	const most = limit === undefined ? {} : { limit: (firstPage - 1) * perPage + limit };
	const readIds = async (status: string) => {
		const list = listOf(client, {
			path,
			key: 'customers',
			query: { ...query, status },
			perPage,
			...most,
		});
		const { records } = await readList({ ...list, keep: ({ id }) => id });
		return records.map((id) => [id, status] as const);
	};
	const found = await settleAll(STATUSES.map(readIds));
	return new Map(found.toReversed().flat());
}

/**
 * Returns the status of the customers of a list, which their records do not contain: that of the filter, by default Enabled,
 * or with Include Status that of each customer. Somebody who is in no list of a status has none.
 */
export async function knownStatus(call: OperationCall): Promise<KnownFields> {
	const { context, request } = call;
	const { status: filter = 'enabled' } = request.query ?? {};
	const isIncluded = readBoolean(context, 'options.includeStatus', 'Include Status', false);
	if (filter !== 'all') return () => ({ status: filter });
	const statuses = isIncluded ? await readStatuses(call) : new Map<unknown, string>();
	return ({ id }) => {
		const status = statuses.get(id);
		return status === undefined ? {} : { status };
	};
}
