import type { IDataObject } from 'n8n-workflow';

import { embeddedRecords, isObject } from '../json';
import { type ServiceResponse, UnusableAnswerError } from './response';

/** Page size of all lists unless asked otherwise (spec, Limits). */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * Pages under way at once, once the first page told how many there are: half of what one key may
 * have under way. In the benchmarks 6 took up to 1.8 times as long, and 16 gained little.
 */
export const PAGES_AT_ONCE = 10;

/**
 * n8n's engine passes on what one input item gave with a spread call, which runs out of stack
 * somewhere above 120,000 records.
 */
export const MAX_RECORDS = 110_000;

export interface PageRequest {
	page: number;
	perPage: number;
}

export interface ListRequest<T> {
	/** The plural name under `_embedded`. */
	key: string;
	firstPage: number;
	perPage: number;
	/** How many records are wanted; all when undefined. */
	limit?: number;
	/** The parsed base address, whose origin no link may leave. */
	baseUrl: string;
	fetchPage: (request: PageRequest) => Promise<ServiceResponse>;
	/** What is kept of a record, so that no page is held longer than needed. */
	keep: (record: IDataObject) => T;
}

interface Page {
	records: IDataObject[];
	next: unknown;
	total: unknown;
}

/**
 * The page size that asks for no more records than needed: 120 records at up to 50 a page are
 * three pages of 40.
 */
export function fittingPageSize(limit: number, pageSize: number): number {
	return Math.ceil(limit / Math.ceil(limit / pageSize));
}

function readPage(body: unknown, key: string): Page {
	if (!isObject(body)) {
		throw new UnusableAnswerError(
			'The service answered with something that is not a list',
			'Check the Base URL of the credential, then try again.',
		);
	}
	const next = isObject(body._links) && isObject(body._links.next) ? body._links.next.href : null;
	return { records: embeddedRecords(body, key), next, total: body.total };
}

/** What makes a record this record: its place in a collection, its address, or its id. */
function identityOf(record: IDataObject): unknown {
	const { self } = isObject(record._links) ? record._links : { self: undefined };
	const href = isObject(self) ? self.href : self;
	return record.item_id ?? href ?? record.id;
}

/** Refuses links that lead in a circle or away: pages are counted, links are never followed. */
function linkGuard(baseUrl: string): (next: unknown) => void {
	const seen = new Set<unknown>();
	const { origin } = new URL(baseUrl);
	return (next) => {
		if (typeof next !== 'string') return;
		if (seen.has(next)) {
			throw new UnusableAnswerError(
				'The service gives the same next page again and again',
				'Tell the service. Until it is mended, use Limit instead of Return All.',
			);
		}
		seen.add(next);
		if (URL.canParse(next, baseUrl) && new URL(next, baseUrl).origin !== origin) {
			throw new UnusableAnswerError(
				'The service gives a next page at another address than its own',
				'Check the Base URL of the credential. The other address was not asked.',
			);
		}
	};
}

function refuseTooMany(count: number): void {
	if (count <= MAX_RECORDS) return;
	throw new UnusableAnswerError(
		`The list has more than ${MAX_RECORDS} records, which is more than n8n can pass on at once`,
		'Split it: narrow it with filters, or turn Return All off and fetch it in parts with Limit and the option Page.',
	);
}

/**
 * The pages of a list one after the other. Once a page told the total, the next ones are fetched
 * a few at a time, never beyond the last one expected; after a 429, one by one.
 */
async function* pagesOf<T>(request: ListRequest<T>): AsyncGenerator<Page> {
	const { key, perPage, limit = Infinity, fetchPage } = request;
	const underWay: Array<Promise<ServiceResponse>> = [];
	let asked = request.firstPage - 1;
	let lastExpected = request.firstPage;
	let atOnce = PAGES_AT_ONCE;
	for (;;) {
		const target = Math.max(lastExpected, asked - underWay.length + 1);
		while (underWay.length < atOnce && asked < target) {
			asked++;
			const response = fetchPage({ page: asked, perPage });
			// It may fail after the list has ended without it.
			response.catch(() => {});
			underWay.push(response);
		}
		const response = await underWay[0];
		void underWay.shift();
		if (response.throttled) atOnce = 1;
		const page = readPage(response.body, key);
		yield page;
		// The service may cap the page size: what came tells the real one.
		const size = Math.min(perPage, page.records.length);
		const wanted = Math.min(Number(page.total) || 0, (request.firstPage - 1) * size + limit);
		lastExpected = Math.max(lastExpected, Math.ceil(wanted / size));
	}
}

/**
 * All records of a list, or the first `limit` of them, in the order of the service (spec,
 * Pagination envelope).
 *
 * @returns what is kept of each record; none twice when pages shift while they are read
 * @throws UnusableAnswerError when links circle or lead away, or the list is too long for n8n;
 *   and what `fetchPage` throws
 */
export async function readList<T>(request: ListRequest<T>): Promise<T[]> {
	const { limit = Infinity } = request;
	const checkLink = linkGuard(request.baseUrl);
	const seen = new Set<unknown>();
	const kept: T[] = [];
	for await (const page of pagesOf(request)) {
		refuseTooMany(Math.min(limit, Number(page.total) || 0));
		for (const record of page.records) {
			const identity = identityOf(record);
			if (kept.length >= limit || (identity !== undefined && seen.has(identity))) continue;
			seen.add(identity);
			kept.push(request.keep(record));
		}
		refuseTooMany(kept.length);
		const isLast = typeof page.next !== 'string' || page.records.length === 0;
		if (isLast || kept.length >= limit) break;
		checkLink(page.next);
	}
	return kept;
}
