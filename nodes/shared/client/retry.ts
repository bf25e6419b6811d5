import type { IDataObject } from 'n8n-workflow';

import { parseMoment } from '../values/dates';
import {
	DEFAULT_RETRY_POLICY,
	isIdempotent,
	isWrite,
	maxRateLimitedMsOf,
	type RequestOptions,
	type RetryPolicy,
	type ServiceRequest,
} from './request';
import { type InvalidResponseError, isOwnError, WebPageError } from './response';

/** The range of the delays before a retry: the last ones are short enough that the end of an outage is noticed soon. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/** Why an attempt got no usable response. */
export type RequestFailure = {
	/** Whether the request itself was not sent: no trusted connection was made, or n8n got no access token. */
	isUnsent?: boolean;
} & (
	| {
			kind: 'status';
			status: number;
			/** Milliseconds of the header `Retry-After`, if there is one. */
			retryAfterMs?: number | undefined;
			body: unknown;
			/** Whether the body is a web page, which is never the service's own. */
			isWebPage?: boolean;
	  }
	| {
			kind: 'connection';
			code: string;
			/** Whether the request went through a proxy of the user. */
			isThroughProxy?: boolean;
	  }
	/** A status between 200 and 299 with an unusable body. Message and description are shown as they are. */
	| { kind: 'unusable'; status: number; error: InvalidResponseError }
	/** n8n blocked the request, for example to a host that its administrator has not allowed. */
	| { kind: 'blocked'; error: Error & { description?: string | null | undefined } }
);

export type StatusFailure = Extract<RequestFailure, { kind: 'status' }>;

export type ConnectionFailure = Extract<RequestFailure, { kind: 'connection' }>;

/** Codes of Node.js and OpenSSL for a certificate that is not trusted, and for a failed TLS handshake. */
const TLS_FAILURE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME|EPROTO/;

/** Whether no encrypted connection to a trusted server was made, so that nothing was sent. */
export function isTlsFailure(code: string): boolean {
	return TLS_FAILURE.test(code);
}

export function isRateLimited(failure: RequestFailure): failure is StatusFailure {
	return failure.kind === 'status' && failure.status === 429;
}

/** Whether a 404 comes from a proxy in front of the service: it is a failure like a 503, and says nothing of a record. */
export function isProxyNotFound(failure: RequestFailure): boolean {
	return failure.kind === 'status' && failure.status === 404 && !isOwnError(failure.body);
}

/** Whether a 404 is a web page. Where nothing else has come from a Base URL, it is that of a website. */
export function isPageNotFound(failure: RequestFailure): boolean {
	return isProxyNotFound(failure) && isForeignPage(failure);
}

/** Whether a refusal is the web page of a bot check or a gateway. A redirect and a rate limit often have a page, too. */
export function isForeignPage(failure: RequestFailure): failure is StatusFailure {
	if (failure.kind !== 'status' || failure.isWebPage !== true) return false;
	return failure.status >= 400 && failure.status < 500 && failure.status !== 429;
}

/** Whether a refusal does not come from the service: it is a failure like a 503, and says nothing of the request. */
function isForeign(failure: RequestFailure): boolean {
	return isProxyNotFound(failure) || isForeignPage(failure);
}

/**
 * Whether the service may have carried out the request without a usable response: neither unsent nor refused. Every 4xx
 * of the service's own refuses but 408. Another one may come after the request was forwarded.
 */
export function isAmbiguous(failure: RequestFailure): boolean {
	if (failure.isUnsent || failure.kind === 'blocked') return false;
	if (failure.kind !== 'status' || failure.status === 408) return true;
	return failure.status < 400 || failure.status > 499 || isForeign(failure);
}

/** The host does not exist: the Base URL is wrong, and a retry does not help. (A busy name server gives EAI_AGAIN.) */
const UNKNOWN_HOST = 'ENOTFOUND';

/** Whether the same request may succeed later. */
export function isTransient(failure: RequestFailure): boolean {
	switch (failure.kind) {
		case 'status':
			return failure.status === 408 || failure.status >= 500 || isForeign(failure);
		case 'connection':
			return failure.code !== UNKNOWN_HOST && !isTlsFailure(failure.code);
		case 'unusable':
			return true;
		case 'blocked':
			return false;
	}
}

/**
 * Whether a failed attempt got an answer of the service's own; `undefined` where it says nothing of that, because a retry
 * would not help: the host does not exist, or n8n refused to send it.
 */
