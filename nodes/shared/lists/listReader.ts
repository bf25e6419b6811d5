import type { IDataObject } from 'n8n-workflow';

import { wait } from '../concurrency/clock';
import { endlessListError, incompleteListError } from './listErrors';
import { type ListPage, type PageQuery, placeInList, readPage } from './page';
import type { HttpResponse } from '../client/response';

/**
 * Pages requested concurrently once a page has told the total: half of the requests that one key may have in flight. In
 * the benchmarks 6 took up to 1.8 times as long, and 16 gained little.
 */
export const PAGES_AT_ONCE = 10;

/** Page size of lists that are compared as a whole: half as many requests as with the default. */
export const LARGE_PAGE_SIZE = 100;

/** Milliseconds before a page that contradicts the pages before it is read again, as while an index is rebuilt. */
const REREAD_DELAY_MS = 500;

/** How often a list is read at most that is shorter than its total: a record that leaves it meanwhile hides another one. */
const MOST_READINGS = 4;

export interface ListRange {
	firstPage: number;
	perPage: number;
	/** Maximum number of records; all records when undefined. */
	limit?: number;
}

export interface ListSource extends ListRange {
	/** The plural name under `_embedded`. */
	key: string;
	fetchPage: (query: PageQuery) => Promise<HttpResponse>;
	/** Pages to request concurrently; `PAGES_AT_ONCE` unless given. */
	atOnce?: number;
}

/** Fetches the pages of a list in order, and several concurrently where they are expected to exist. */
class PageQueue {
	private readonly underWay: Array<Promise<HttpResponse>> = [];

	private requested: number;

	private atOnce: number;

	constructor(private readonly source: ListSource) {
		this.requested = source.firstPage - 1;
		this.atOnce = source.atOnce ?? PAGES_AT_ONCE;
	}

	private async fetch(page: number): Promise<HttpResponse> {
		return await this.source.fetchPage({ page, per_page: this.source.perPage });
	}

	/** Reads a page out of order. */
	async read(page: number): Promise<ListPage> {
		return readPage((await this.fetch(page)).body, this.source.key);
	}

	/** Reads the next page, and requests pages up to `lastExpected`. After a 429 it requests them one by one. */
	async shift(lastExpected: number): Promise<ListPage> {
		const target = Math.max(lastExpected, this.requested - this.underWay.length + 1);
		while (this.underWay.length < this.atOnce && this.requested < target) {
			const response = this.fetch(++this.requested);
			// The list may end before this page, whose failure then does not matter.
			response.catch(() => {});
			this.underWay.push(response);
		}
		const response = await this.underWay.shift();
		if (response?.throttled) this.atOnce = 1;
		return readPage(response?.body, this.source.key);
	}
}

const ID_NAMES = ['item_id', 'id'];

/**
 * Returns what identifies a record: its place in a collection or its id, but no link, which records may share. A record
 * without an id is identified by all of its content.
 */
export function identityOf(record: IDataObject): string {
	const name = ID_NAMES.find((key) => Boolean(record[key]));
	return name === undefined ? JSON.stringify(record) : `${name} ${String(record[name])}`;
}

/** Whether a page is empty although it links to another one, and no total says otherwise. */
const hasNextWithoutTotal = ({ records, next, total }: ListPage) =>
	records.length === 0 && next !== undefined && total === undefined;

/** The end of a list. */
interface ListEnd {
	/** How many rows the list is short of its total: the service may count hidden ones. */
	missing: number;
	/** What identifies the records. */
	identities: Set<string>;
}

/** Reads one list page by page. */
class ListReader {
	private readonly queue: PageQueue;

	private readonly seen = new Set<string>();

	/** The identities on the previous page. */
	private previous = '';

	/** Rows read so far, including those before the first page that was requested. */
	private rows: number;

	/** The expected number of rows: the largest `total` of any page. */
	private total = 0;

	/** The largest number of records on a page: the service may cap the page size. */
	private size = 1;

	constructor(private readonly source: ListSource) {
		this.queue = new PageQueue(source);
		this.rows = (source.firstPage - 1) * source.perPage;
	}

	/** Yields the new records of each page. */
	async *pages(): AsyncGenerator<IDataObject[], ListEnd> {
		for (let number = this.source.firstPage; ; number++) {
			const page = await this.readConsistentPage(number);
			const { records } = page;
			const fresh = records.filter((record) => this.isNew(identityOf(record)));
			const { read, missing, isLast } = this.placeOf(page);
			this.previous = records.map(identityOf).join();
			this.rows = read;
			this.size = Math.max(this.size, records.length);
			if (fresh.length > 0) yield fresh;
			if (fresh.length === 0 || isLast) return { missing, identities: this.seen };
		}
	}

