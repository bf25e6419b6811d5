import type { IDataObject } from 'n8n-workflow';

import { assertPassable } from '../shared/request/passable';
import { settleAll } from '../shared/concurrency/mapConcurrent';
import { CUSTOMER_STATUSES } from '../shared/customers/customerStatuses';
import { parseMoment } from '../shared/values/dates';
import { findTotal } from '../shared/lists/count';
import { listOf } from '../shared/lists/listOf';
import { readList } from '../shared/lists/listReader';
import { projection } from '../shared/output/projection';
import { rangeOf, readRecords } from '../shared/request/getList';
import { operation, type OperationCall } from '../shared/request/operation';
import { readBoolean } from '../shared/values/readers';

export const CUSTOMERS_KEY = 'customers';

/**
 * Reads the lists of each status, as far as the list of all customers is asked for. Returns by ID the status of each
 * customer, and what `keep` returns.
 */
async function readStatusLists<T>(
	{ context, client, request: { path, query } }: OperationCall,
	keep: (record: IDataObject, status: string) => T,
) {
	const { firstPage, perPage, maxRecords: limit = Infinity } = rangeOf(context);
	// The first customers of all are among the first ones of their statuses: the lists have the same order.
	const maxRecords = (firstPage - 1) * perPage + limit;
	const readStatus = async (status: string) => {
		const list = listOf(client, {
			path,
			key: CUSTOMERS_KEY,
			query: { ...query, status },
			perPage,
			maxRecords,
		});
		const { records } = await readList({
			...list,
			keep: (record) => [record.id, { status, kept: keep(record, status) }] as const,
		});
		return records;
	};
	const found = await settleAll(CUSTOMER_STATUSES.map(readStatus));
	return new Map(found.toReversed().flat());
}

/** Whether the total of all customers counts no more than these. */
async function isEverybody({ client, request: { path, query } }: OperationCall, count: number) {
	const all = listOf(client, { path, key: CUSTOMERS_KEY, query: { ...query, status: 'all' } });
	return ((await findTotal(all)) ?? Infinity) <= count;
}

/** Returns the moment by which customers are sorted, which grows in the order of the list. */
const sortKeyOf = (sort: unknown) => (record: IDataObject) =>
	(parseMoment(record.created_at) ?? 0) * (sort === 'oldest' ? 1 : -1);

/**
 * Reads all customers with their statuses, which their records do not contain: from the lists of the statuses, and from the
 * list of all customers where somebody is in none of them, who then has no status.
 */
async function readWithStatus(call: OperationCall): Promise<IDataObject[]> {
	const { context, request } = call;
	const place = sortKeyOf(request.query?.sort);
	const project = (status: string) => projection(context, 'customer', () => ({ status }));
	const projections = new Map(CUSTOMER_STATUSES.map((status) => [status, project(status)]));
	const { firstPage, maxRecords } = rangeOf(context);
	// Latest is the service's own order, which only the list of all has.
	const isWhole = firstPage === 1 && maxRecords === undefined && request.query?.sort !== 'latest';
	const customers = await readStatusLists(call, (record, status) =>
		isWhole ? { at: place(record), json: projections.get(status)?.(record) ?? record } : undefined,
	);
	if (isWhole && (await isEverybody(call, customers.size))) {
		assertPassable(customers.size);
		const kept = [...customers.values()].flatMap(({ kept: customer }) => customer ?? []);
		return kept.sort((a, b) => a.at - b.at).map(({ json }) => json);
	}
	const knownOf = ({ id }: IDataObject) => {
		const status = customers.get(id)?.status;
		return status === undefined ? {} : { status };
	};
	return await readRecords(call, { key: CUSTOMERS_KEY, kind: 'customer', knownOf });
}

/** Reads customers, with the status of the filter, by default Enabled, or with Include Status that of each customer. */
export const getCustomers = operation(async (call) => {
	const { context, request } = call;
	const { status = 'enabled' } = request.query ?? {};
	const isIncluded = readBoolean(context, 'options.includeStatus', 'Include Status', false);
	if (status === 'all' && isIncluded) return await readWithStatus(call);
	const statusField = status === 'all' ? {} : { status };
	return await readRecords(call, {
		key: CUSTOMERS_KEY,
		kind: 'customer',
		knownOf: () => statusField,
	});
});