export function isAnswered(failure: RequestFailure, request: ServiceRequest): boolean | undefined {
	// Without a usable body a write is done (docs/developers/service.md, Errors).
	if (failure.kind === 'unusable' && isWrite(request) && !failure.isUnsent) {
		return !(failure.error instanceof WebPageError);
	}
	if (isTransient(failure)) return false;
	return failure.kind === 'status' ? true : undefined;
}

/**
 * Returns the milliseconds of `Retry-After`, which holds seconds or a date; `undefined` without a valid value. A date counts
 * from the response's own `Date`, because the clock of this machine may be wrong.
 *
 * @param now the time of this machine, for a response without a date
 * @example retryAfter({ 'retry-after': '3' }, 0) // 3000
 */
export function retryAfter(headers: IDataObject, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = parseMoment(value);
	return date === undefined ? undefined : Math.max(0, date - (parseMoment(headers.date) ?? now));
}

/** Returns an exponential back-off with full jitter, in milliseconds; `attempt` counts from 1. */
export function backoff(attempt: number, random: number): number {
	const ceiling = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
	return FIRST_WAIT_MS / 2 + random * (ceiling - FIRST_WAIT_MS / 2);
}

export interface RetryState {
	/** Attempts so far, the failed one included. */
	attempts: number;
	/** Milliseconds that the request had been tried when the failed attempt began, as its {@link RetryPolicy} counts. */
	triedMs: number;
	/** Milliseconds of the failed attempt. */
	attemptMs: number;
	/** Whether one of them may have been carried out. */
	isAmbiguous: boolean;
	/** From 0 to 1. */
	random: number;
}

export type RetryDecision =
	| { kind: 'retry'; afterMs: number }
	/** The write has been carried out, whatever the response. */
	| { kind: 'done' }
	/** The effect of the write has to be looked for. */
	| { kind: 'reconcile' }
	| { kind: 'fail' };

/**
 * Whether a write is done in spite of the failure. The status alone decides, unless the response must contain something
 * (docs/developers/service.md, Errors) or is a web page. A removal that is repeated after a lost response and finds nothing is done, too.
 */
function isDone(
	failure: RequestFailure,
	request: ServiceRequest,
	{ absentStatuses = [404], assertUsable }: RequestOptions,
	state: RetryState,
): boolean {
	if (failure.isUnsent) return false;
	if (failure.kind === 'unusable') {
		return isWrite(request) && !assertUsable && !(failure.error instanceof WebPageError);
	}
	if (failure.kind !== 'status' || request.method !== 'DELETE') return false;
	return state.isAmbiguous && absentStatuses.includes(failure.status) && isOwnError(failure.body);
}

/**
 * Returns the delay before the next attempt; `undefined` when the time is over, or a 429 asks to wait for longer. The last
 * attempt begins when the time is over. `Retry-After` makes the delay longer, never shorter, but that of a failure counts only
 * while it is within the time.
 */
function delayBefore(
	failure: RequestFailure,
	policy: RetryPolicy,
	{ attempts, triedMs, attemptMs, random }: RetryState,
): number | undefined {
	const isLimited = isRateLimited(failure);
	const maxMs = isLimited ? maxRateLimitedMsOf(policy) : policy.totalMs;
	const leftMs = maxMs - triedMs - attemptMs;
	const { retryAfterMs = 0 } = failure.kind === 'status' ? failure : {};
	const isTooLong = retryAfterMs > Math.max(leftMs, 0);
	if (triedMs >= maxMs || (isLimited && isTooLong)) return undefined;
	const delay = backoff(attempts, random);
	const bounded = leftMs > 0 ? Math.min(delay, leftMs) : delay;
	return Math.max(bounded, isTooLong ? 0 : retryAfterMs, policy.minDelayMs ?? 0);
}

/** Decides what follows a failed attempt. */
export function decide(
	failure: RequestFailure,
	request: ServiceRequest,
	options: RequestOptions,
	state: RetryState,
): RetryDecision {
	if (isDone(failure, request, options, state)) return { kind: 'done' };
	const isLimited = isRateLimited(failure);
	const isSafe = failure.isUnsent || isIdempotent(request, options);
	if (!isLimited && !(isTransient(failure) && isSafe)) {
		return { kind: options.reconcile && state.isAmbiguous ? 'reconcile' : 'fail' };
	}
	const afterMs = delayBefore(failure, options.retryPolicy ?? DEFAULT_RETRY_POLICY, state);
	return afterMs === undefined ? { kind: 'fail' } : { kind: 'retry', afterMs };
}
