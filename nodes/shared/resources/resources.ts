import { isResourceLocatorValue, UserError, type IHttpRequestOptions } from 'n8n-workflow';

import { asObject } from '../json';

/**
 * The kinds of things that have an address `{base_url}/<collection>/<id>` (docs/service.md, Notation): the singular
 * name that people read, and the path segment of its collection.
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

/** Where an address ends and its query or fragment begins, URL-encoded or not. */
const END_OF_PATH = /[?#]|%3F|%23/i;

/** What the service puts behind the id in links of a thing (docs/service.md, Notation). */
const SUB_PATHS = [
	'collections',
	'customers',
	'files',
	'items',
	'prices',
	'products',
	'report',
	'update_position',
	'watching',
	'watchlist',
];

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

export interface ResourceRef {
	kind: ResourceName;
	id: string;
}

/** The things that an address leads through: `/collections/5/items/7` a collection and an item. */
export function resourcesInPath(address: string): ResourceRef[] {
	const [path = ''] = address.split(END_OF_PATH, 1);
	const segments = path.split('/');
	return segments.flatMap((segment, index) => {
		const kind = KINDS_BY_SEGMENT.get(segment);
		const id = segments[index + 1] ?? '';
		return kind && ID.test(id) ? [{ kind, id }] : [];
	});
}

/** Parameters that take the id of a thing alone (docs/service.md, Collections and Analytics). */
export const ID_PARAMETERS: Record<string, ResourceName> = {
	video_id: 'video',
	collection_id: 'collection',
	file_id: 'file',
};

function thingsInParameters(parameters: unknown): ResourceRef[] {
	return Object.entries(asObject(parameters)).flatMap(([name, value]) => {
		const kind = ID_PARAMETERS[name];
		if (kind && ID.test(String(value))) return [{ kind, id: String(value) }];
		const texts: unknown[] = Array.isArray(value) ? value : [value];
		return texts.flatMap((text) =>
			typeof text === 'string' && ADDRESS.test(text) ? resourcesInPath(text) : [],
		);
	});
}

/** The things that a request names: in its path, its query and its body. */
export function resourcesNamed({
	url,
	qs,
	body,
}: IHttpRequestOptions): Array<{ name: string; id: string }> {
	return [...resourcesInPath(url), ...thingsInParameters(qs), ...thingsInParameters(body)].map(
		({ kind, id }) => ({ name: RESOURCES[kind].name, id }),
	);
}

function refuse(label: string, problem: string, kind: ResourceName, hint = ''): never {
	throw new UserError(`The parameter "${label}" ${problem}`, {
		description: `Give the ID of the ${RESOURCES[kind].name}, a whole number such as 123, or its address as the service gives it.${hint}`,
	});
}

/** The service sometimes gives its links URL-encoded; a broken encoding is no address. */
export function decodedAddress(text: string): string | undefined {
	if (ADDRESS.test(text)) return text;
	if (!ENCODED_ADDRESS.test(text)) return undefined;
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

/** The id in an address below the base address, if it is one of a thing of this kind. */
function idBelow(baseUrl: string, address: string, kind: ResourceName): string | undefined {
	const [path = ''] = address.slice(baseUrl.length + 1).split(END_OF_PATH, 1);
	const segments = path.endsWith('/') ? path.slice(0, -1).split('/') : path.split('/');
	// An item stands below its collection.
	const isItem = kind === 'item' && segments[0] === RESOURCES.collection.segment;
	const [segment, id = '', subPath = 'items', ...others] = isItem ? segments.slice(2) : segments;
	const isOfKind = segment === RESOURCES[kind].segment && ID.test(id);
	return isOfKind && SUB_PATHS.includes(subPath) && others.length === 0 ? id : undefined;
}

function idFromAddress(address: string, kind: ResourceName, base: unknown, label: string): string {
	const baseUrl = requireBaseUrl(base);
	const isHere = address.startsWith(`${baseUrl}/`);
	// A live event's own address stands on the site of the publisher: its id is all that is taken from it.
	if (!isHere && kind !== 'liveEvent') {
		return refuse(label, 'is an address outside the Base URL of the credential', kind);
	}
	const id = isHere
		? idBelow(baseUrl, address, kind)
		: resourcesInPath(address).find((thing) => thing.kind === kind)?.id;
	return id ?? refuse(label, `is an address, but not that of a ${RESOURCES[kind].name}`, kind);
}

/** Whether a text is an id: digits, and no more than JavaScript can tell from the next one. */
export function isId(text: string): boolean {
	return ID.test(text) && Number.isSafeInteger(Number(text));
}

function checked(id: string, kind: ResourceName, label: string): string {
	if (isId(id)) return String(Number(id));
	return refuse(label, `is not an ID: "${id.slice(0, 40)}" is too large`, kind);
}

/**
 * The id that a person, an expression, an earlier node or an answer of the service means.
 *
 * @param value a resource locator, a number, a text or an href, with or without a final slash, a query or a known
 *   sub-path
 * @returns the digits of the id, which cannot leave a path segment, without zeros before them
 */
export function requireId(
	value: unknown,
	kind: ResourceName,
	baseUrl: unknown,
	label: string,
): string {
	const given = isResourceLocatorValue(value) ? value.value : value;
	if (given === undefined || given === null || given === '') return refuse(label, 'is empty', kind);
	if (typeof given !== 'string' && typeof given !== 'number') {
		return refuse(label, 'is neither a number nor a text', kind);
	}
	const text = String(given);
	const address = decodedAddress(text);
	if (address !== undefined) {
		return checked(idFromAddress(address, kind, baseUrl, label), kind, label);
	}
	if (ID.test(text)) return checked(text, kind, label);
	const hint =
		kind === 'customer' && text.includes('@') ? ' An e-mail address goes with By Email.' : '';
	return refuse(label, `is not an ID: "${text.slice(0, 100)}"`, kind, hint);
}

/** The full address of a thing, as arguments documented as `href` take it (docs/service.md, Notation). */
export function hrefOf(id: string, kind: ResourceName, baseUrl: unknown): string {
	return `${requireBaseUrl(baseUrl)}/${RESOURCES[kind].segment}/${id}`;
}

/** Several ids or hrefs, as one text separated by commas or as an array. */
export function requireIds(
	value: unknown,
	kind: ResourceName,
	baseUrl: unknown,
	label: string,
): string[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(',').map((entry) => entry.trim())
			: [value];
	if (entries.length === 1 && entries[0] === '') return [];
	return entries.map((entry) => requireId(entry, kind, baseUrl, label));
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** What to type, for the window of the credential. */
export const BASE_URL_REMEDY =
	'Type the address of the service, beginning with https://, for example https://api.example.com. Only a service on this machine (localhost) may use http://.';

/** Why an address must not be used; `undefined` when it may. */
function problemOf(url: URL): string | undefined {
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'does not begin with https://';
	if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
		return 'begins with http://, which would send the key unprotected';
	}
	if (url.username || url.password) return 'holds a user name or password';
	return url.search || url.hash ? 'holds a "?" or "#"' : undefined;
}

/** The final slashes of a path, however many, are none of the base address. */
function withoutFinalSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/**
 * Reads what the credential holds as Base URL: `https://…`, with or without a path or final slashes; `http://…` for a
 * loopback host only, so that a key never travels in the clear.
 *
 * @returns the address without a final slash, or what is wrong with it, to be read after "The Base URL"
 */
export function parseBaseUrl(value: unknown): { baseUrl: string } | { problem: string } {
	if (typeof value !== 'string' || value.trim() === '') return { problem: 'is empty' };
	if (!URL.canParse(value.trim())) return { problem: 'is not a web address' };
	const url = new URL(value.trim());
	const problem = problemOf(url);
	if (problem !== undefined) return { problem };
	return { baseUrl: url.origin + withoutFinalSlashes(url.pathname) };
}

/** The base address that every path and every href begins with (docs/service.md, Requests). */
export function requireBaseUrl(value: unknown): string {
	const read = parseBaseUrl(value);
	if ('baseUrl' in read) return read.baseUrl;
	throw new UserError(`The Base URL of the credential ${read.problem}`, {
		description: `Open the credential. ${BASE_URL_REMEDY}`,
	});
}

/** The path of a base address; empty without one. */
export function pathOfBaseUrl(baseUrl: unknown): string {
	const read = parseBaseUrl(baseUrl);
	return 'baseUrl' in read ? withoutFinalSlashes(new URL(read.baseUrl).pathname) : '';
}
