import { type IDataObject, isResourceLocatorValue } from 'n8n-workflow';

import { asObject, isObject } from '../data/json';
import { requireBaseUrl } from '../values/baseUrl';
import { emptyParameter, invalidParameter } from '../values/parameterErrors';
import { isBlank, listEntries } from '../values/listEntries';
import { quote, trim } from '../values/text';
import { hasSeveralAddresses } from '../values/transform';

/**
 * The kinds of resources with an address `{base_url}/<segment>/<id>` (docs/developers/service.md, Notation): the singular name for
 * texts, and the path segment.
 */
export const RESOURCES = {
	customer: { name: 'customer', segment: 'customers' },
	product: { name: 'product', segment: 'products' },
	video: { name: 'video', segment: 'videos' },
	collection: { name: 'collection', segment: 'collections' },
	liveEvent: { name: 'live event', segment: 'live_events' },
	comment: { name: 'comment', segment: 'comments' },
	file: { name: 'file', segment: 'files' },
	item: { name: 'item', segment: 'items' },
} as const;

export type ResourceName = keyof typeof RESOURCES;

const ID = /^\d+$/;
const ADDRESS = /^https?:\/\//i;
const ENCODED_ADDRESS = /^https?%3A%2F%2F/i;

/** Matches the start of the query or fragment of an address, URL-encoded or not. */
const END_OF_PATH = /[?#]|%3F|%23/i;

/** The path segments after the id in links of the service (docs/developers/service.md, Notation). */
const SUB_PATH =
	'collections|customers|files|items|prices|products|report|update_position|watching|watchlist';

export function isResourceName(name: string): name is ResourceName {
	return Object.hasOwn(RESOURCES, name);
}

/** @example resourceLabel('liveEvent') // 'Live Event' */
export function resourceLabel(kind: ResourceName): string {
	return RESOURCES[kind].name.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}

const KINDS_BY_SEGMENT = new Map(
	Object.keys(RESOURCES)
		.filter(isResourceName)
		.map((kind) => [RESOURCES[kind].segment as string, kind]),
);

/** A resource that a request names. */
export interface Resource {
	kind: ResourceName;
	id: string;
}

/** Returns the resources in an address, in order: a collection and an item for `/collections/5/items/7`. */
export function resourcesInPath(address: string): Resource[] {
	const [path = ''] = address.split(END_OF_PATH, 1);
	const segments = path.split('/');
	return segments.flatMap((segment, index) => {
		const kind = KINDS_BY_SEGMENT.get(segment);
		const id = segments[index + 1] ?? '';
		return kind && ID.test(id) ? [{ kind, id }] : [];
	});
}

/** Parameters that take the bare id of a resource (docs/developers/service.md, Collections and Analytics). */
export const ID_PARAMETERS: Record<string, ResourceName> = {
	video_id: 'video',
	collection_id: 'collection',
	file_id: 'file',
};

/** The parameters whose IDs an error names. */
const NAMED_IDS: Record<string, ResourceName> = {
	...ID_PARAMETERS,
	series_id: 'collection',
	canonical_collection: 'collection',
};

function resourcesInParameters(parameters: unknown): Resource[] {
	return Object.entries(asObject(parameters)).flatMap(([name, value]) => {
		const kind = NAMED_IDS[name];
		const id = String(isObject(value) ? value.id : value);
		if (kind && ID.test(id)) return [{ kind, id }];
		const texts: unknown[] = Array.isArray(value) ? value : [value];
		return texts.flatMap((text) =>
			typeof text === 'string' && ADDRESS.test(text) ? resourcesInPath(text) : [],
		);
	});
}

interface RequestParts {
	path: string;
	query?: IDataObject | undefined;
	body?: IDataObject | undefined;
}

/** Returns the resources in the path, query and body of a request. */
export const resourcesIn = ({ path, query, body }: RequestParts): Resource[] => [
	...resourcesInPath(path),
	...resourcesInParameters(query),
	...resourcesInParameters(body),
];

/**
 * Names the resources in the path, query and body of a request.
 *
 * @example resourcesNamed({ path: '/live_events/5' }) // ['live event 5']
 */
export const resourcesNamed = (request: RequestParts): string[] =>
	resourcesIn(request).map(({ kind, id }) => `${RESOURCES[kind].name} ${id}`);

/** Returns an address, decoded if it is URL-encoded like some links of the service; `undefined` for other text. */
export function decodedAddress(text: string): string | undefined {
	if (ADDRESS.test(text)) return text;
	if (!ENCODED_ADDRESS.test(text)) return undefined;
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** Whether an address is several ones, of which none may be chosen: the person would get another product. */
function hasSecondAddress(address: string): boolean {
	const [path = ''] = address.split(END_OF_PATH, 1);
	return hasSeveralAddresses(address) || /[,;|]|.https?:/i.test(path);
}

/** Returns the id in the address of a resource of this kind; `undefined` for any other address. */
function idInAddress(address: string, kind: ResourceName): string | undefined {
	if (hasSecondAddress(address)) return undefined;
	const [path = ''] = address.split(END_OF_PATH, 1);
	const { segment } = RESOURCES[kind];
	return new RegExp(`/${segment}/(\\d+)(/(${SUB_PATH}))?/?$`).exec(path)?.[1];
}

/** Whether a text is an id: digits of a safe integer. */
export function isId(text: string): boolean {
	return ID.test(text) && Number.isSafeInteger(Number(text));
}

/** An ID as text: its digits, or a float with one zero as other systems write it. */
const ID_TEXT = /^(\d+)(\.0)?$/;

/** IDs at or below are made up by test mode (`client/testMode.ts`). No record has one, and hardly a sheet. */
export const FIRST_MADE_UP_ID = -900_000_001;

const isMadeUp = (text: string): boolean => text !== '' && Number(text) <= FIRST_MADE_UP_ID;

/** Returns why a value is not the ID of a resource, as it follows the name of the parameter. */
function problemOfId(
	input: unknown,
	kind: ResourceName,
	id: string | undefined,
	address: string | undefined,
): string {
	if (typeof input !== 'string' && typeof input !== 'number') {
		return `is neither a number nor a text: ${quote(input)}`;
	}
	if (id !== undefined) return `is not an ID: ${quote(id)} is too large`;
	if (address === undefined) return `is not an ID: ${quote(input)}`;
	if (hasSecondAddress(address)) return `contains more than one URL: ${quote(input)}`;
	const thing = kind === 'item' ? 'an item' : `a ${RESOURCES[kind].name}`;
	return `is a URL, but not that of ${thing}: ${quote(input)}`;
}

/**
 * Parses the id of a resource, from a locator, an expression, an earlier node or a response. Throws for anything else.
 * Only the id of an address is used: nothing is sent to its origin.
 *
 * @param value a resource locator, a number, a text or an href of any origin, with or without a final slash, a query or a
 *   known sub-path
 * @returns the digits of the id without leading zeros, safe as a path segment
 */
export function requireId(value: unknown, kind: ResourceName, label: string): string {
	const input: unknown = isResourceLocatorValue(value) ? value.value : value;
	const text = typeof input === 'string' || typeof input === 'number' ? trim(String(input)) : '';
	const address = decodedAddress(text);
	const id = address === undefined ? ID_TEXT.exec(text)?.[1] : idInAddress(address, kind);
	if (id !== undefined && isId(id)) return String(Number(id));
	const { name } = RESOURCES[kind];
	if (isMadeUp(text)) {
		throw invalidParameter(
			label,
			`is an ID that only test mode has given: ${quote(text)}`,
			`In test mode of the credential nothing was created, so there is no such ${name}. To try this step, enter the ID of an existing one.`,
		);
	}
	const isEmailOfCustomer = kind === 'customer' && id === undefined && text.includes('@');
	const hint = isEmailOfCustomer ? ' For an email address, choose By Email.' : '';
	const remedy = `Enter the ID of the ${name}, a whole number such as 123, or its URL, for example "href" from another node.${hint}`;
	if (isBlank(input)) throw emptyParameter(label, remedy);
	throw invalidParameter(label, problemOfId(input, kind, id, address), remedy);
}

/** Returns the full address of a resource, for arguments documented as `href` (docs/developers/service.md, Notation). */
export function hrefOf(id: string, kind: ResourceName, baseUrl: unknown): string {
	return `${requireBaseUrl(baseUrl)}/${RESOURCES[kind].segment}/${id}`;
}

/** Parses a list of ids or hrefs. */
export function requireIds(value: unknown, kind: ResourceName, label: string): string[] {
	return listEntries(value).map((entry) => requireId(entry, kind, label));
}
