import type { IDataObject } from 'n8n-workflow';

import { wait } from '../concurrency/concurrency';
import { asObject, embeddedRecords, isObject } from '../json';
import { assertPassable, InvalidResponseError, type ServiceResponse } from './response';

/** Page size of all lists unless asked otherwise (docs/service.md, Limits). */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * Pages requested concurrently once a page has told the total: half of the requests that one key may have in flight. In
 * the benchmarks 6 took up to 1.8 times as long, and 16 gained little.
 */
export const PAGES_AT_ONCE = 10;

export interface PageQuery {
	page: number;
	per_page: number;
}

export interface ListRange {
	firstPage: number;
	perPage: number;
	/** Maximum number of records; all records when undefined. */
	limit?: number;
}

/** A list shorter than its `total`. Counts rows of the service: a customer with two plans may be two rows. */
interface Shortfall {
	received: number;
	total: number;
}

export interface ListRequest extends ListRange {
	/** The plural name under `_embedded`. */
	key: string;
	fetchPage: (query: PageQuery) => Promise<ServiceResponse>;
	/** Pages to request concurrently; `PAGES_AT_ONCE` unless given. */
	atOnce?: number;
	/** Called when the list ends slightly short of its `total`, which may count hidden records. */
	onShortfall?: (shortfall: Shortfall) => void;
}

export interface ListPage {
	records: IDataObject[];
	/** The address of the next page; `undefined` on the last one. Links are never followed. */
	next: string | undefined;
	/** The number of records of the whole list or of this page alone: not documented (docs/service.md, Lists). */
	total: number | undefined;
}

/** Returns the page size that fetches no more records than needed: 120 records at up to 50 a page are 3 pages of 40. */
export function fittingPageSize(limit: number, pageSize: number): number {
	return Math.ceil(limit / Math.ceil(limit / pageSize));
}

/**
 * Reads one page of a list (docs/service.md, Lists). A response without a list is not an empty list: it may come from a
 * proxy, and what it fails to mention would be created again, revoked or announced.
 */
export function readPage(body: unknown, key: string): ListPage {
	const records = embeddedRecords(body, key);
	if (!isObject(body) || !records) {
		throw new InvalidResponseError(
			'The service answered without the list that was asked for',
			`Its answer has no list of ${key.replaceAll('_', ' ')}, not even an empty one, or one with something else in it. Check that the Base URL of the credential is the address of the API, then try again.`,
		);
	}
	const next = asObject(asObject(body._links).next).href;
	const total = typeof body.total === 'string' ? Number(body.total) : body.total;
	const isCount = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
	return {
		records,
		next: typeof next === 'string' ? next : undefined,
		total: isCount ? total : undefined,
	};
}

/** Fetches the pages of a list in order, and several concurrently where they are expected to exist. */
class PageQueue {
	private readonly underWay: Array<Promise<ServiceResponse>> = [];

	private requested: number;

	private atOnce: number;

	constructor(private readonly request: ListRequest) {
		this.requested = request.firstPage - 1;
		this.atOnce = request.atOnce ?? PAGES_AT_ONCE;
	}

	private async fetch(page: number): Promise<ServiceResponse> {
		return await this.request.fetchPage({ page, per_page: this.request.perPage });
	}

	/** Reads a page out of order. */
	async read(page: number): Promise<ListPage> {
		return readPage((await this.fetch(page)).body, this.request.key);
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
		return readPage(response?.body, this.request.key);
	}
}

const REMEDY =
	'Tell the service, and try again later. Until it is mended, a page of the list can be read alone: with Limit and the option Page.';