	private isNew(identity: string): boolean {
		return this.seen.size < this.seen.add(identity).size;
	}

	/** Where a page is in the list, by the largest total of any page. */
	private placeOf(page: ListPage) {
		return placeInList({ ...page, total: this.total }, this.rows);
	}

	/** The last page that the total and the limit let expect. */
	private get lastExpected(): number {
		const { firstPage, limit = Infinity } = this.source;
		const wanted = Math.min(this.total, (firstPage - 1) * this.size + limit);
		return Math.max(firstPage, Math.ceil(wanted / this.size));
	}

	/** Reads a page, and once more if it contradicts the pages before it. */
	private async readConsistentPage(number: number): Promise<ListPage> {
		const page = this.withTotal(await this.queue.shift(this.lastExpected));
		if (!this.isContradiction(page)) return page;
		await wait(REREAD_DELAY_MS);
		const again = this.withTotal(await this.queue.read(number));
		if (this.isRepeated(again)) throw endlessListError();
		if (hasNextWithoutTotal(again)) {
			throw incompleteListError('a page is empty although another one follows');
		}
		if (again.records.length === 0 && this.rows === 0 && this.total > 0) {
			throw incompleteListError(`it contains none of its ${this.total} records`);
		}
		return again;
	}

	private withTotal(page: ListPage): ListPage {
		this.total = Math.max(this.total, page.total ?? 0);
		return page;
	}

	/** Whether a page is empty although the total or a link says that there is more, or repeats the page before it. */
	private isContradiction(page: ListPage): boolean {
		if (page.records.length > 0) return this.isRepeated(page);
		return this.placeOf(page).missing > 0 || hasNextWithoutTotal(page);
	}

	private isRepeated({ records }: ListPage): boolean {
		return records.length > 0 && records.map(identityOf).join() === this.previous;
	}
}

/** Yields the records of a list page by page, in its order, without duplicates (docs/service.md, Lists). */
export async function* listPages(source: ListSource): AsyncGenerator<IDataObject[], ListEnd> {
	const { limit = Infinity } = source;
	const pages = new ListReader(source).pages();
	let count = 0;
	for (;;) {
		const page = await pages.next();
		if (page.done) return page.value;
		const wanted = page.value.slice(0, limit - count);
		count += wanted.length;
		yield wanted;
		if (count >= limit) return { missing: 0, identities: new Set() };
	}
}

/** A list of which `keep` reduces each record at once, to save memory. */
export type KeptList<T> = ListSource & { keep: (record: IDataObject) => T };

interface ListReading<T> extends ListEnd {
	records: T[];
}

/** Reads the records of a list once, or the first `limit`. */
export async function readList<T>({ keep, ...source }: KeptList<T>): Promise<ListReading<T>> {
	const records: T[] = [];
	const pages = listPages(source);
	for (;;) {
		const page = await pages.next();
		if (page.done) return { records, ...page.value };
		for (const record of page.value) records.push(keep(record));
	}
}

const isSame = (one: Set<string>, other: Set<string>) =>
	one.size === other.size && [...one].every((identity) => other.has(identity));

interface WholeReading<T> extends ListReading<T> {
	/** Whether the list is complete, or two readings contained the same records. */
	isSettled: boolean;
}

/**
 * Reads a list, and again while it is short of its total, until two readings contain the same records. A total may count
 * records that no page shows.
 *
 * @param sourceOf returns the list for a reading, which may ask for another order each time; readings count from 1
 * @returns the last reading, or the longest one of a list that differed each time
 */
export async function readWholeList<T>(
	sourceOf: (reading: number) => KeptList<T>,
): Promise<WholeReading<T>> {
	let last = await readList(sourceOf(1));
	let longest = last;
	for (let reading = 2; last.missing > 0 && reading <= MOST_READINGS; reading++) {
		const again = await readList(sourceOf(reading));
		if (isSame(again.identities, last.identities)) return { ...again, isSettled: true };
		last = again;
		if (again.records.length >= longest.records.length) longest = again;
	}
	return last.missing > 0 ? { ...longest, isSettled: false } : { ...last, isSettled: true };
}
