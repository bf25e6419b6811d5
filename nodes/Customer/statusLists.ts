import type { IDataObject } from 'n8n-workflow';

import { assertPassable } from '../shared/client/response';
import { identityOf, listPages, type ListRange } from '../shared/client/lists';
import { parseMoment } from '../shared/json';
import type { OperationCall } from '../shared/execution/run';

/** The statuses of a subscription, the strongest first: a customer who is in several lists has the first of them. */
export const STATUSES = ['enabled', 'paused', 'cancelled', 'expired', 'refunded', 'disabled'];

/** The lists, the strongest first. A customer who is in none of a status is in that of all. */
const LISTS = [...STATUSES, 'all'];

/** A record of a list of customers, and the status of that list. */
interface CustomerWithStatus {
	record: IDataObject;
	status: string;
}

/** A list of customers, read page by page as needed. */
interface StatusList {
	status: string;
	pages: AsyncGenerator<IDataObject[]>;
	/** The records that were read and are not merged yet. */
	records: IDataObject[];
}

async function readNextPage(list: StatusList): Promise<void> {
	const page = await list.pages.next();
	list.records = page.done ? [] : page.value;
}

const createdAt = (record?: IDataObject) => parseMoment(record?.created_at) ?? 0;

type Compare = (a: IDataObject | undefined, b: IDataObject | undefined) => number;

/** What each `sort` compares; the service's own order (`latest`) is taken for the newest first. */
const ORDERS = new Map<unknown, Compare>([
	['latest', (a, b) => createdAt(b) - createdAt(a)],
	['newest', (a, b) => createdAt(b) - createdAt(a)],
	['oldest', (a, b) => createdAt(a) - createdAt(b)],
]);

/**
 * Reads the lists of each status and of all customers concurrently and merges them in the order of `sort`, or else of the
 * statuses. A customer who is in several lists, or changes status meanwhile, is returned once, with the strongest status:
 * `all` is the weakest. With a limit, only the pages that the merged list needs are read.
 */
export async function readByStatus(
	{ client, request: { path, query } }: OperationCall,
	{ firstPage, perPage, limit = Infinity }: ListRange,
): Promise<CustomerWithStatus[]> {
	const compare = ORDERS.get(query?.sort) ?? (() => 0);
	const skipped = (firstPage - 1) * perPage;
	const wanted = skipped + limit;
	const range = { firstPage: 1, perPage, ...(wanted < Infinity && { limit: wanted, atOnce: 1 }) };
	let open = LISTS.map((status): StatusList => {
		const list = client.list({ path, key: 'customers', query: { ...query, status }, ...range });
		return { status, pages: listPages(list), records: [] };
	});
	const found = new Map<string, CustomerWithStatus>();
	while (found.size < wanted) {
		await Promise.all(open.filter(({ records }) => records.length === 0).map(readNextPage));
		open = open.filter(({ records }) => records.length > 0);
		// Of equal first records, that of the strongest status is sorted first.
		const [next] = open.toSorted((a, b) => compare(a.records[0], b.records[0]));
		const record = next?.records.shift();
		if (!next || !record) break;
		const { status } = next;
		const identity = identityOf(record);
		const known = found.get(identity);
		if (!known || LISTS.indexOf(status) < LISTS.indexOf(known.status)) {
			found.set(identity, { record, status });
		}
		assertPassable(found.size);
	}
	return [...found.values()].slice(skipped);
}
