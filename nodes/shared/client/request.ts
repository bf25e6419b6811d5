import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { Explanation } from './errorTexts';
import type { LimitName } from './limiter';
import type { HttpResponse } from './response';
import type { RetryPolicy } from './retry';

/** One request to the service. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the Base URL, with a slash at its start. */
	path: string;
	query?: IDataObject | undefined;
	body?: IDataObject | undefined;
}

/** What all requests of one item have in common: the Base URL, headers, proxy, time-out and certificate check. */
export type Connection = Omit<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'body'>;

/** How a request differs from an ordinary one. */
export interface RequestOptions {
	/** Whether the request holds its own authentication (a client secret), so that the node's credential is not added. */
	authenticatesItself?: boolean;
	/** A customer's own access token, sent in place of the node's credential. */
	customerToken?: string;
	/** Whether repeating the request has no further effect. Default: true for every method but POST. */
	idempotent?: boolean;
	/**
	 * The field without which the response to a write is of no use. Other writes succeed by their status, whatever their
	 * body (docs/service.md, Errors).
	 */
	needsField?: 'access_token' | 'code' | 'id';
	/** Throws InvalidResponseError for a response that is not the service's own. It is repeated like a 503. */
	assertUsable?: (response: HttpResponse) => void;
	/** The rate limit that the request counts against. */
	limit?: LimitName;
	/** Statuses with which the service refuses to remove what is not there. Default: 404. */
	absentStatuses?: number[];
	retryPolicy?: RetryPolicy;
	/** Milliseconds for one attempt, unless the connection has a shorter time-out. */
	timeoutMs?: number;
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

export function isWrite({ method }: ServiceRequest): boolean {
	return method !== 'GET';
}

export function isIdempotent({ method }: ServiceRequest, { idempotent }: RequestOptions): boolean {
	return idempotent ?? method !== 'POST';
}

/** Whether n8n authenticates the request with the credential of the node. */
export function usesCredential({ authenticatesItself, customerToken }: RequestOptions): boolean {
	return !authenticatesItself && customerToken === undefined;
}

/** Returns what an error says about a write whose response was lost; `undefined` for a read. */
export function ambiguousHintOf(
	request: ServiceRequest,
	options: RequestOptions,
): string | undefined {
	if (!isWrite(request)) return undefined;
	if (options.ambiguousHint !== undefined) return options.ambiguousHint;
	return isIdempotent(request, options)
		? 'The change may have been made anyway. It is safe to run this again.'
		: 'The change may have been made anyway. Check before you run this again.';
}
