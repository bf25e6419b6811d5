import type { IDataObject } from 'n8n-workflow';

import { readPage } from '../../shared/http/pagination';
import { asObject, parseMoment } from '../../shared/json';

/** A record as the trigger needs it: which one, when it was created, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (spec, Notation). */
	at: number;
	row: IDataObject;
}

/** One page of a list (spec, Pagination envelope). */
export interface Page {
	entries: Entry[];
	/** How many records the whole list has, where that can be what `total` means. */
	total: number | undefined;
	isLast: boolean;
}

/**
 * The moment of a record without a date at an end of its list (9999-12-31): always new until its id
 * is known, and remembered for good.
 */
export const UNDATED = 253_402_214_400;

/** The moment of a timestamp (spec, Notation) in seconds since the epoch, if it is one. */
export function secondsOf(timestamp: unknown): number | undefined {
	const milliseconds = parseMoment(timestamp);
	return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

function idOf({ id, _links: links }: IDataObject): number {
	const { href } = asObject(asObject(links).self);
	const value = id ?? (typeof href === 'string' ? /\/(\d+)\/?$/.exec(href)?.[1] : undefined);
	return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** Which ends of a list a page shows. */
interface Ends {
	isFirst: boolean;
	isLast: boolean;
}

/** The moments of a page: `[none, 9:00, none, 8:00]` of a first page is `[undated, 9:00, 9:00, 8:00]`. */
function momentsOf(rows: IDataObject[], { isFirst, isLast }: Ends): number[] {
	const dates = rows.map(({ created_at: createdAt }) => secondsOf(createdAt));
	const first = dates.findIndex((date) => date !== undefined);
	const last = dates.findLastIndex((date) => date !== undefined);
	let neighbour = dates[first] ?? 0;
	return dates.map((date, index) => {
		if (isFirst && (first < 0 || index < first)) return UNDATED;
		if (isLast && index > last) return UNDATED;
		neighbour = date ?? neighbour;
		return neighbour;
	});
}

/**
 * Records as entries. One without an id cannot be told from another and is left out; one without a
 * date takes that of its neighbour, and none at the ends of the list.
 */
export function toEntries(
	rows: IDataObject[],
	ends: Ends = { isFirst: false, isLast: false },
): Entry[] {
	const moments = momentsOf(rows, ends);
	return rows
		.map((row, index) => ({ id: idOf(row), at: moments[index] ?? UNDATED, row }))
		.filter(({ id }) => Number.isSafeInteger(id) && id > 0);
}

/**
 * A page as the service sent it. `total` counts where it can be the number of all records: the spec
 * leaves its meaning open. Fifty on page 1 of several, each with fifty records, is the number of the
 * page's; three is that of the pages.
 *
 * @param number which page it is, from 1
 * @throws UnusableAnswerError for what is not a list
 */
export function toPage(body: unknown, key: string, number: number): Page {
	const { records, next, total = -1 } = readPage(body, key);
	const isLast = records.length === 0 || next === undefined;
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	return {
		entries: toEntries(records, { isFirst: number === 1, isLast: isLast && records.length > 0 }),
		total: total >= least ? total : undefined,
		isLast,
	};
}

/** When a record changed last, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** The newest moment of these that is not ahead of `now`; 0 when there is none. */
export function newestUntil(now: number, entries: Entry[]): number {
	return entries.reduce((newest, { at }) => (at <= now ? Math.max(newest, at) : newest), 0);
}

/** Each record once, the later reading of it. */
export function unique(entries: Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Oldest first. */
export function byMoment(a: Entry, b: Entry): number {
	return a.at - b.at || a.id - b.id;
}
