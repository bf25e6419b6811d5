import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject, setField } from '../data/json';

/** Returns the address in a link, which is `{ href }`, or the address itself (live events). */
const addressOf = (link: IDataObject[string]) =>
	isObject(link) && 'href' in link ? link.href : link;

/** Returns the addresses of the links to other records by name; `undefined` without any. */
function otherAddresses(links: IDataObject): IDataObject | undefined {
	const otherLinks = Object.entries(links).filter(([name]) => name !== 'self');
	if (otherLinks.length === 0) return undefined;
	return Object.fromEntries(otherLinks.map(([name, link]) => [name, addressOf(link)]));
}

/**
 * Returns what a field of the flattened record is made of, without flattening the record: a field of its own, of
 * `_links.self.href` the `href`, of the other links `links.<name>`, and of `_embedded.<name>` the `<name>`.
 */
export function fieldOf(record: IDataObject, name: string): IDataObject[string] {
	if (name === '_links' || name === '_embedded') return undefined;
	if (Object.hasOwn(record, name)) return record[name];
	const { _links: links, _embedded: embedded } = record;
	if (isObject(links)) {
		if (name === 'href' && links.self !== undefined) return addressOf(links.self);
		const addresses = name === 'links' ? otherAddresses(links) : undefined;
		if (addresses) return addresses;
	}
	return isObject(embedded) && Object.hasOwn(embedded, name) ? embedded[name] : undefined;
}

/** Returns the value at a path into the flattened record, itself not flattened. */
export function valueAt(record: IDataObject, path: string[]): IDataObject[string] {
	let value: IDataObject[string] = record;
	for (const name of path) {
		if (!isObject(value)) return undefined;
		value = fieldOf(value, name);
	}
	return value;
}

/** Returns a value of a record in its flattened form. */
export function flattenValue(value: IDataObject[string]): IDataObject[string] {
	if (Array.isArray(value)) return value.map(flattenValue);
	return isObject(value) ? flattenRecord(value) : value;
}

/**
 * Returns a record without the HAL envelope (docs/developers/service.md, Notation), at every depth: its own fields first, then the
 * embedded ones and the links (see {@link fieldOf}).
 */
export function flattenRecord(record: IDataObject): IDataObject {
	const flat: IDataObject = {};
	const add = (name: string) => {
		const value = Object.hasOwn(flat, name) ? undefined : fieldOf(record, name);
		if (value !== undefined) setField(flat, name, flattenValue(value));
	};
	for (const name of Object.keys(record)) add(name);
	for (const name of Object.keys(asObject(record._embedded))) add(name);
	add('href');
	add('links');
	return flat;
}
