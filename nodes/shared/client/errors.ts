import {
	type IDataObject,
	type INode,
	type JsonObject,
	NodeApiError,
	OperationalError,
	UserError,
} from 'n8n-workflow';

import { credentialData, type ServiceContext, usesOAuth2 } from './context';
import { explain, explainUnsent, type FailedRequest } from './errorTexts';
import { asObject } from '../data/json';
import { CredentialError, EmptyParameterError } from '../values/parameterErrors';
import { safeText } from '../values/safeText';
import { quote } from '../values/text';
import { redactor } from './redact';
import type { OutgoingRequest, RequestOptions } from './request';
import { isOwnError, serviceMessage, WebPageError } from './response';
import { isForeignPage, isProxyNotFound, type RequestFailure } from './retry';

/** Maximum number of characters of the service's message that an error shows. */
const MAX_WORDS_LENGTH = 500;

type ErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

/** Returns what n8n's errors have of the item. They name the node without its parameters, which may hold secrets. */
function errorParts(context: ServiceContext): [node: INode, item: { itemIndex?: number }] {
	const item = 'getItemIndex' in context ? { itemIndex: context.getItemIndex() } : {};
	return [{ ...context.getNode(), parameters: {} }, item];
}

/** Returns n8n's own error for the item. */
function newError(context: ServiceContext, body: JsonObject, options: ErrorOptions) {
	const [node, item] = errorParts(context);
	return new NodeApiError(node, body, { ...options, ...item });
}

/** The error of a request that was not sent, because the service does not answer or asks to wait. */
export class NotTriedError extends NodeApiError {}

/**
 * Returns the error of a request that was not sent.
 *
 * @param pauseMs how long the service asks to wait; `undefined` where it does not answer
 * @param wasSent whether the service has answered the request with 429
 */
export function notTriedError(
	context: ServiceContext,
	{ pauseMs, wasSent }: { pauseMs: number | undefined; wasSent: boolean },
): NotTriedError {
	const [node, item] = errorParts(context);
	const subject = 'getItemIndex' in context ? 'This row was not tried' : 'Not tried';
	const nothing = `Nothing was ${wasSent ? 'done' : 'sent'} for it.`;
	const { cause, remedy } = explainUnsent(pauseMs, nothing);
	return new NotTriedError(
		node,
		{},
		{
			message: `${subject}: ${cause}`,
			description: remedy,
			httpCode: 'none',
			failure:
				pauseMs === undefined
					? { cause: 'temporarily-unavailable' }
					: { cause: 'rate-limited', retryAfterMs: pauseMs },
			...item,
		},
	);
}

/** The cause of a failure that only somebody who corrects the credential can end. */
const MISCONFIGURED = { cause: 'configuration-invalid' } as const;

/** Returns the cause of a failure as n8n's back-off and error workflows read it. */
function n8nCauseOf(
	failure: RequestFailure,
	{ customerToken }: RequestOptions,
): ErrorOptions['failure'] {
	const temporary = { cause: 'temporarily-unavailable' } as const;
	if (failure.kind === 'connection') return temporary;
	if (failure.kind === 'blocked') return undefined;
	if (failure.kind === 'unusable') {
		return failure.error instanceof WebPageError ? temporary : undefined;
	}
	const { status, retryAfterMs } = failure;
	if (status === 429)
		return { cause: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) };
	if (isForeignPage(failure)) return temporary;
	// The token of a customer is one of the row's values.
	if (status === 401 && customerToken === undefined) return { cause: 'credential-invalid' };
	return status >= 500 || isProxyNotFound(failure) ? temporary : undefined;
}

/** Statuses whose cause says as much as the service's message. */
const SAID_BY_CAUSE = [401, 404, 429];

/** Whether the service's message says more than the cause, so that it belongs in the headline. */
function isSaidInHeadline({ explanations }: RequestOptions, failure: RequestFailure): boolean {
	if (failure.kind !== 'status' || explanations?.[failure.status]) return false;
	const { status } = failure;
	return status >= 400 && status <= 499 && !SAID_BY_CAUSE.includes(status);
}

