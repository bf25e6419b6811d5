import type { IDataObject } from 'n8n-workflow';

/** Whether unknown JSON is an object, and neither an array nor null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unknown JSON as an object; an empty one in place of anything else. */
export function asObject(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** The fields in the body of a request or an answer. */
export function bodyOf({ body }: { body?: unknown }): IDataObject {
	return asObject(body);
}

/** The object but for fields of these names. */
export function without(object: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Returns the entries of an array, or of a text separated by commas; none for the empty text. */
export function listEntries(value: unknown): unknown[] {
	const list = typeof value === 'string' ? value.split(',').map((entry) => entry.trim()) : value;
	const entries: unknown[] = Array.isArray(list) ? list : [value];
	return entries.length === 1 && entries[0] === '' ? [] : entries;
}

function isNumbered(entries: IDataObject): boolean {
	return Object.keys(entries).every((key) => /^\d+$/.test(key));
}

/**
 * The records under `_embedded.<key>` of a list or a record; `undefined` where there are none, or other things. In place
 * of the array the service may give one record, or an object with numeric keys that holds several.
 */
export function embeddedRecords(envelope: unknown, key: string): IDataObject[] | undefined {
	const embedded = asObject(asObject(envelope)._embedded)[key];
	if (isObject(embedded) && !isNumbered(embedded)) {
		return 'id' in embedded || '_links' in embedded ? [embedded] : undefined;
	}
	const isList = typeof embedded === 'object' && embedded !== null;
	const entries: unknown[] = isList ? Object.values(embedded) : [undefined];
	return entries.every(isObject) ? entries : undefined;
}

/** Parses a timestamp of the service or of HTTP to milliseconds since the epoch; `undefined` when it is invalid. */
export function parseMoment(value: unknown): number | undefined {
	const milliseconds = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
