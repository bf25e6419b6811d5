import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceContext } from './context';
import type { Explanation, HttpResponse } from './response';

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

/** Limits on the attempts of a request. Milliseconds. */
export interface RetryPolicy {
	attempts: number;
	/** In attempts and the pauses between them; the time in the queue does not count. */
	totalMs: number;
	/** Minimum delay between two attempts, whatever the service says. */
	minDelayMs?: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 6, totalMs: 120_000 };

/** How a request differs from an ordinary one. */
export interface RequestOptions {
	/** Whether the request holds its own authentication (a client secret), so that the node's credential is not added. */
	authenticatesItself?: boolean;
	/** A customer's own access token, sent in place of the node's credential. */
	customerToken?: string;
	/** Whether repeating the request has no further effect. Default: true for every method but POST. */
	idempotent?: boolean;
	/**
	 * Throws InvalidResponseError for a response that is not the service's own. It is repeated like a 503. A write without
	 * this check succeeds by its status, whatever its body (docs/developers/service.md, Errors).
	 */
	assertUsable?: (response: HttpResponse) => void;
	/** Whether the request changes nothing, though it is no GET, so that test mode sends it. */
	changesNothing?: boolean;
	/** The rate limit that the request counts against. */
	rateLimit?: 'creation';
	/** Statuses with which the service refuses to remove what is not there. Default: 404. */
	absentStatuses?: number[];
	retryPolicy?: RetryPolicy;
	/** Milliseconds for one attempt, unless the connection has a shorter time-out. */
	timeoutMs?: number;
	/**
	 * Looks once whether a write took effect whose response was lost. Returns the response if it did, `undefined` if
	 * nothing shows (yet), and throws where looking again is of no use. `since` returns when the write was first sent, by
	 * the service's clock as its latest response shows it.
	 */
	reconcile?: (since: () => number) => Promise<HttpResponse | undefined>;
	/** What the error says when the response is lost: what may have happened, and how to check. */
	ambiguousHint?: string;
	/** Explanations of statuses that mean something special for this request. */
	explanations?: Record<number, Explanation>;
}

/** A request with everything that sending it takes. */
export interface OutgoingRequest {
	context: ServiceContext;
	connection: Connection;
	request: ServiceRequest;
	options: RequestOptions;
}

export function isWrite({ method }: ServiceRequest): boolean {
	return method !== 'GET';
}

/** Whether a request may be sent again after a lost response. */
export function isIdempotent({ method }: ServiceRequest, { idempotent }: RequestOptions): boolean {
	return idempotent ?? method !== 'POST';
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