/** Returns the error for a list that repeats itself. `progress` is the number of records so far, in words. */
export function endlessListError(progress = ''): InvalidResponseError {
	return new InvalidResponseError(
		`The list does not end: page after page, the service gives nothing new${progress && ` (${progress})`}`,
		REMEDY,
	);
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

/** While an index is rebuilt, a page may be empty or repeat another: milliseconds before each time it is read again. */
const REREAD_DELAYS_MS = [0, 500];

/** Distance of a page that no list reaches. If that page has a next link as well, the links do not show the end. */
const FAR_PAGES = 100_000;

/** Maximum number and share of rows that the `total` may count although no page shows them. */
const HIDDEN_ROWS = 10;
const HIDDEN_SHARE = 0.1;

/** How a page relates to the pages before it: new records, the end, or a contradiction. */
type Verdict = 'news' | 'end' | 'short' | 'empty' | 'repeated';

/** Reads one list page by page, and checks that each page continues the pages before it. */
class ListReader {
	private readonly queue: PageQueue;

	private readonly seen = new Set<string>();

	/** The identities on the previous page. */
	private before: string[] = [];

	/** Rows up to the previous page, including those before the first page that was requested. */
	private rows: number;

	/** The expected number of rows: the largest `total` of any page. */
	private total = 0;

	/** The largest number of records on a page: the service may cap the page size. */
	private size = 1;

	/** Whether the previous page has a link to a next one. */
	private isLinked = false;

	private readonly limit: number;

	constructor(private readonly request: ListRequest) {
		this.queue = new PageQueue(request);
		this.rows = (request.firstPage - 1) * request.perPage;
		this.limit = request.limit ?? Infinity;
	}

	/** Yields the new records of each page. */
	async *pages(): AsyncGenerator<IDataObject[]> {
		for (let number = this.request.firstPage; ; number++) {
			const page = await this.consistentPage(number);
			const identities = page.records.map(identityOf);
			const fresh = page.records.filter((_, index) => this.isNew(identities[index]));
			this.before = identities;
			this.rows += page.records.length;
			this.size = Math.max(this.size, page.records.length);
			if (fresh.length > 0) yield fresh;
			// A page without a next link is not the last one while the total counts more rows.
			if (page.records.length === 0 || (page.next === undefined && this.missing <= 0)) break;
			this.isLinked = page.next !== undefined;
		}
		const { missing, rows, total } = this;
		if (missing > 0) this.request.onShortfall?.({ received: rows, total });
	}

	private isNew(identity = ''): boolean {
		return this.seen.size < this.seen.add(identity).size;
	}

	/** The number of rows that the total counts beyond those read so far. */
	private get missing(): number {
		return this.total - this.rows;
	}

	/** The last page that the total and the limit let expect. */
	private get lastExpected(): number {
		const wanted = Math.min(this.total, (this.request.firstPage - 1) * this.size + this.limit);
		return Math.max(this.request.firstPage, Math.ceil(wanted / this.size));
	}

	/** Reads a page, up to twice more while it contradicts the pages before. Throws when it still does. */
	private async consistentPage(number: number): Promise<ListPage> {
		let page = await this.queue.shift(this.lastExpected);
		let verdict = this.judge(page);
		for (const delay of REREAD_DELAYS_MS) {
			if (verdict === 'news' || verdict === 'end') return page;
			await wait(delay);
			page = await this.queue.read(number);
			verdict = this.judge(page);
		}
		if (verdict === 'repeated') throw endlessListError(this.progress);
		if (verdict === 'empty' && !(await this.isBeyondEnd(number))) {
			throw new InvalidResponseError(`The list is not complete: ${this.progress}`, REMEDY);
		}
		return page;
	}

	private get progress(): string {
		const { total } = this;
		const received = this.seen.size;
		return total > received
			? `${received} of ${total} records came`
			: `${received} records came, and the service says that there are more`;
	}

	private judge({ records, next, total = 0 }: ListPage): Verdict {
		this.total = Math.max(this.total, total);
		if (records.length === 0) return this.judgeEmpty(next, total);
		const identities = records.map(identityOf);
		const isRepeated = identities.every((identity) => this.seen.has(identity));
		return isRepeated && !this.isTail(identities) ? 'repeated' : 'news';
	}

	/**
	 * An empty page ends a list, unless the total or a link says that there is more. With few rows missing, a linked page
	 * is `short`: it is read again, and ends the list if it stays empty.
	 */
	private judgeEmpty(next: string | undefined, ownTotal: number): Verdict {
		const { missing, total, isLinked } = this;
		if (missing > 0) {
			// A list that shows no row at all is not taken for one whose rows are all hidden.
			if (this.rows === 0) return 'empty';
			const share = total * HIDDEN_SHARE;
			const hidden = (isLinked ? Math.min : Math.max)(HIDDEN_ROWS, share);
			if (missing > hidden) return 'empty';
			return isLinked ? 'short' : 'end';
		}
		const isWholeTotal = ownTotal > 0 || this.rows === 0;
		return next === undefined || isWholeTotal ? 'end' : 'empty';
	}

	/** Whether a page only repeats the end of the previous one: several rows of a customer, or a list that has grown. */
	private isTail(identities: string[]): boolean {
		const { before } = this;
		if (identities.length >= before.length || identities.length === 0) return false;
		return identities.join() === before.slice(-identities.length).join();
	}

	/** Whether an empty page with a next link is the end: the page after it is empty, and every page has a next link. */
	private async isBeyondEnd(number: number): Promise<boolean> {
		if (this.missing > 0) return false;
		const behind = await this.queue.read(number + 1);
		if (behind.records.length > 0) return false;
		return (await this.queue.read(number + FAR_PAGES)).next !== undefined;
	}
}

/** Yields the records of a list page by page, in its order, without duplicates (docs/service.md, Lists). */
export async function* listPages(request: ListRequest): AsyncGenerator<IDataObject[]> {
	const { limit = Infinity } = request;
	let count = 0;
	for await (const records of new ListReader(request).pages()) {
		const wanted = records.slice(0, limit - count);
		count += wanted.length;
		assertPassable(count);
		yield wanted;
		if (count >= limit) return;
	}
}

/** A list of which `keep` reduces each record at once, to save memory. */
type KeptList<T> = ListRequest & { keep: (record: IDataObject) => T };

/** Reads the records of a list, or the first `limit`. */
export async function readList<T>({ keep, ...request }: KeptList<T>): Promise<T[]> {
	const kept: T[] = [];
	for await (const records of listPages(request)) {
		for (const record of records) kept.push(keep(record));
	}
	return kept;
}

/** How often a list is read that is not complete: a record that leaves it meanwhile hides another one. */
const MOST_READINGS = 3;

/** Reads a list again while it is short of its `total`. Returns how many rows are `missing` in the end. */
export async function readWholeList<T>(
	request: KeptList<T>,
): Promise<{ records: T[]; missing: number }> {
	for (let reading = 1; ; reading++) {
		let missing = 0;
		const onShortfall = ({ received, total }: Shortfall) => {
			missing = total - received;
		};
		const records = await readList({ ...request, onShortfall });
		if (missing === 0 || reading === MOST_READINGS) return { records, missing };
	}
}
