import type { IDataObject } from 'n8n-workflow';

import { isId, type ResourceName, RESOURCES } from '../resources/resources';

export interface HttpResponse {
	status: number;
	headers: IDataObject;
	/** The parsed JSON; `undefined` for an empty body. */
	body: unknown;
}

/** The response to a deletion. */
export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: undefined };

export interface ServiceResponse extends HttpResponse {
	/** The path that was requested, below the base address. */
	path: string;
	/** Whether an attempt was answered 429, so that parallel requests should slow down. */
	throttled: boolean;
}

/** Maximum size of a response body; no page of documented records comes near it. */
const MAX_BODY_CHARACTERS = 100 * 1024 * 1024;

/** Maximum nesting of a response body, so that recursive code does not run out of stack. */
const MAX_DEPTH = 200;

/** Thrown for a response that cannot be used: not JSON, too large, nested too deep, or not what was asked for. */
export class InvalidResponseError extends Error {
	constructor(
		message: string,
		readonly remedy: string,
	) {
		super(message);
	}
}

export function missingRecordError(): InvalidResponseError {
	return new InvalidResponseError(
		'The service answered without the record that was asked for',
		'Check the Base URL of the credential, then try again.',
	);
}

/** Returns the error for another record than the requested one, as from a cache that mixes up its entries. */
export function otherRecordError(): InvalidResponseError {
	return new InvalidResponseError(
		'The service answered with another record than the one that was asked for',
		'Nothing of it was used. Try again; if it goes on, tell the service, or look for a cache between n8n and the service.',
	);
}

function isDeeperThan(value: unknown, maxDepth: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return maxDepth === 0 || Object.values(value).some((entry) => isDeeperThan(entry, maxDepth - 1));
}

export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

function notJson(text: string): InvalidResponseError {
	return new InvalidResponseError(
		isWebPage(text)
			? 'The service answered with a web page instead of data'
			: 'The service answered with something that is not JSON',
		'Check the Base URL of the credential: it must be the address of the API, not of a website or an administration page.',
	);
}

function tooLarge(): InvalidResponseError {
	return new InvalidResponseError(
		'The service answered with more data than one request can take',
		'Ask for fewer records at once with Page Size, or narrow the list with a filter.',
	);
}

function tooDeep(): InvalidResponseError {
	return new InvalidResponseError(
		'The service answered with data nested too deeply to be used',
		'Check the Base URL of the credential, and tell the service about the answer.',
	);
}

/** Parses a response body: its JSON, `undefined` for an empty one, or the reason why it cannot be used. */
export function readBody(body: unknown): { value: unknown } | { problem: InvalidResponseError } {
	if (body === undefined || body === null || body === '') return { value: undefined };
	const text = typeof body === 'string' ? body : undefined;
	if (text !== undefined && text.length > MAX_BODY_CHARACTERS) return { problem: tooLarge() };
	try {
		const value: unknown = text === undefined ? body : JSON.parse(text);
		return isDeeperThan(value, MAX_DEPTH) ? { problem: tooDeep() } : { value };
	} catch {
		return { problem: notJson(String(body)) };
	}
}

/** Returns the ID of a record in a response, validated before it becomes part of a path. */
export function requireIdInResponse(id: unknown, kind: ResourceName): string {
	const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
	if (isId(text)) return text;
	throw new InvalidResponseError(
		`The service gave the ${RESOURCES[kind].name} an ID that is none`,
		'Check the Base URL of the credential, and tell the service about the answer.',
	);
}

/**
 * Maximum number of items for one input item. n8n's engine passes them on with a spread call, which overflows the stack
 * above about 120,000.
 */
export const MAX_RECORDS = 110_000;

/** Throws for more items than n8n can pass on at once. */
export function assertPassable(
	count: number,
	remedy = 'Split it: narrow it with filters, or turn Return All off and fetch it in parts with Limit and the option Page.',
): void {
	if (count <= MAX_RECORDS) return;
	throw new InvalidResponseError(
		`The list has more than ${MAX_RECORDS} records, which is more than n8n can pass on at once`,
		remedy,
	);
}
