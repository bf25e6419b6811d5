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

/** Thrown for a response that cannot be used: not JSON, too long a list, or not what was asked for. */
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

/** Parses a response body: its JSON, `undefined` for an empty one, or the reason why it cannot be used. */
export function readBody(body: unknown): { value: unknown } | { problem: InvalidResponseError } {
	if (body === '') return { value: undefined };
	if (typeof body !== 'string') return { value: body ?? undefined };
	try {
		return { value: JSON.parse(body) };
	} catch {
		return { problem: notJson(body) };
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
