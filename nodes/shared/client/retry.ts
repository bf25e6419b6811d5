import type { IDataObject } from 'n8n-workflow';

import { parseMoment } from '../json';
import type { HttpResponse, InvalidResponseError } from './response';
import { clock, wait } from '../concurrency/concurrency';

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
}

/** A status between 200 and 299 with an unusable body. */
interface UnusableFailure extends Failure {
	kind: 'unusable';
	status: number;
	problem: InvalidResponseError;
	isCut: boolean;
}

/** Why an attempt got no usable response. */
export type RequestFailure = StatusFailure | ConnectionFailure | UnusableFailure;

/** The result of one attempt: the response, or the reason why there is none. */
export type AttemptResult = { response: HttpResponse } | { outcome: RequestFailure };

/** Codes of Node.js and OpenSSL for a certificate that is not trusted, so that nothing was sent. */
const BAD_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME|EPROTO/;

export function isBadCertificate(code: string): boolean {
	return BAD_CERTIFICATE.test(code);
}

/**
 * Whether the service may have carried out the request without a usable response: neither unsent nor refused. Every 4xx
 * refuses but 408, which a proxy sends that has forwarded the request.
 */
export function isAmbiguous(outcome: RequestFailure): boolean {
	if (outcome.isUnsent) return false;
	if (outcome.kind !== 'status' || outcome.status === 408) return true;
	return outcome.status < 400 || outcome.status > 499;
}

/** The host does not exist: the Base URL is wrong, and a retry does not help. (A busy name server gives EAI_AGAIN.) */
const UNKNOWN_HOST = 'ENOTFOUND';

function isTransient(outcome: RequestFailure): boolean {
	if (outcome.kind === 'status') return outcome.status === 408 || outcome.status >= 500;
	if (outcome.kind === 'unusable') return outcome.isCut;
	return outcome.code !== UNKNOWN_HOST && !isBadCertificate(outcome.code);
}

/** Whether repeating the request may help and does no harm. */
export function shouldRetry(outcome: RequestFailure, idempotent: boolean): boolean {
	if (isRateLimited(outcome)) return true;
	return isTransient(outcome) && (idempotent || Boolean(outcome.isUnsent));
}

export function isRateLimited(outcome: RequestFailure): boolean {
	return outcome.kind === 'status' && outcome.status === 429;
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

export interface Poll<T> {
	/**
	 * Looks once; returns `undefined` to go on polling. After the first look its retry policy has no limit on attempts, so
	 * that a fault of the service may last until the time is up.
	 */
	look: (retryPolicy: RetryPolicy) => Promise<T | undefined>;
	/** Returns the milliseconds between a look and the next; `looks` counts the looks so far. */
	delayAfter: (looks: number) => number;
	/** Milliseconds after which the last look is taken. */
	totalMs: number;
	/** Minimum milliseconds between two looks, also before the last one. */
	minDelayMs?: number;
	signal?: AbortSignal | undefined;
}

/** Looks again and again until `look` returns something or the time is up. */
export async function pollUntil<T>(request: Poll<T>): Promise<T | undefined> {
	const { look, delayAfter, totalMs, minDelayMs = 0, signal } = request;
	const end = clock.monotonic() + totalMs;
	for (let looks = 1; ; looks++) {
		const attempts = looks === 1 ? DEFAULT_RETRY_POLICY.attempts : Infinity;
		const pause = delayAfter(looks);
		const seen = await look({ attempts, totalMs: end - clock.monotonic(), minDelayMs: pause });
		if (seen !== undefined) return seen;
		const left = end - clock.monotonic();
		if (left <= 0) return undefined;
		await wait(Math.max(minDelayMs, Math.min(pause, left)), signal);
	}
}