/** What the service tells of an error. Nothing where the response is not its own. */
type ErrorWords = Partial<Record<'message' | 'type' | 'documentation_url', string>>;

/**
 * Returns what the service tells of an error, each on one line, without secrets and harmless wherever it is shown: it may
 * quote what strangers have entered.
 */
async function wordsOf(
	{ context, connection, request, options }: OutgoingRequest,
	failure: RequestFailure,
): Promise<ErrorWords> {
	const message = failure.kind === 'status' ? serviceMessage(failure.body) : undefined;
	if (message === undefined || isProxyNotFound(failure)) return {};
	// Where the credential cannot be read, none of its secrets were sent.
	const secrets = await credentialData(context).catch(() => undefined);
	const { body, query } = request;
	const token = options.customerToken;
	const redact = redactor(secrets, body, query, connection.headers, { token });
	const clean = (text: string) => safeText(redact(text)).replace(/\s+/g, ' ');
	const { type, documentation_url: url } = asObject(asObject(failure).body);
	return {
		message: clean(message).slice(0, MAX_WORDS_LENGTH),
		...(typeof type === 'string' && { type: clean(type).slice(0, MAX_WORDS_LENGTH) }),
		// A link that works, which a text of strangers has not.
		...(isWebAddress(url) && { documentation_url: redact(url) }),
	};
}

