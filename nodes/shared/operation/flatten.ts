import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../json';

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
