import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE, readPage } from '../../shared/client/page';
import { InvalidResponseError } from '../../shared/client/response';
import { asObject, parseMoment } from '../../shared/json';

/** A record of a list: its ID, its creation time, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (docs/service.md, Notation). */
	at: number;
	row: IDataObject;
}

/** One page of a list (docs/service.md, Lists). */
export interface Page {
	entries: Entry[];
	/** The number of records of the whole list; `undefined` when `total` cannot mean that. */
	total?: number | undefined;
	isLast: boolean;
	/** On the last page, how many more records the `total` counts than all pages showed. */
	missing?: number;
	/** How many records the earlier pages had. */
	before?: number;
	/** How many records were left out because they have no ID. */
	withoutId?: number;
}

/** Reads a page of a list by its number, from 1. */
export type ReadPage = (page: number) => Promise<Page>;

/** The creation time of a record without a date (9999-12-31), so that it is new until its ID is seen. */
export const UNDATED = 253_402_214_400;

/** Converts a timestamp (docs/service.md, Notation) to seconds since the epoch; `undefined` for any other value. */
export function secondsOf(timestamp: unknown): number | undefined {
	const milliseconds = parseMoment(timestamp);
	return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

/** Returns the ID of a record, or else the ID in its address; NaN when it has neither. */
export function idOf({ id, _links: links }: IDataObject): number {
	const { href } = asObject(asObject(links).self);
	const value = id ?? (typeof href === 'string' ? /\/(\d+)\/?$/.exec(href)?.[1] : undefined);
	return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/**
 * Converts records to entries. Leaves out those without an ID. A record without a date gets that of the record before it.
 *
 * @param first the date of undated records at the top; by default the first date that follows
 */
export function toEntries(rows: IDataObject[], first?: number): Entry[] {
	const dates = rows.map(({ created_at: createdAt }) => secondsOf(createdAt));
	let at = first ?? dates.find((date) => date !== undefined) ?? UNDATED;
	return rows
		.map((row, index) => ({ id: idOf(row), at: (at = dates[index] ?? at), row }))
		.filter(({ id }) => Number.isSafeInteger(id) && id > 0);
}

/**
 * Converts a response to a page. The meaning of `total` is not documented (docs/service.md, Lists): a total of 50 on
 * page 1 of several full pages is the length of the page, not of the list.
 *
 * @param number the number of the page, from 1
 * @param before how many records the earlier pages have
 * @throws InvalidResponseError when the response is not a list
 */
export function toPage(
	body: unknown,
	key: string,
	number: number,
	before = (number - 1) * DEFAULT_PAGE_SIZE,
): Page {
	const { records, next, total = -1 } = readPage(body, key);
	const read = before + records.length;
	// A list without links has further pages as long as its total is not reached.
	const isLast = records.length === 0 || (next === undefined && read >= total);
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	// An undated record that leads a list with the newest first may be the newest one.
	const entries = toEntries(records, number === 1 ? UNDATED : undefined);
	return {
		entries,
		withoutId: records.length - entries.length,
		total: total >= least ? total : undefined,
		isLast,
		before,
		missing: isLast ? Math.max(0, total - read) : 0,
	};
}

/** How many records a `total` may count although no page shows them: a guess at what is a little too high. */
const HIDDEN_RECORDS = 8;
const HIDDEN_SHARE = 0.1;

/** Whether a list ends far before its `total`, as while an index is rebuilt. */
export function isFarShort({ isLast, missing = 0, before = 0, entries }: Page): boolean {
	const total = before + entries.length + missing;
	return isLast && missing > Math.max(HIDDEN_RECORDS, HIDDEN_SHARE * total);
}

/** Whether a list is empty although its `total` counts records (docs/service.md, What a response proves). */
function isHollow({ missing = 0, total }: Page): boolean {
	return missing > 0 && missing === total;
}

/** The remedy for a list that contradicts itself. */
export const LIST_REMEDY =
	'Nothing is lost, and the next poll tries again. When you publish the workflow, try again later. If it keeps happening, contact the service.';

/** @throws InvalidResponseError when the list ends far before its `total`, or is empty in spite of it */
export function assertWhole(page: Page): void {
	if (!isFarShort(page) && !isHollow(page)) return;
	const read = (page.before ?? 0) + page.entries.length;
	throw new InvalidResponseError(
		`The list is incomplete: it contains ${read} of its ${read + (page.missing ?? 0)} records`,
		LIST_REMEDY,
	);
}

/** Returns the time of a record's last change, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** Removes duplicates; of several entries with the same ID the last one is kept. */
export function unique(entries: Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
