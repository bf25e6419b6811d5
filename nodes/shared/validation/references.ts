import { hrefOf, type Kind, KINDS, parseId, parseIds } from '../reference/reference';
import type { Convert } from './convert';

export const toHref =
	(kind: Kind): Convert =>
	(value, { baseUrl, label }) =>
		hrefOf(parseId(value, kind, baseUrl, label), kind, baseUrl);

export const toId =
	(kind: Kind): Convert =>
	(value, { baseUrl, label }) =>
		Number(parseId(value, kind, baseUrl, label));

export const toHrefs =
	(kind: Kind): Convert =>
	(value, { baseUrl, label }) =>
		parseIds(value, kind, baseUrl, label).map((id) => hrefOf(id, kind, baseUrl));

export function kindLabel(kind: Kind): string {
	return KINDS[kind].name.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
