import type { Transform } from '../values/transform';
import { hrefOf, requireId, requireIds, type ResourceName } from './resources';

/** Converts an ID or href to the ID as a number. */
export const toId =
	(kind: ResourceName): Transform =>
	(value, { label }) =>
		Number(requireId(value, kind, label));

/** Converts an ID or href to the record's address at the Base URL. */
export const toHref =
	(kind: ResourceName): Transform =>
	(value, { baseUrl, label }) =>
		hrefOf(requireId(value, kind, label), kind, baseUrl);

/** Converts a list of IDs or hrefs to hrefs. A list without entries is not sent. */
export const toHrefs =
	(kind: ResourceName): Transform =>
	(value, { baseUrl, label }) => {
		const ids = requireIds(value, kind, label);
		return ids.length > 0 ? ids.map((id) => hrefOf(id, kind, baseUrl)) : undefined;
	};
