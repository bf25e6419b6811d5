import { type IDataObject, jsonParse, OperationalError } from 'n8n-workflow';

import { bodyOf, isObject } from '../data/json';
import { isId, type ResourceName, RESOURCES } from '../ids/resources';

export interface HttpResponse {
	status: number;
	headers: IDataObject;
	/** The parsed JSON; `undefined` for an empty body. */
	body: unknown;
	/** Whether nothing was sent, because the credential is in test mode. */
	isTest?: boolean;
}

/** The response to a write that is done without a usable one. */
export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: undefined };

/** The cause of an error, and its remedy for the user of the workflow. */
export interface Explanation {
	cause: string;
	remedy: string;
}

/** Thrown for a response that cannot be used: not JSON, or without what was requested. */
export class InvalidResponseError extends OperationalError {
	constructor(
		message: string,
		readonly remedy: string,
	) {
		super(message, { description: remedy });
	}
}

/** The explanation of a web page of a gateway, a bot check or a website: it says nothing of the request. */
export const WEB_PAGE: Explanation = {
	cause: "The response is a web page instead of the service's answer",
	remedy:
		'Try again later. If it keeps happening, check the Base URL of the credential, which must be the URL of the API and not of a website, and ask the service whether a bot check or a firewall stops n8n.',
};

/** Thrown for a web page with the status of a success: it is never the service's own, not even after a write. */
export class WebPageError extends InvalidResponseError {
	constructor() {
		super(WEB_PAGE.cause, WEB_PAGE.remedy);
	}
}

/** Returns the error for a response that is no record, and so not the service's own. */
export function missingRecordError(): InvalidResponseError {
	return new InvalidResponseError(
		'The response of the service does not contain the requested record',
		'Check the Base URL of the credential, then try again.',
	);
}

/** Returns the check that a response contains a field. */
export function requireField(name: string): (response: HttpResponse) => void {
	return (response) => {
		if (!bodyOf(response)[name]) throw missingRecordError();
	};
}

export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

const NOT_JSON = {};

/** Parses the JSON of a response body; `undefined` for an empty one. */
export function readBody(body: unknown): unknown {
	if (body === undefined || body === null || body === '') return undefined;
	if (typeof body !== 'string') return body;
	const value = jsonParse<unknown>(body, { fallbackValue: NOT_JSON });
	if (value !== NOT_JSON) return value;
	if (isWebPage(body)) throw new WebPageError();
	throw new InvalidResponseError(
		'The service returned something that is not JSON',
		'Check the Base URL of the credential. It must be the URL of the API, not of a website or an administration page.',
	);
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Returns the message of an error body: `message`, or for the `/oauth` endpoints `error` and `error_description`. */
export function serviceMessage(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	const words = [body.message, body.error, body.error_description].filter(isText);
	return words.length > 0 ? words.join(': ') : undefined;
}

/**
 * Whether an error body is the service's own (docs/developers/service.md, Errors). A proxy in front of the service responds with a
 * page, with nothing, or with JSON of its own.
 */
export function isOwnError(body: unknown): boolean {
	if (!isObject(body)) return false;
	return isText(body.message) || (isText(body.error) && isText(body.error_description));
}

/** Returns the ID of a record in a response, validated before it becomes part of a path. */
export function requireIdInResponse(id: unknown, kind: ResourceName): string {
	const text = typeof id === 'number' || typeof id === 'string' ? String(id) : '';
	if (isId(text)) return text;
	throw new InvalidResponseError(
		`The service returned the ${RESOURCES[kind].name} without a valid ID`,
		'Check the Base URL of the credential, and contact the service.',
	);
}
