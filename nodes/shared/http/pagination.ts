import type { IDataObject } from 'n8n-workflow';

import { asObject, embeddedRecords, isObject } from '../json';
import { InvalidResponseError, type ServiceResponse } from './response';
import { requireBaseUrl } from '../resources/baseUrl';

/** Page size of all lists unless asked otherwise (docs/service.md, Limits). */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * Pages requested at once, when the first page has said how many there are: half of what one key may have in flight. In
 * the benchmarks 6 took up to 1.8 times as long, and 16 gained little.
 */
export const PAGES_AT_ONCE = 10;

/**
 * n8n's engine passes on what one input item gave with a spread call, which runs out of stack somewhere above 120,000
 * records.
 */
export const MAX_RECORDS = 110_000;

export interface PageQuery {
	page: number;
	per_page: number;
}

export interface ListRange {
	firstPage: number;
	perPage: number;
	/** How many records are wanted; all when undefined. */
	limit?: number;
}

export interface ListRequest<T> extends ListRange {
	/** The plural name under `_embedded`. */
	key: string;
	/** Of the credential, whose origin no link may leave. */
	baseUrl: unknown;
	fetchPage: (query: PageQuery) => Promise<ServiceResponse>;
	/** What is kept of a record, so that no page is held longer than needed. */
	keep: (record: IDataObject) => T;
}

export interface ListPage {
	records: IDataObject[];
	/** The address of the next page; `undefined` on the last one. */
	next: string | undefined;
	/** How many records there are, of the whole list or of this page alone: not documented (docs/service.md, Lists). */
	total: number | undefined;
}

/** The page size that asks for no more records than needed: 120 records at up to 50 a page are three pages of 40. */
export function fittingPageSize(limit: number, pageSize: number): number {
	return Math.ceil(limit / Math.ceil(limit / pageSize));
}

/**
 * Reads one page of a list (docs/service.md, Lists). Only a list says that there is nothing: an answer without one may
 * come from anybody, and whoever took it for an empty list would create, revoke or announce what is there.
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

function refuseTooMany(count: number): void {
	if (count <= MAX_RECORDS) return;
	throw new InvalidResponseError(
		`The list has more than ${MAX_RECORDS} records, which is more than n8n can pass on at once`,
		'Split it: narrow it with filters, or turn Return All off and fetch it in parts with Limit and the option Page.',
	);
}

/** Whether a list that claims to be too long is: there is something beyond what can be passed on. */
async function isTooLong<T>(request: ListRequest<T>, size: number): Promise<boolean> {
	const page = request.firstPage + Math.ceil(MAX_RECORDS / size);
	const { body } = await request.fetchPage({ page, per_page: request.perPage });
	return readPage(body, request.key).records.length > 0;
}

/**
 * The pages of a list one after the other. Once a page has given the total, the next ones are fetched a few at a time,
 * never beyond the last one expected; after a 429, one by one.
 */
async function* pagesOf<T>(request: ListRequest<T>): AsyncGenerator<ListPage> {
	const { key, perPage, limit = Infinity, fetchPage } = request;
	const underWay: Array<Promise<ServiceResponse>> = [];
	let asked = request.firstPage - 1;
	let lastExpected = request.firstPage;
	let atOnce = PAGES_AT_ONCE;
	// The service may cap the page size: what came tells the real one.
	let size = 1;
	for (;;) {
		const target = Math.max(lastExpected, asked - underWay.length + 1);
		while (underWay.length < atOnce && asked < target) {
			asked++;
			const response = fetchPage({ page: asked, per_page: perPage });
			// It may fail after the list has ended without it.
			response.catch(() => {});
			underWay.push(response);
		}
		const response = await underWay.shift();
		if (!response) return;
		if (response.throttled) atOnce = 1;
		const page = readPage(response.body, key);
		yield page;
		size = Math.max(size, page.records.length);
		const wanted = Math.min(page.total ?? 0, (request.firstPage - 1) * size + limit);
		lastExpected = Math.max(lastExpected, Math.ceil(wanted / size));
	}
}

