import { type JsonObject, NodeApiError, UserError } from 'n8n-workflow';

import { CancelledError, clock } from '../concurrency/concurrency';
import { asObject } from '../json';
import {
	ambiguousHintOf,
	credentialData,
	isWrite,
	type ServiceContext,
	type ServiceRequest,
	usesOAuth2,
} from './request';
import {
	type Authentication,
	explain,
	explainForeignNotFound,
	explainLostRemoval,
	explainNotFound,
	explainWrongBaseUrl,
	type Explanation,
	isOwnError,
	serviceMessage,
} from './errorTexts';
import { redactor } from './redact';
import { resourcesNamed } from '../resources/resources';
import { InvalidResponseError } from './response';
import { type RequestFailure, retryAfter, type StatusFailure } from './retry';

/** Maximum number of characters of the service's message that an error shows. */
const LONGEST_WORDS = 500;

type ErrorOptions = NonNullable<ConstructorParameters<typeof NodeApiError>[2]>;

/** Returns n8n's own error for the item. It names the node without its parameters, which may hold secrets. */
function newError(context: ServiceContext, body: JsonObject, options: ErrorOptions) {
	const node = { ...context.getNode(), parameters: {} };
	const item = 'getItemIndex' in context && { itemIndex: context.getItemIndex() };
	return new NodeApiError(node, body, { ...options, ...item });
}

async function redactorFor(context: ServiceContext, { options, customerToken }: ServiceRequest) {
	// Where the credential cannot be read, none of its secrets were sent.
	const secrets = await credentialData(context).catch(() => undefined);
	const { body, qs, headers } = options;
	return redactor(secrets, asObject(body), qs, headers, { token: customerToken });
}

/** Returns the cause of a failure as n8n's back-off and error workflows read it. */
function failureOf(outcome: RequestFailure) {
	if (outcome.kind === 'connection') return { cause: 'temporarily-unavailable' as const };
	if (outcome.kind === 'unusable') return undefined;
	const { status, headers } = outcome;
	if (status === 429) {
		const retryAfterMs = retryAfter(headers, clock.now());
		const cause = 'rate-limited' as const;
		return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
	}
	if (status === 401) return { cause: 'credential-invalid' as const };
	return status >= 500 ? { cause: 'temporarily-unavailable' as const } : undefined;
}

const MAY_NEED_SCOPE =
	'Another scope than read may be needed to write: the Scope of the credential may be the reason.';

function authenticationOf(
	context: ServiceContext,
	{ customerToken }: ServiceRequest,
): Authentication {
	if (customerToken !== undefined) return 'customerToken';
	return usesOAuth2(context) ? 'oAuth2' : 'apiKey';
}

/** Explains a refusal by what the request was; `undefined` where the status alone explains it. */
function refusalOf(
	{ options, explanations }: ServiceRequest,
	outcome: StatusFailure,
): Explanation | undefined {
	const { status, isUnsent = false } = outcome;
	if (isUnsent && status !== 404) return undefined;
	if (isUnsent) {
		return explainWrongBaseUrl(options.baseURL, 'Nobody gives access tokens at this Base URL');
	}
	const own = explanations?.[status];
	if (isForeignNotFound(outcome) && (own ?? resourcesNamed(options).length > 0)) {
		return explainForeignNotFound(options);
	}
	return own ?? (status === 404 ? explainNotFound(options) : undefined);
}

function explanationOf(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: RequestFailure,
): Explanation {
	const authentication = authenticationOf(context, request);
	const explanation = explain(outcome, authentication);
	if (outcome.kind !== 'status') return explanation;
	const refusal = refusalOf(request, outcome);
	if (refusal) return refusal;
	const mayNeedScope = [401, 403].includes(outcome.status) && isWrite(request) && !outcome.isUnsent;
	if (authentication !== 'oAuth2' || !mayNeedScope) return explanation;
	return { ...explanation, remedy: `${explanation.remedy} ${MAY_NEED_SCOPE}` };
}

/** Statuses whose cause says as much as the service's message. */
const SAID_BY_CAUSE = [401, 404, 429];

/** Whether the service's message says more than the cause, so that it belongs in the headline. */
function isSaidInHeadline(request: ServiceRequest, outcome: RequestFailure): boolean {
	if (outcome.kind !== 'status' || request.explanations?.[outcome.status]) return false;
	const { status } = outcome;
	return status >= 400 && status <= 499 && !SAID_BY_CAUSE.includes(status);
}

