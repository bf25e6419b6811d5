import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../json';
import { type RecordFields, type RecordKind, RECORDS, type Source } from './records';

/** Returns the names of the fields of a kind of record, in the simplified one and beside it. */
export function fieldNames(kind: RecordKind): { simplified: string[]; others: string[] } {
	const { fields, others = [] }: RecordFields = RECORDS[kind];
	return { simplified: Object.keys(fields), others };
}

/** Returns the value at a dotted path: `duration.seconds`. */
export function valueAt(record: IDataObject, way: string): unknown {
	return way
		.split('.')
		.reduce<unknown>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			record,
		);
}

/** Returns the first value of the sources, or null where the service says that the field is blank. */
function valueFrom(full: IDataObject, source: Source): unknown {
	if (typeof source === 'function') return source(full);
	const values = [source].flat().map((way) => valueAt(full, way));
	const known = values.filter((value) => value !== undefined);
	return known.find((value) => value !== null) ?? known[0];
}

/** Returns the simplified record of a flattened one, without the fields that the service left out. */
export function simplifyRecord(full: IDataObject, kind: RecordKind): IDataObject {
	const { fields }: RecordFields = RECORDS[kind];
	const values = Object.entries(fields).map(([name, source]) => [name, valueFrom(full, source)]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** Whether a response is a record of the kind: it has an href, or the first field of the simplified record. */
export function isRecord(answer: IDataObject, kind: RecordKind): boolean {
	const [first = 'id'] = Object.values<Source>(RECORDS[kind].fields);
	const address = answer.href ?? addressOf(asObject(answer._links).self);
	return (address ?? valueFrom(answer, first) ?? undefined) !== undefined;
}

/** Returns the address in a link, which is `{ href }`, or the address itself (live events). */
export function addressOf(link: unknown): unknown {
	return isObject(link) && 'href' in link ? link.href : link;
}

function flattened(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(flattened);
	return isObject(value) ? flattenRecord(value) : value;
}

/**
 * Returns a record without the HAL envelope (docs/service.md, Notation), at every depth: its own fields first, then of
 * `_embedded.<name>` the `<name>`, of `_links.self.href` the `href`, and of the other links `links.<name>`. A field of
 * its own wins over one of the envelope with the same name.
 */
export function flattenRecord(record: IDataObject): IDataObject {
	const { _links: links, _embedded: embedded, ...fields } = record;
	const { self, ...others } = asObject(links);
	const linked = Object.entries(others).map(([name, link]) => [name, addressOf(link)]);
	const values = Object.entries({ ...fields, ...asObject(embedded), ...fields });
	const addresses = Object.entries({
		...(self !== undefined && { href: addressOf(self) }),
		...(linked.length > 0 && { links: Object.fromEntries(linked) as IDataObject }),
	}).filter(([name]) => !Object.hasOwn(fields, name));
	return Object.fromEntries([
		...values.map(([name, value]) => [name, flattened(value)]),
		...addresses,
	]) as IDataObject;
}
