import type { IDataObject } from 'n8n-workflow';

/** Whether unknown JSON is an object, and neither an array nor null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns unknown JSON if it is an object, and an empty object otherwise. */
export function asObject(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Returns the fields in the body of a request or a response. */
export function bodyOf({ body }: { body?: unknown }): IDataObject {
	return asObject(body);
}

/** Sets a field of any name. An assignment to `__proto__` would change the prototype. */
export function setField(object: IDataObject, name: string, value: IDataObject[string]): void {
	const field = { value, configurable: true, enumerable: true, writable: true };
	if (name === '__proto__') Object.defineProperty(object, name, field);
	else object[name] = value;
}

/** Returns the object without the fields of these names. */
export function without(object: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

const isNumbered = (entries: object) => Object.keys(entries).every((key) => /^\d+$/.test(key));

/**
 * Returns the records under `_embedded.<key>` of a list or a record; `undefined` if it has none, or anything else. Instead of
 * an array the service may return an object with numeric keys.
 */
export function embeddedRecords(envelope: unknown, key: string): IDataObject[] | undefined {
	const embedded: unknown = asObject(asObject(envelope)._embedded)[key];
	const entries: unknown =
		isObject(embedded) && isNumbered(embedded) ? Object.values(embedded) : embedded;
	return Array.isArray(entries) && entries.every(isObject) ? entries : undefined;
}
