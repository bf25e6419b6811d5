import type { IDataObject } from 'n8n-workflow';

import { asObject, embeddedRecords, isObject } from '../data/json';
import { InvalidResponseError } from '../client/response';

/** Page size of all lists unless asked otherwise (docs/developers/service.md, Limits). */
export const DEFAULT_PAGE_SIZE = 50;

export interface PageQuery {
	page: number;
	per_page: number;
}

export interface ListPage {
	records: IDataObject[];
	/** The address of the next page, which is never followed; null on the last page, `undefined` without a link. */
	next: string | null | undefined;
	/** The number of records of the whole list or of this page alone: not documented (docs/developers/service.md, Lists). */
	total: number | undefined;
}

/**
 * Reads one page of a list (docs/developers/service.md, Lists). A response without a list is not an empty list: it may come from a
 * proxy, and what it fails to mention would be created again, revoked or announced.
 */
export function readPage(body: unknown, key: string): ListPage {
	const records = embeddedRecords(body, key);
	if (!isObject(body) || !records) {
		throw new InvalidResponseError(
			'The response of the service does not contain the requested list',
			`It has no list of ${key.replaceAll('_', ' ')}, not even an empty one. Check that the Base URL of the credential is the URL of the API, then try again.`,
		);
	}
	const next = asObject(asObject(body._links).next).href;
	return {
		records,
		next: typeof next === 'string' || next === null ? next : undefined,
		total: typeof body.total === 'number' && body.total >= 0 ? body.total : undefined,
	};
}

/** How long the pages of a list are. */
export interface PageSize {
	/** The number of records of the longest page so far. */
	longest: number;
	/** The number of records of a full page: that of the longest one, once another page has shown that it is full. */
	full: number;
}

/**
 * Returns where a page is in its list:
 * - `read`: how many records the list has up to the end of the page;
 * - `missing`: how many more its total counts;
 * - `isShort`: whether they are a page or more, or all of the list, so that a list that ends here is incomplete. A total
 *   that counts fewer of them is a little too high;
 * - `isLast`: whether no page follows. A page is not the last one when the total counts as many more as the longest page
 *   has, whatever its link says, or any more and the page is full or has no link. Without a link, a full page is the last
 *   one only if the total of the list says so, which may be that of the page alone.
 *
 * @param before how many records the pages before it have
 */
export function placeInList(
	{ records, next, total: given }: ListPage,
	before: number,
	{ longest, full }: PageSize = { longest: DEFAULT_PAGE_SIZE, full: DEFAULT_PAGE_SIZE },
) {
	const count = records.length;
	const read = before + count;
	const missing = Math.max(0, (given ?? 0) - read);
	const isShort = missing >= full || (missing > 0 && read === 0);
	const isFull = count >= full;
	const isCounted = missing >= longest || (missing > 0 && (isFull || next === undefined));
	const isTotalOfPage = given === undefined || given < read || given === count;
	const isSilent = next === undefined && isFull && isTotalOfPage;
	const isLast = count === 0 || !(typeof next === 'string' || isCounted || isSilent);
	return { read, missing, isShort, isLast };
}

/** Whether a page has no records although its total counts some. */
export function hasTotalWithoutRecords({ records, total = 0 }: ListPage): boolean {
	return records.length === 0 && total > 0;
}