function isNotFound(outcome: RequestFailure): outcome is StatusFailure {
	return outcome.kind === 'status' && outcome.status === 404;
}

/** Whether a 404 comes from something other than the service, such as a proxy, and proves nothing. */
function isForeignNotFound(outcome: RequestFailure): boolean {
	return isNotFound(outcome) && !isOwnError(outcome.body);
}

/** Returns the service's message, on one line and without secrets. */
async function wordsOf(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: RequestFailure,
): Promise<string | undefined> {
	const message = outcome.kind === 'status' ? serviceMessage(outcome.body) : undefined;
	if (message === undefined || isForeignNotFound(outcome)) return undefined;
	const redact = await redactorFor(context, request);
	return redact(message).replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS);
}

/** Returns the code for the description. n8n replaces a headline that contains the code of a connection error. */
function codeOf(outcome: RequestFailure): string {
	return outcome.kind === 'connection' ? `(${outcome.code})` : `(HTTP ${outcome.status})`;
}

/** Joins the sentences of a description; the service's message comes last. */
export function described(sentences: Array<string | undefined>, words?: string): string {
	const quoted = words && `The service says: "${words}"`;
	return [...sentences, quoted].filter(Boolean).join(' ');
}

/**
 * Returns n8n's own error for a failed request, without secrets. The headline says what happened, and quotes the
 * service's message where that says more. The description says what may have been done anyway, what to do, and the status.
 */
export async function apiError(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: RequestFailure,
	wasAmbiguous = false,
): Promise<NodeApiError> {
	const isLostRemoval = wasAmbiguous && request.options.method === 'DELETE' && isNotFound(outcome);
	const { cause, remedy } = isLostRemoval
		? explainLostRemoval(request.options)
		: explanationOf(context, request, outcome);
	const words = await wordsOf(context, request, outcome);
	const isInHeadline = words !== undefined && isSaidInHeadline(request, outcome);
	const lost = wasAmbiguous ? ambiguousHintOf(request) : undefined;
	const description = described([lost, remedy, codeOf(outcome)], isInHeadline ? undefined : words);
	const failure = failureOf(outcome);
	return newError(context, words === undefined ? {} : { message: words }, {
		message: isInHeadline ? `${cause}: ${words}` : cause,
		description,
		httpCode: outcome.kind === 'connection' ? 'none' : String(outcome.status),
		...(failure && { failure }),
	});
}

export function plainError(
	context: ServiceContext,
	message: string,
	description: string,
): NodeApiError {
	return newError(context, {}, { message, description, httpCode: 'none' });
}

/** Returns n8n's own error for the item in place of a cancellation, an unusable response or a refused value. */
export function nodeErrorFor(context: ServiceContext, error: unknown): unknown {
	if (error instanceof CancelledError) {
		return plainError(context, error.message, 'Nothing more is sent.');
	}
	if (error instanceof InvalidResponseError) {
		return plainError(context, error.message, error.remedy);
	}
	if (error instanceof UserError) {
		return plainError(context, error.message, error.description ?? '');
	}
	return error;
}

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
	refusal.description = described([remedy, code], serviceMessage(refusal.errorResponse));
	return refusal;
}

/** Whether a request failed with one of these statuses, as strings: `'404'`. */
export function hasStatus(error: unknown, statuses: string[]): error is NodeApiError {
	return error instanceof NodeApiError && statuses.includes(String(error.httpCode));
}

/** Whether the error stands for an unusable response with a status from 200 to 299, such as a web page. */
export function isUnusableError(error: unknown): boolean {
	if (error instanceof InvalidResponseError) return true;
	return error instanceof NodeApiError && /^2\d\d$/.test(String(error.httpCode));
}

/**
 * Awaits a request and returns its response, or its error when the service refused it with one of these statuses. Throws
 * a 404 that does not come from the service, because it proves nothing (docs/service.md, What a response proves).
 */
export async function catchStatus<T>(
	request: Promise<T>,
	statuses: string[],
): Promise<T | NodeApiError> {
	return await request.catch((error: unknown) => {
		const isRefusal = hasStatus(error, statuses);
		const isForeign = isRefusal && error.httpCode === '404' && !serviceMessage(error.errorResponse);
		if (isRefusal && !isForeign) return error;
		throw error;
	});
}
