// Lists for operations, which take all the records that they ask for: pages are read ahead, and a record that stands on two
// pages is returned once. The trigger has a reader of its own (VideoSubscriptionTrigger/lists/walk.ts): it must be able to stop
// after any page, because a poll has a budget, and to go on there in the next poll.
import type { IDataObject } from 'n8n-workflow';

import { wait } from '../concurrency/clock';
import { endlessListError, incompleteListError } from './listErrors';
import {
	DEFAULT_PAGE_SIZE,
	type ListPage,
	type PageQuery,
	type PageSize,
	placeInList,
	readPage,
} from './page';
import type { InvalidResponseError, HttpResponse } from '../client/response';
import { formatCount } from '../values/text';

/**
 * Pages requested concurrently once a page has shown the total: half of the requests that one key may have in flight. In
 * the benchmarks 6 took up to 1.8 times as long, and 16 gained little.
 */
export const PAGES_AT_ONCE = 10;

/** Page size of lists that are compared as a whole: half as many requests as with the default. */
export const LARGE_PAGE_SIZE = 100;

/** Milliseconds before a page that contradicts the pages before it is read again, as while an index is rebuilt. */
const REREAD_DELAY_MS = 500;

export interface ListRange {
	firstPage: number;
	perPage: number;
	/** Maximum number of records; all records when undefined. */
	maxRecords?: number;
}

/** A list of the service, whose records are reduced as soon as they are read, to save memory. */
export interface KeptList<T> extends ListRange {
	/** The plural name under `_embedded`. */
	key: string;
	fetchPage: (query: PageQuery) => Promise<HttpResponse>;
	keep: (record: IDataObject) => T;
	/** Returns what identifies a record where it is not its id alone (see {@link identityOf}). */
	identityOf?: (record: IDataObject) => unknown;
	signal?: AbortSignal | undefined;
}

/** Fetches the pages of a list in order, and several concurrently where they are expected to exist. */
class PageQueue {
	private readonly underWay: Array<Promise<HttpResponse>> = [];

	private requested: number;

	constructor(private readonly list: KeptList<unknown>) {
		this.requested = list.firstPage - 1;
	}

	private async fetch(page: number): Promise<HttpResponse> {
		return await this.list.fetchPage({ page, per_page: this.list.perPage });
	}

	/** Reads a page out of order. */
	async read(page: number): Promise<ListPage> {
		return readPage((await this.fetch(page)).body, this.list.key);
	}

	/** Reads the next page, and requests pages up to `lastExpected`. */
	async shift(lastExpected: number): Promise<ListPage> {
		const target = Math.max(lastExpected, this.requested - this.underWay.length + 1);
		while (this.underWay.length < PAGES_AT_ONCE && this.requested < target) {
			const response = this.fetch(++this.requested);
			// The list may end before this page, whose failure then does not matter.
			response.catch(() => {});
			this.underWay.push(response);
		}
		const response = await this.underWay.shift();
		return readPage(response?.body, this.list.key);
	}
}

/**
 * Returns what identifies a record: its place in a collection or its id, but no link, which records may share. A record
 * without an id is identified by all of its content.
 */
export function identityOf(record: IDataObject): unknown {
	const { item_id: itemId, id } = record;
	if (itemId) return `item ${String(itemId)}`;
	// A number in a set takes no memory of its own.
	if (id) return Number(id) || String(id);
	return JSON.stringify(record);
}

/** Reads one list page by page. */
class ListReader<T> {
	private readonly queue: PageQueue;

	private readonly records: T[] = [];

	private readonly seen = new Set<unknown>();

	/** The identities on the page that was read last, and on the page before it. */
	private identities: unknown[] = [];

	private previous: unknown[] = [];

	/** Rows read so far, including those before the first page that was requested. */
	private rows: number;

	/** The expected number of rows. */
	private total = 0;

	/** The service may cap the size of pages. A short list has no full page. */
	private size: PageSize;

	constructor(private readonly list: KeptList<T>) {
		this.queue = new PageQueue(list);
		this.rows = (list.firstPage - 1) * list.perPage;
		this.size = { longest: 0, full: list.perPage };
	}

