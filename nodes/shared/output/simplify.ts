import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../json';
import { type RecordFields, type RecordKind, RECORDS, type Source } from './records';

/** The names under which a record's values are found, those of the simplified one first. */
export function fieldNames(kind: RecordKind): { simplified: string[]; others: string[] } {
	const { fields, others = [] }: RecordFields = RECORDS[kind];
	return { simplified: Object.keys(fields), others };
}

/** What a way of names leads to: `duration.seconds`. */
export function valueAt(record: IDataObject, way: string): unknown {
	return way
		.split('.')
		.reduce<unknown>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			record,
		);
}

/** A null counts where there is nothing else: with it the service says that a field is blank. */
function valueFrom(full: IDataObject, source: Source): unknown {
	if (typeof source === 'function') return source(full);
	const values = [source].flat().map((way) => valueAt(full, way));
	const known = values.filter((value) => value !== undefined);
	return known.find((value) => value !== null) ?? known[0];
}

/** The fields of a flattened record that people use, the same whichever operation gave it, as far as they were told. */
export function simplifyRecord(full: IDataObject, kind: RecordKind): IDataObject {
	const { fields }: RecordFields = RECORDS[kind];
	const values = Object.entries(fields).map(([name, source]) => [name, valueFrom(full, source)]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as IDataObject;
}

/** Whether an answer is such a record: it has an address, or what stands first in the simplified one. */
export function isRecord(answer: IDataObject, kind: RecordKind): boolean {
	const [first = 'id'] = Object.values<Source>(RECORDS[kind].fields);
	const address = answer.href ?? addressOf(asObject(answer._links).self);
	return (address ?? valueFrom(answer, first) ?? undefined) !== undefined;
}

/** A link is `{ href }`; the service sometimes gives the address itself (live events). */
export function addressOf(link: unknown): unknown {
	return isObject(link) && 'href' in link ? link.href : link;
}

function flattened(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(flattened);
	return isObject(value) ? flattenRecord(value) : value;
}

/**
 * A record without the HAL envelope (docs/service.md, Notation), at every depth: its own fields first, then of
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
