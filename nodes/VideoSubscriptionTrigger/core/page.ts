import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/json';
import type { Entry, Page } from './types';

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

/**
 * Records as entries. One without an id cannot be told from another and is left out; one without a
 * moment takes that of its neighbour in the list.
 */
export function toEntries(rows: IDataObject[]): Entry[] {
	const moments = rows.map(({ created_at: createdAt }) => secondsOf(createdAt));
	let neighbour = moments.find((moment) => moment !== undefined) ?? 0;
	return rows
		.map((row, index) => {
			neighbour = moments[index] ?? neighbour;
			return { id: idOf(row), at: neighbour, row };
		})
		.filter(({ id }) => Number.isSafeInteger(id) && id >= 0);
}

/** The records under `_embedded.<key>`; a list may arrive as an object with numeric keys. */
export function embeddedRows({ _embedded: embedded }: IDataObject, key: string): IDataObject[] {
	const rows: unknown = isObject(embedded) ? embedded[key] : undefined;
	return (isObject(rows) ? Object.values(rows) : Array.isArray(rows) ? rows : []).filter(isObject);
}

/**
 * A page as the service sent it (spec, Pagination envelope).
 *
 * @returns `undefined` for what is not a list
 */
export function toPage(body: unknown, key: string): Page | undefined {
	if (!isObject(body)) return undefined;
	const entries = toEntries(embeddedRows(body, key));
	const total = Number(body.total ?? NaN);
	const next = isObject(body._links) && isObject(body._links.next) ? body._links.next.href : null;
	return {
		entries,
		total: Number.isSafeInteger(total) ? total : undefined,
		isLast: entries.length === 0 || typeof next !== 'string',
	};
}

/** When a record changed last, in seconds. */
export function changedAt({ row, at }: Entry): number {
	return secondsOf(row.updated_at) ?? at;
}

/** The newest moment of these, in seconds; 0 when there are none. */
export function newestOf(entries: Entry[]): number {
	return entries.reduce((moment, { at }) => Math.max(moment, at), 0);
}