	async read(): Promise<{ records: T[]; missing: number }> {
		const { firstPage, maxRecords = Infinity } = this.list;
		for (let number = firstPage; ; number++) {
			const page = await this.readUsable(number);
			const { read, missing, isLast } = this.placeOf(page);
			this.rows = read;
			const hasNew = this.add(page.records, maxRecords);
			this.previous = this.identities;
			if (this.records.length >= maxRecords) return { records: this.records, missing: 0 };
			if (!hasNew || isLast) return { records: this.records, missing };
		}
	}

	/** Adds the new records of a page. Returns whether there are any. */
	private add(records: IDataObject[], maxRecords: number): boolean {
		const before = this.seen.size;
		for (const [index, record] of records.entries()) {
			const count = this.seen.size;
			if (count === this.seen.add(this.identities[index]).size) continue;
			if (this.records.length < maxRecords) this.records.push(this.list.keep(record));
		}
		return this.seen.size > before;
	}

	private placeOf(page: ListPage) {
		return placeInList({ ...page, total: this.total || page.total }, this.rows, this.size);
	}

	/** The number of records of a first page that may be full: the service may cap the size at its default. */
	private get leastFull(): number {
		return Math.min(this.list.perPage, DEFAULT_PAGE_SIZE);
	}

	/** The last page that the total and the maximum let expect. */
	private get lastExpected(): number {
		const { firstPage, maxRecords = Infinity } = this.list;
		const { full } = this.size;
		const wanted = Math.min(this.total, (firstPage - 1) * full + maxRecords);
		return Math.max(firstPage, Math.ceil(wanted / full));
	}

	/** Reads a page, and once more if it contradicts the list: pages are empty or repeated while an index is rebuilt. */
	private async readUsable(number: number): Promise<ListPage> {
		const page = this.noted(await this.queue.shift(this.lastExpected));
		const isEndTooEarly = page.records.length === 0 && this.placeOf(page).missing > 0;
		if (!isEndTooEarly && !this.problemOf(page)) return page;
		await wait(REREAD_DELAY_MS, this.list.signal);
		const again = this.noted(await this.queue.read(number));
		const problem = this.problemOf(again);
		if (problem) throw problem;
		return again;
	}

	/** Notes what a page contains and shows about the list. The total of an empty page may be its own. */
	private noted(page: ListPage): ListPage {
		const { records, next, total = this.total } = page;
		this.identities = records.map(this.list.identityOf ?? identityOf);
		this.total = records.length > 0 ? total : Math.max(this.total, total);
		if (records.length === 0) return page;
		const longest = Math.max(this.size.longest, records.length);
		const isKnown = typeof next === 'string' || this.previous.length > 0;
		this.size = { longest, full: isKnown ? longest : Math.max(longest, this.leastFull) };
		return page;
	}

	/** Returns why a page cannot be the next one of the list, nor its end. */
	private problemOf(page: ListPage): InvalidResponseError | undefined {
		if (this.identities.some((identity) => !this.seen.has(identity))) return undefined;
		const isEmpty = page.records.length === 0;
		if (!isEmpty && this.identities.join() === this.previous.join()) return endlessListError();
		if (isEmpty && page.next && page.total === undefined) {
			return incompleteListError('a page is empty although another one follows');
		}
		const { read, missing, isShort } = this.placeOf(page);
		const present = read === 0 ? 'none' : formatCount(read);
		return isShort
			? incompleteListError(`it contains ${present} of its ${formatCount(read + missing)} records`)
			: undefined;
	}
}

/**
 * Reads a list in its order, without duplicates (docs/developers/service.md, Lists).
 *
 * @returns the records, and how many more the total counts: less than a page
 * @throws InvalidResponseError for a list that is short of its total by a page or more, or repeats a page
 * @example readList(listOf(client, { path: '/videos', key: 'videos' }))
 */
export async function readList<T>(list: KeptList<T>): Promise<{ records: T[]; missing: number }> {
	return await new ListReader(list).read();
}