/** The records of a list, or the first `limit`, in its order, and none twice (docs/service.md, Lists). */
export async function readList<T>(request: ListRequest<T>): Promise<T[]> {
	const { limit = Infinity } = request;
	const checkLink = linkGuard(request.baseUrl);
	const checkProgress = endlessListGuard();
	const newRecordsOf = newRecordsFilter();
	const kept: T[] = [];
	let isLengthChecked = false;
	let read = (request.firstPage - 1) * request.perPage;
	for await (const { records, next, total = 0 } of pagesOf(request)) {
		const isSaidTooLong = Math.min(limit, total) > MAX_RECORDS && records.length > 0;
		if (isSaidTooLong && !isLengthChecked) {
			isLengthChecked = true;
			if (await isTooLong(request, records.length)) refuseTooMany(total);
		}
		const newRecords = newRecordsOf(records);
		const isRepeated = records.length > 0 && newRecords.length === 0;
		// All that came is one page, twice: whatever page is asked for, it is the first one.
		if (isRepeated && next === undefined && records.length === kept.length)
			throw endlessListError();
		for (const record of newRecords.slice(0, limit - kept.length)) {
			kept.push(request.keep(record));
		}
		refuseTooMany(kept.length);
		read += records.length;
		// Where the total counts the whole list, a page without a link to the next one may not be the last.
		const isLast = next === undefined && total <= read;
		if (isLast || records.length === 0 || kept.length >= limit) break;
		checkProgress(newRecords.length);
		if (next !== undefined) checkLink(next);
	}
	return kept;
}

/** Pages in a row that bring nothing new: with one, records may have moved while the list was read. */
const MOST_PAGES_WITHOUT_NEWS = 2;

const ONE_PAGE_ONLY =
	'Tell the service. Until it is mended, only one page of the list can be read: where there is a Limit, use that instead of Return All.';

export function endlessListError(): InvalidResponseError {
	return new InvalidResponseError(
		'The list does not end: page after page, the service gives nothing new',
		ONE_PAGE_ONLY,
	);
}

/** Ends the reading of a list that gives the same whatever page is asked for; is told how many records were new. */
export function endlessListGuard(): (newRecords: number) => void {
	let pages = 0;
	return (newRecords) => {
		pages = newRecords > 0 ? 0 : pages + 1;
		if (pages >= MOST_PAGES_WITHOUT_NEWS) throw endlessListError();
	};
}

/** What makes a record this record: its place in a collection, its address, or its id. */
function identityOf(record: IDataObject): unknown {
	const { self } = asObject(record._links);
	const href = isObject(self) ? self.href : self;
	return record.item_id ?? href ?? record.id;
}

/** Leaves out the records that were on an earlier page, by their identity. */
export function newRecordsFilter(): (records: IDataObject[]) => IDataObject[] {
	const seen = new Set<unknown>();
	let textBefore: string | undefined;
	return (records) => {
		// Records without an identity are the same when a whole page of them is.
		const text = records.some((record) => identityOf(record) === undefined)
			? JSON.stringify(records)
			: undefined;
		const isRepeated = text !== undefined && text === textBefore;
		textBefore = text;
		return records.filter((record) => {
			const identity = identityOf(record);
			if (identity === undefined) return !isRepeated;
			if (seen.has(identity)) return false;
			seen.add(identity);
			return true;
		});
	};
}

/** Refuses links that lead in a circle or away: pages are counted, links are never followed. */
export function linkGuard(base: unknown): (next: string) => void {
	const seen = new Set<string>();
	const baseUrl = requireBaseUrl(base);
	const { origin } = new URL(baseUrl);
	return (next) => {
		if (seen.has(next)) {
			throw new InvalidResponseError(
				'The service gives the same next page again and again',
				ONE_PAGE_ONLY,
			);
		}
		seen.add(next);
		if (URL.canParse(next, baseUrl) && new URL(next, baseUrl).origin !== origin) {
			throw new InvalidResponseError(
				'The service gives a next page at another address than its own',
				'Check the Base URL of the credential. The other address was not asked.',
			);
		}
	};
}
