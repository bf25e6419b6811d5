import type { IDataObject } from 'n8n-workflow';

import { parseMoment } from '../json';
import type { Explanation } from './errorTexts';
import { type InvalidResponseError, isOwnError } from './response';

/** Limits on the attempts of a request. Milliseconds. */
export interface RetryPolicy {
	attempts: number;
	/** From the first attempt; the time in the queue before it does not count. */
	totalMs: number;
	/** Minimum delay between two attempts, whatever the service says. */
	minDelayMs?: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 6, totalMs: 120_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

interface Failure {
	/** Whether the request itself was not sent: no trusted connection was made, or n8n got no access token. */
	isUnsent?: boolean;
}

export interface StatusFailure extends Failure {
	kind: 'status';
	status: number;
	headers: IDataObject;
	body: unknown;
}

interface ConnectionFailure extends Failure {
	kind: 'connection';
	code: string;
	/** Whether the request went through a proxy of the user. */
	isThroughProxy?: boolean;
}

/** A status between 200 and 299 with an unusable body. */
interface UnusableFailure extends Failure {
	kind: 'unusable';
	status: number;
	problem: InvalidResponseError;
}

/** n8n refused to send the request, for example to a host that its administrator has not allowed. */
interface RefusedFailure extends Failure {
	kind: 'refused';
	explanation: Explanation;
}

/** Why an attempt got no usable response. */
export type RequestFailure = StatusFailure | ConnectionFailure | UnusableFailure | RefusedFailure;

/** Codes of Node.js and OpenSSL for a certificate that is not trusted, so that nothing was sent. */
const BAD_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME|EPROTO/;

export function isBadCertificate(code: string): boolean {
	return BAD_CERTIFICATE.test(code);
}

export function isRateLimited(failure: RequestFailure): boolean {
	return failure.kind === 'status' && failure.status === 429;
}

/** Whether a 404 comes from a proxy in front of the service: it is a failure like a 503, and says nothing of a record. */
export function isProxyNotFound(failure: RequestFailure): boolean {
	return failure.kind === 'status' && failure.status === 404 && !isOwnError(failure.body);
}

/**
 * Whether the service may have carried out the request without a usable response: neither unsent nor refused. Every 4xx
 * refuses but 408 and a proxy's 404, which may come after the request was forwarded.
 */
export function isAmbiguous(failure: RequestFailure): boolean {
	if (failure.isUnsent || failure.kind === 'refused') return false;
	if (failure.kind !== 'status' || failure.status === 408) return true;
	return failure.status < 400 || failure.status > 499 || isProxyNotFound(failure);
}

/** The host does not exist: the Base URL is wrong, and a retry does not help. (A busy name server gives EAI_AGAIN.) */
const UNKNOWN_HOST = 'ENOTFOUND';

function isTransient(failure: RequestFailure): boolean {
	switch (failure.kind) {
		case 'status':
			return failure.status === 408 || failure.status >= 500 || isProxyNotFound(failure);
		case 'connection':
			return failure.code !== UNKNOWN_HOST && !isBadCertificate(failure.code);
		case 'unusable':
			return true;
		case 'refused':
			return false;
	}
}

/**
 * Returns the milliseconds of `Retry-After`, which holds seconds or a date; `undefined` without a valid value.
 *
 * @example retryAfter({ 'retry-after': '3' }, 0) // 3000
 */
export function retryAfter(headers: IDataObject, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = parseMoment(value);
	return date === undefined ? undefined : Math.max(0, date - now);
}

/** Returns an exponential back-off with full jitter, in milliseconds; `attempt` counts from 1. */
export function backoff(attempt: number, random: number): number {
	const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
	return FIRST_WAIT_MS / 2 + random * (ceiling - FIRST_WAIT_MS / 2);
}

/** The properties of a request that its retries depend on. */
export interface RetryTraits {
	isIdempotent: boolean;
	/** Statuses with which the service refuses to remove what is not there; none for a request that removes nothing. */
	absentStatuses: number[];
	/** Whether a 429 uses up no attempt, because workers share the rate limit. */
	sharesLimit: boolean;
	canReconcile: boolean;
	policy: RetryPolicy;
}

export interface RetryState {
	/** Attempts so far, the failed one included. */
	attempts: number;
	/** Milliseconds since the first attempt. */
	elapsedMs: number;
	/** Whether an earlier attempt may have been carried out. */
	wasAmbiguous: boolean;
	/** The wall clock, in milliseconds since the epoch. */
	now: number;
	/** From 0 to 1. */
	random: number;
}

export type RetryDecision =
	| { kind: 'retry'; afterMs: number }
	/** A removal that is repeated after a lost response and finds nothing is done. */
	| { kind: 'removed' }
	/** The effect of the write has to be looked for. */
	| { kind: 'reconcile' }
	| { kind: 'fail' };

function isRemoved(failure: RequestFailure, traits: RetryTraits, state: RetryState): boolean {
	if (!state.wasAmbiguous || failure.kind !== 'status' || failure.isUnsent) return false;
	return traits.absentStatuses.includes(failure.status) && isOwnError(failure.body);
}

/** Decides what follows a failed attempt. `Retry-After` makes the delay longer, never shorter. */
export function decide(
	failure: RequestFailure,
	traits: RetryTraits,
	state: RetryState,
): RetryDecision {
	if (isRemoved(failure, traits, state)) return { kind: 'removed' };
	const isLimited = isRateLimited(failure);
	const isSafe = traits.isIdempotent || Boolean(failure.isUnsent);
	if (!isLimited && !(isTransient(failure) && isSafe)) {
		const isUnclear = state.wasAmbiguous || isAmbiguous(failure);
		return { kind: traits.canReconcile && isUnclear ? 'reconcile' : 'fail' };
	}
	const { attempts, totalMs, minDelayMs = 0 } = traits.policy;
	const asked = failure.kind === 'status' ? (retryAfter(failure.headers, state.now) ?? 0) : 0;
	const afterMs = Math.max(asked, minDelayMs, backoff(state.attempts, state.random));
	const isLast = state.attempts >= attempts && !(isLimited && traits.sharesLimit);
	return isLast || state.elapsedMs + afterMs > totalMs
		? { kind: 'fail' }
		: { kind: 'retry', afterMs };
}
