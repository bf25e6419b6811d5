import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { MINUTE_MS } from '../concurrency/clock';
import type { ServiceContext } from './context';
import { MAX_PAUSE_MS } from './limiter';
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

/** How long a request is tried: in attempts, pauses and outages. The time in line does not count. Milliseconds. */
export interface RetryPolicy {
	/** In attempts without an answer of the service's own. */
	totalMs: number;
	/** In attempts that are answered 429. Default: `totalMs`. */
	maxRateLimitedMs?: number;
	/** Minimum delay between two attempts, whatever the service says. */
	minDelayMs?: number;
}

/** Longer than a deployment of the service, whether a run has one row or a thousand. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
	totalMs: MINUTE_MS,
	maxRateLimitedMs: MAX_PAUSE_MS,
};

/** Returns how long a request is tried whose attempts are answered 429. */
export const maxRateLimitedMsOf = ({ totalMs, maxRateLimitedMs = totalMs }: RetryPolicy): number =>
	maxRateLimitedMs;

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
