import type { IDataObject } from 'n8n-workflow';

import { parseMoment } from '../../shared/values/dates';

/** A record of a list: its ID, its creation time, and the record itself. */
export interface Entry {
	id: number;
	/** Seconds since the epoch; the service's timestamps have no finer unit (docs/developers/service.md, Notation). */
	at: number;
	row: IDataObject;
}

/** Converts a timestamp (docs/developers/service.md, Notation) to seconds since the epoch; `undefined` for any other value. */
export function secondsOf(timestamp: unknown): number | undefined {
	const milliseconds = parseMoment(timestamp);
	return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000);
}

/** Converts records to entries. Leaves out those without an ID. A record without a date gets that of a neighbor. */
export function toEntries(rows: IDataObject[]): Entry[] {
	const dates = rows.map(({ created_at: createdAt }) => secondsOf(createdAt));
	let at = dates.find((date) => date !== undefined) ?? 0;
	return rows
		.map((row, index) => ({ id: Number(row.id), at: (at = dates[index] ?? at), row }))
		.filter(({ id }) => id > 0);
}

/** Returns the time of a record's last change, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** Removes duplicates; of several entries with the same ID the last one is kept. */
export function unique(entries: Entry[]): Entry[] {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Compares entries by creation, oldest first. */
export function byCreation(a: Entry, b: Entry): number {
	return a.at - b.at || a.id - b.id;
}
