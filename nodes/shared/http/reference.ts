import { isResourceLocatorValue, UserError } from 'n8n-workflow';

/**
 * The kinds of things that have an address `{base_url}/<collection>/<id>` (spec, Notation):
 * the singular name that people read, and the path segment of its collection.
 */
export const KINDS = {
	customer: { name: 'customer', segment: 'customers' },
	product: { name: 'product', segment: 'products' },
	video: { name: 'video', segment: 'videos' },
	collection: { name: 'collection', segment: 'collections' },
	liveEvent: { name: 'live event', segment: 'live_events' },
	comment: { name: 'comment', segment: 'comments' },
	file: { name: 'file', segment: 'files' },
	item: { name: 'item', segment: 'items' },
} as const;

export type Kind = keyof typeof KINDS;

const ID = /^\d+$/;
const ADDRESS = /^https?:\/\//i;
const ENCODED_ADDRESS = /^https?%3A%2F%2F/i;

function refuse(label: string, problem: string, kind: Kind): never {
	throw new UserError(`The parameter "${label}" ${problem}`, {
		description: `Give the ID of the ${KINDS[kind].name}, a whole number such as 123, or its address as the service gives it.`,
	});
}

function withoutFinalSlash(text: string): string {
	return text.endsWith('/') ? text.slice(0, -1) : text;
}

/** The service sometimes gives its links URL-encoded; a broken encoding is no address. */
function decodedAddress(text: string): string | undefined {
	if (ADDRESS.test(text)) return text;
	if (!ENCODED_ADDRESS.test(text)) return undefined;
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}

function idFromAddress(address: string, kind: Kind, baseUrl: string, label: string): string {
	const collection = `${baseUrl}/${KINDS[kind].segment}/`;
	if (!address.startsWith(`${baseUrl}/`)) {
		return refuse(label, 'is an address outside the Base URL of the credential', kind);
	}
	const id = withoutFinalSlash(address).slice(collection.length);
	if (!address.startsWith(collection) || !ID.test(id)) {
		return refuse(label, `is an address, but not that of a ${KINDS[kind].name}`, kind);
	}
	return id;
}

/**
 * The id that a person, an expression or an earlier node means.
 *
 * @param value a resource locator, a number, a text or an href, with or without a final slash
 * @param kind which kind of thing is asked for
 * @param baseUrl the parsed base address that an href must begin with
 * @param label the parameter's display name, for the sentence of a refusal
 * @returns the digits of the id, which cannot leave a path segment
 * @throws UserError when it is empty, not a whole number, or the address of something else
 */
export function parseId(value: unknown, kind: Kind, baseUrl: string, label: string): string {
	const given = isResourceLocatorValue(value) ? value.value : value;
	if (given === undefined || given === null || given === '') return refuse(label, 'is empty', kind);
	if (typeof given !== 'string' && typeof given !== 'number') {
		return refuse(label, 'is neither a number nor a text', kind);
	}
	const text = String(given);
	const address = decodedAddress(text);
	if (address !== undefined) return idFromAddress(address, kind, baseUrl, label);
	if (!ID.test(text)) return refuse(label, `is not an ID: "${text}"`, kind);
	return text;
}

/**
 * The full address of a thing, as arguments documented as `href` take it (spec, "What the service
 * does" 7).
 *
 * @param id digits, from {@link parseId}
 * @param kind which kind of thing
 * @param baseUrl the parsed base address
 */
export function hrefOf(id: string, kind: Kind, baseUrl: string): string {
	return `${baseUrl}/${KINDS[kind].segment}/${id}`;
}

/**
 * Several ids or hrefs, as one text separated by commas or as an array.
 *
 * @returns the ids, in order
 * @throws UserError as {@link parseId} does, also for an empty entry between two commas
 */
export function parseIds(value: unknown, kind: Kind, baseUrl: string, label: string): string[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(',').map((entry) => entry.trim())
			: [value];
	if (entries.length === 1 && entries[0] === '') return [];
	return entries.map((entry) => parseId(entry, kind, baseUrl, label));
}
