import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/json';

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
	const milliseconds = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
	return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

function idOf({ id, _links: links }: IDataObject): number {
	const self = isObject(links) && isObject(links.self) ? links.self.href : undefined;
	const text = id ?? (typeof self === 'string' ? /\/(\d+)\/?$/.exec(self)?.[1] : undefined);
	return typeof text === 'number' || typeof text === 'string' ? Number(text) : NaN;
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
		.filter(({ id }) => Number.isSafeInteger(id) && id >= 0);
}

/** The records under `_embedded.<key>`; a list may arrive as an object with numeric keys. */
export function embeddedRows({ _embedded: embedded }: IDataObject, key: string): IDataObject[] {
	const rows: unknown = isObject(embedded) ? embedded[key] : undefined;
	return (isObject(rows) ? Object.values(rows) : Array.isArray(rows) ? rows : []).filter(isObject);
}

/**
 * `total` where it can be the number of all records: the spec leaves its meaning open. Fifty on page
 * 1 of several, each with fifty records, is the number of the page's; three is that of the pages.
 */
function totalOf(body: IDataObject, number: number, records: number, isLast: boolean) {
	const { total } = body;
	const value = typeof total === 'number' || typeof total === 'string' ? Number(total) : NaN;
	const least = isLast ? number - 1 + records : number * records + 1;
	return Number.isSafeInteger(value) && value >= least ? value : undefined;
}

/**
 * A page as the service sent it (spec, Pagination envelope).
 *
 * @param number which page it is, from 1
 * @returns `undefined` for what is not a list
 */
export function toPage(body: unknown, key: string, number: number): Page | undefined {
	if (!isObject(body)) return undefined;
	const rows = embeddedRows(body, key);
	const next = isObject(body._links) && isObject(body._links.next) ? body._links.next.href : null;
	const isLast = rows.length === 0 || typeof next !== 'string';
	return {
		entries: toEntries(rows, { isFirst: number === 1, isLast: isLast && rows.length > 0 }),
		total: totalOf(body, number, rows.length, isLast),
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
