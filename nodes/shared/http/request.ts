import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceContext } from './credential';
import type { Explanation } from './errorTexts';
import type { HttpResponse } from './response';
import type { RetryPolicy } from './retryPolicy';

/** The request of an item. Its base URL and headers apply to everything that is sent for the item. */
export interface ItemRequest {
	context: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
}

export interface ServiceRequest {
	/** n8n's options: method, `baseURL`, a `url` that begins with `/`, qs, body, headers. */
	options: IHttpRequestOptions;
	/** Whether the request holds its own authentication (a client secret), so that the node's credential is not added. */
	authenticatesItself?: boolean;
	/**
	 * A customer's own access token, sent in place of the node's credential. The operation decides this: n8n writes a
	 * bearer token of its own into the headers of what it has sent.
	 */
	customerToken?: string;
	/** Whether repeating the request has no further effect. Default: true for every method but POST. */
	idempotent?: boolean;
	/**
	 * The field without which the response to a write is of no use. Other writes succeed by their status, whatever their
	 * body (docs/service.md, Errors).
	 */
	needsRecord?: 'access_token' | 'code' | 'id';
	/** Whether a response with that field holds the record that was asked for. Default: true. */
	isRecord?: (body: IDataObject) => boolean;
	/** Whether the request counts against the rate limit of `POST /customers`. */
	createsCustomer?: boolean;
	retryPolicy?: RetryPolicy;
	/**
	 * Looks once whether a write took effect whose response was lost. Returns the response if it did, `undefined` if
	 * nothing shows (yet), and throws where looking again is of no use.
	 */
	reconcile?: (since: number) => Promise<HttpResponse | undefined>;
	/** What the error says when the response is lost: what may have happened, and how to check. */
	ambiguousHint?: string;
	/** Explanations of statuses that mean something special for this request. */
	explanations?: Record<number, Explanation>;
}

/** Returns the signal that aborts when the execution is cancelled. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Returns the group whose requests take turns with those of other groups: an execution, or the node of a trigger or list. */
export function executionOf(context: ServiceContext): string {
	const id: unknown = 'getItemIndex' in context ? context.getExecutionId() : undefined;
	return typeof id === 'string' ? id : context.getNode().id;
}

/** Whether n8n authenticates the request with the credential of the node. */
export function usesCredential({ authenticatesItself, customerToken }: ServiceRequest): boolean {
	return !authenticatesItself && customerToken === undefined;
}

export function isWrite({ options }: ServiceRequest): boolean {
	return options.method !== undefined && options.method !== 'GET';
}

export function isIdempotent({ idempotent, options }: ServiceRequest): boolean {
	return idempotent ?? options.method !== 'POST';
}

export function ambiguousHintOf(request: ServiceRequest): string | undefined {
	if (!isWrite(request)) return undefined;
	if (request.ambiguousHint !== undefined) return request.ambiguousHint;
	return isIdempotent(request)
		? 'It may have been done all the same: look at the record, or run this again, which does no harm.'
		: 'It may have been done all the same: look whether it was, before you run this again.';
}

/** The user agent of every request. A test compares its version with the package's. */
export const USER_AGENT = 'n8n-nodes-video-subscription/0.1.0';
