import type { IDataObject } from 'n8n-workflow';

import { asObject, embeddedRecords, isObject } from '../json';
import { InvalidResponseError } from '../client/response';

/** Page size of all lists unless asked otherwise (docs/service.md, Limits). */
export const DEFAULT_PAGE_SIZE = 50;

export interface PageQuery {
	page: number;
	per_page: number;
}

export interface ListPage {
	records: IDataObject[];
	/** The address of the next page, which is never followed; null on the last page, `undefined` without a link. */
	next: string | null | undefined;
	/** The number of records of the whole list or of this page alone: not documented (docs/service.md, Lists). */
	total: number | undefined;
}

/**
 * Reads one page of a list (docs/service.md, Lists). A response without a list is not an empty list: it may come from a
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

/**
 * Returns where a page is in its list:
 * - `read`: how many records the list has up to the end of the page;
 * - `missing`: how many more its total counts;
 * - `isShort`: whether they are a page or more, or all of the list, so that a list that ends here is incomplete. A total
 *   that counts fewer of them is a little too high;
 * - `isLast`: whether no page follows. The page that says so is not the last one of a list that is short, and a page that
 *   says nothing is the last one when none is missing, unless it is full and has no total.
 *
 * @param before how many records the pages before it have
 * @param size how many records a full page has
 */
export function placeInList(
	{ records, next, total: given }: ListPage,
	before: number,
	size = DEFAULT_PAGE_SIZE,
) {
	const total = given ?? 0;
	const read = before + records.length;
	const missing = Math.max(0, total - read);
	const isShort = missing >= size || (missing > 0 && read === 0);
	const isFollowed = typeof next === 'string' || isShort || (next === undefined && missing > 0);
	const isSilent = next === undefined && given === undefined && records.length >= size;
	const isLast = records.length === 0 || !(isFollowed || isSilent);
	return { read, missing, isShort, isLast };
}

/** Whether a page has no records although its total counts some. */
export function hasTotalWithoutRecords({ records, total = 0 }: ListPage): boolean {
	return records.length === 0 && total > 0;
}
