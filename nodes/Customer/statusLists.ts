import type { IDataObject } from 'n8n-workflow';

import { assertPassable, identityOf, type ListRange, listPages } from '../shared/http/pagination';
import type { ItemRequest } from '../shared/http/request';
import { parseMoment } from '../shared/json';
import { listRequest } from '../shared/execution/reads';

/** The statuses of a subscription, the strongest first: a customer who is in several lists has the first of them. */
export const STATUSES = ['enabled', 'paused', 'cancelled', 'expired', 'refunded', 'disabled'];

/** A record of a list of customers, and the status of that list. */
export interface CustomerWithStatus {
	record: IDataObject;
	status: string;
}

/** The list of the customers of one status, read page by page as far as it is needed. */
class StatusList {
	private records: IDataObject[] = [];

	private index = 0;

	private isOver = false;

	constructor(
		readonly status: string,
		private readonly pages: AsyncGenerator<IDataObject[]>,
	) {}

	get head(): IDataObject | undefined {
		return this.records[this.index];
	}

	get needsPage(): boolean {
		return this.head === undefined && !this.isOver;
	}

	async readPage(): Promise<void> {
		const page = await this.pages.next();
		this.isOver = page.done === true;
		this.records = page.done === true ? [] : page.value;
		this.index = 0;
	}

	shift(): void {
		this.index++;
	}
}

const createdAt = ({ created_at: moment }: IDataObject) => parseMoment(moment) ?? 0;

/** What each `sort` compares; the service's own order (`latest`) is taken for the newest first. */
const ORDERS = new Map<unknown, (a: IDataObject, b: IDataObject) => number>([
	['latest', (a, b) => createdAt(b) - createdAt(a)],
	['newest', (a, b) => createdAt(b) - createdAt(a)],
	['oldest', (a, b) => createdAt(a) - createdAt(b)],
]);

/** Returns the list whose head comes next; of equal ones, that of the strongest status. */
function nextList(
	lists: StatusList[],
	compare: (a: IDataObject, b: IDataObject) => number,
): { list: StatusList; record: IDataObject } | undefined {
	return lists
		.flatMap((list) => (list.head ? [{ list, record: list.head }] : []))
		.reduce<
			{ list: StatusList; record: IDataObject } | undefined
		>((first, other) => (first && compare(first.record, other.record) <= 0 ? first : other), undefined);
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
	const lists = STATUSES.map((status) => {
		const own = { context, options: { ...options, qs: { ...options.qs, status } } };
		const range = { firstPage: 1, perPage, ...(!isWhole && { limit: wanted, atOnce: 1 }) };
		return new StatusList(status, listPages(listRequest(own, 'customers', range)));
	});
	const found = new Map<string, CustomerWithStatus>();
	for (;;) {
		await Promise.all(
			lists.filter(({ needsPage }) => needsPage).map(async (list) => await list.readPage()),
		);
		const next = nextList(lists, compare);
		if (!next || found.size >= wanted) break;
		next.list.shift();
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