const isWebAddress = (value: unknown): value is string =>
	typeof value === 'string' && /^https?:\/\/[^\s<>"]{1,500}$/.test(value);

/** Returns what a workflow can branch on: the HTTP status, and what the service tells of the error. */
export function detailsOf(error: unknown): IDataObject | undefined {
	if (!(error instanceof NodeApiError)) return undefined;
	const status = Number(error.httpCode);
	const { type, documentation_url: url } = asObject(error.errorResponse);
	const details = {
		...(Number.isInteger(status) && { status }),
		...(typeof type === 'string' && { type }),
		...(typeof url === 'string' && { documentation_url: url }),
	};
	return Object.keys(details).length > 0 ? details : undefined;
}

/** Returns the code for the description. n8n replaces a headline that contains the code of a connection error. */
function codeNote(failure: RequestFailure): string | undefined {
	if (failure.kind === 'blocked') return undefined;
	return failure.kind === 'connection' ? `(${failure.code})` : `(HTTP ${failure.status})`;
}

/** Returns the status for code that decides by it. That of a web page is not the service's. */
function httpCodeOf(failure: RequestFailure): string {
	if (!('status' in failure) || (isForeignPage(failure) && failure.status !== 404)) return 'none';
	return String(failure.status);
}

/** Joins the sentences of a description; the service's message comes last. */
export function joinSentences(sentences: Array<string | null | undefined>, words?: string): string {
	const quoted = words && `The service says: "${words}"`;
	return [...sentences, quoted].filter(Boolean).join(' ');
}

/**
 * Returns n8n's own error for a failed request, without secrets. The headline says what happened, and quotes the
 * service's message where that says more. The description says what may have been done anyway, what to do, and the status.
 *
 * @param ambiguousHint what may have been done anyway, if an attempt may have been carried out
 */
export async function apiError(
	outgoing: OutgoingRequest,
	failure: RequestFailure,
	{
		ambiguousHint,
		...tried
	}: { ambiguousHint: string | undefined } & Pick<FailedRequest, 'attempts' | 'isOfWebsite'>,
): Promise<NodeApiError> {
	const { context, connection, request, options } = outgoing;
	const { cause, remedy } = explain(failure, {
		request,
		options,
		baseUrl: connection.baseURL,
		usesOAuth2: usesOAuth2(context),
		...tried,
		isOperation: 'getItemIndex' in context,
	});
	const told = await wordsOf(outgoing, failure);
	const words = told.message;
	const isInHeadline = words !== undefined && isSaidInHeadline(options, failure);
	const n8nCause = n8nCauseOf(failure, options);
	return newError(context, told, {
		message: isInHeadline ? `${cause}: ${words}` : cause,
		description: joinSentences(
			[ambiguousHint, remedy, codeNote(failure)],
			isInHeadline ? undefined : words,
		),
		httpCode: httpCodeOf(failure),
		...(n8nCause && { failure: n8nCause }),
	});
}

/** Returns n8n's own error for something else than a failed request. */
export function plainError(
	context: ServiceContext,
	message: string,
	description: string,
	failure?: NonNullable<ErrorOptions['failure']>,
): NodeApiError {
	const cause = failure && { failure };
	return newError(context, {}, { message, description, httpCode: 'none', ...cause });
}

/**
 * Whether a failure is of no row: of the credential, the Base URL, or a service that does not respond. These are the failures
 * with a cause for n8n.
 */
export function isOfNoRow(error: unknown): boolean {
	return error instanceof NodeApiError && error.failure !== undefined;
}

/** Maximum number of columns of a row that an error names. */
const MAX_COLUMNS = 20;

/** Returns the names of the columns of the input row; none for a context without one. */
function columnsOf(context: ServiceContext): string[] {
	if (!('getItemIndex' in context)) return [];
	// n8n passes the row, or all rows to an operation that runs once for all of them.
	const input: unknown = context.getInputData();
	const row: unknown = Array.isArray(input) ? input[context.getItemIndex()] : input;
	return Object.keys(asObject(asObject(row).json));
}

/** Returns what to do about a refused value. For an empty one it names the columns: the expression may name another one. */
export function remedyFor(context: ServiceContext, error: OperationalError | UserError): string {
	const { description } = error;
	const columns = error instanceof EmptyParameterError ? columnsOf(context) : [];
	if (columns.length === 0) return description ?? '';
	const names = columns.slice(0, MAX_COLUMNS).map((name) => quote(name));
	const more = columns.length > MAX_COLUMNS ? ' and more' : '';
	return joinSentences([description ?? '', `The row has the columns ${names.join(', ')}${more}.`]);
}

/** Returns n8n's own error for the item in place of a cancellation, an unusable response or a refused value. */
export function nodeErrorFor(context: ServiceContext, error: unknown): unknown {
	if (!(error instanceof OperationalError || error instanceof UserError)) return error;
	// The back-off of polls would take it for a permanent failure.
	const isOfItem = 'getItemIndex' in context;
	const failure = error instanceof CredentialError && isOfItem ? MISCONFIGURED : undefined;
	return plainError(context, error.message, remedyFor(context, error), failure);
}

/** Does work, and throws its failures as errors of n8n for the item (see {@link nodeErrorFor}). */
export async function asNodeError<T>(
	context: ServiceContext,
	work: () => T | Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw nodeErrorFor(context, error);
	}
}

/** Replaces the headline of a refusal by a clearer one. The service's message follows the remedy. */
export function withHeadline(
	refusal: NodeApiError,
	headline: string,
	remedy: string,
): NodeApiError {
	const code = `(HTTP ${String(refusal.httpCode)})`;
	refusal.message = headline;
	refusal.description = joinSentences([remedy, code], serviceMessage(refusal.errorResponse));
	return refusal;
}

/**
 * Whether the service refused a request with one of these statuses, as strings: `'404'`. A 404 of a proxy is none of the
 * service (docs/developers/service.md, What a response proves).
 */
export function hasStatus(error: unknown, statuses: string[]): error is NodeApiError {
	if (!(error instanceof NodeApiError) || !statuses.includes(String(error.httpCode))) return false;
	return error.httpCode !== '404' || isOwnError(error.errorResponse);
}

/** Awaits a request and returns its response, or its error when the service refused it with one of these statuses. */
export async function catchStatus<T>(
	request: Promise<T>,
	statuses: string[],
): Promise<T | NodeApiError> {
	return await request.catch((error: unknown) => {
		if (hasStatus(error, statuses)) return error;
		throw error;
	});
}
