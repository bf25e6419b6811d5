import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_PAGE_SIZE, readPage } from '../../shared/http/pagination';
import { asObject, parseMoment } from '../../shared/json';

/** A record as the trigger needs it: which one, when it was created, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (docs/service.md, Notation). */
	at: number;
	row: IDataObject;
}

/** One page of a list (docs/service.md, Lists). */
export interface Page {
	entries: Entry[];
	/** How many records the whole list has, where that can be what `total` means. */
	total?: number | undefined;
	isLast: boolean;
	/** How many records were left out, since nothing tells one from another. */
	withoutId?: number;
}

/** A page of a list, by its number from 1. */
export type ReadPage = (page: number) => Promise<Page>;

/** The moment of a record where nothing tells one (9999-12-31): new until its id is seen. */
export const UNDATED = 253_402_214_400;

/** The moment of a timestamp (docs/service.md, Notation) in seconds since the epoch, if it is one. */
export function secondsOf(timestamp: unknown): number | undefined {
	const milliseconds = parseMoment(timestamp);
	return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

function idOf({ id, _links: links }: IDataObject): number {
	const { href } = asObject(asObject(links).self);
	const value = id ?? (typeof href === 'string' ? /\/(\d+)\/?$/.exec(href)?.[1] : undefined);
	return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** Records as entries. One without an id cannot be told from others and is left out; one without a date takes its neighbour's. */
export function toEntries(rows: IDataObject[]): Entry[] {
	const dates = rows.map(({ created_at: createdAt }) => secondsOf(createdAt));
	let at = dates.find((date) => date !== undefined) ?? UNDATED;
	return rows
		.map((row, index) => ({ id: idOf(row), at: (at = dates[index] ?? at), row }))
		.filter(({ id }) => Number.isSafeInteger(id) && id > 0);
}

/**
 * A page as the service sent it. The meaning of `total` is open (docs/service.md, Lists): fifty on page 1 of
 * several with fifty records each is not how many there are.
 *
 * @param number which page it is, from 1
 * @throws UnusableAnswerError for what is not a list
 */
export function toPage(body: unknown, key: string, number: number): Page {
	const { records, next, total = -1 } = readPage(body, key);
	const read = (number - 1) * DEFAULT_PAGE_SIZE + records.length;
	// A list without links goes on as long as its total says that there is more.
	const isLast = records.length === 0 || (next === undefined && read >= total);
	const least = isLast ? number - 1 + records.length : number * records.length + 1;
	const entries = toEntries(records);
	return {
		entries,
		withoutId: records.length - entries.length,
		total: total >= least ? total : undefined,
		isLast,
	};
}

/** When a record changed last, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** Each record once, the later reading of it. */
export function unique(entries: Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
