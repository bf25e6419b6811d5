import type { IDataObject } from 'n8n-workflow';

import { assertPassable } from '../shared/http/response';
import { identityOf, listPages, type ListRange } from '../shared/http/pagination';
import type { ItemRequest } from '../shared/http/request';
import { parseMoment } from '../shared/json';
import { listRequest } from '../shared/execution/lists';

/** The statuses of a subscription, the strongest first: a customer who is in several lists has the first of them. */
export const STATUSES = ['enabled', 'paused', 'cancelled', 'expired', 'refunded', 'disabled'];

/** A record of a list of customers, and the status of that list. */
interface CustomerWithStatus {
	record: IDataObject;
	status: string;
}

/** The list of the customers of one status, read page by page as far as it is needed. */
interface StatusList {
	status: string;
	pages: AsyncGenerator<IDataObject[]>;
	/** The records that were read and not merged yet. */
	records: IDataObject[];
	isOver: boolean;
}

async function readPage(list: StatusList): Promise<void> {
	const page = await list.pages.next();
	list.isOver = page.done === true;
	list.records = page.done === true ? [] : page.value;
}

const createdAt = ({ created_at: moment }: IDataObject) => parseMoment(moment) ?? 0;

/** What each `sort` compares; the service's own order (`latest`) is taken for the newest first. */
const ORDERS = new Map<unknown, (a: IDataObject, b: IDataObject) => number>([
	['latest', (a, b) => createdAt(b) - createdAt(a)],
	['newest', (a, b) => createdAt(b) - createdAt(a)],
	['oldest', (a, b) => createdAt(a) - createdAt(b)],
]);

type Head = { list: StatusList; record: IDataObject };

/** Returns the list whose first record comes next; of equal ones, that of the strongest status. */
function nextHead(
	lists: StatusList[],
	compare: (a: IDataObject, b: IDataObject) => number,
): Head | undefined {
	const heads = lists.flatMap((list) =>
		list.records.slice(0, 1).map((record) => ({ list, record })),
	);
	return heads.sort((a, b) => compare(a.record, b.record))[0];
}

/**
 * Reads the lists of all statuses side by side, merged in the order of `sort`, without one in the order of the statuses.
 * Nobody comes twice: of a customer who is in several lists, or changes status meanwhile, the strongest status is kept.
 * With a limit, only the pages that the merged list needs are read.
 */
export async function readByStatus(
	request: ItemRequest,
	{ firstPage, perPage, limit = Infinity }: ListRange,
): Promise<CustomerWithStatus[]> {
	const { context, options } = request;
	const compare = ORDERS.get(options.qs?.sort) ?? (() => 0);
	const skipped = (firstPage - 1) * perPage;
	const wanted = skipped + limit;
	const isWhole = wanted === Infinity;
	const lists = STATUSES.map((status): StatusList => {
		const own = { context, options: { ...options, qs: { ...options.qs, status } } };
		const range = { firstPage: 1, perPage, ...(!isWhole && { limit: wanted, atOnce: 1 }) };
		const pages = listPages(listRequest(own, 'customers', range));
		return { status, pages, records: [], isOver: false };
	});
	const found = new Map<string, CustomerWithStatus>();
	while (found.size < wanted) {
		const drained = lists.filter(({ records, isOver }) => records.length === 0 && !isOver);
		await Promise.all(drained.map(readPage));
		const next = nextHead(lists, compare);
		if (!next) break;
		next.list.records.shift();
		const { record, list } = next;
		const identity = identityOf(record);
		const known = found.get(identity);
		if (known) {
			const isStronger = STATUSES.indexOf(list.status) < STATUSES.indexOf(known.status);
			if (isStronger) found.set(identity, { record, status: list.status });
		} else {
			found.set(identity, { record, status: list.status });
		}
		assertPassable(found.size);
	}
	return [...found.values()].slice(skipped);
}
