import type { IDataObject } from 'n8n-workflow';

import { asObject, parseMoment } from '../../shared/json';

/** A record of a list: its ID, its creation time, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (docs/service.md, Notation). */
	at: number;
	row: IDataObject;
}

/** The creation time of a record without a date (9999-12-31), so that it is new until its ID is seen. */
export const UNDATED = 253_402_214_400;

/** Converts a timestamp (docs/service.md, Notation) to seconds since the epoch; `undefined` for any other value. */
export function secondsOf(timestamp: unknown): number | undefined {
	const milliseconds = parseMoment(timestamp);
	return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

/** Returns the ID of a record, or else the ID in its address; NaN when it has neither. */
function idOf({ id, _links: links }: IDataObject): number {
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

/** Returns the time of a record's last change, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** Removes duplicates; of several entries with the same ID the last one is kept. */
export function unique(entries: Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
