import type { IDataObject } from 'n8n-workflow';

import { parseMoment } from '../json';
import type { HttpResponse, InvalidResponseError } from './response';

/** How often and how long a request is tried before its failure is reported. Milliseconds. */
export interface RetryPolicy {
	attempts: number;
	/** From the first sending; waiting in the queue before it does not count. */
	totalMs: number;
	/** Between two attempts at the least, whatever the service says. */
	minDelayMs?: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 6, totalMs: 120_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface StatusFailure {
	kind: 'status';
	status: number;
	headers: IDataObject;
	body: unknown;
	/** Whether it was the request for an access token that was answered, and nothing else was sent. */
	isUnsent?: boolean;
}

/** Why a request got no usable answer. */
export type RequestFailure =
	| StatusFailure
	| {
			kind: 'connection';
			code: string;
			/** Whether the connection was never made, so that nothing was sent. */
			isUnsent?: boolean;
	  }
	/** A status between 200 and 299 with a body that nobody can use. */
	| {
			kind: 'unusable';
			status: number;
			problem: InvalidResponseError;
			isCut: boolean;
			/** Whether it was the request for an access token that was answered so, and nothing else was sent. */
			isUnsent?: boolean;
	  };

/** What came of sending a request once: the answer, or why there is none. */
export type AttemptResult = { response: HttpResponse } | { outcome: RequestFailure };

/** The request never left, or never reached a service that listens. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Node's and OpenSSL's codes for a certificate that does not prove who answers: nothing is sent then. */
const BAD_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME|EPROTO/;

export function isBadCertificate(code: string): boolean {
	return BAD_CERTIFICATE.test(code);
}

function isUnsent(outcome: RequestFailure): boolean {
	if (outcome.isUnsent) return true;
	return (
		outcome.kind === 'connection' &&
		(NOT_SENT.includes(outcome.code) || isBadCertificate(outcome.code))
	);
}

/** The service refused: all of 400 to 499 but 408, which a proxy gives that has passed the request on. */
function isRefusal(status: number): boolean {
	return status >= 400 && status <= 499 && status !== 408;
}

/**
 * Whether the service may have done what was asked although no usable answer came: whatever is not certainly refused
 * and not certainly unsent.
 */
export function isAmbiguous(outcome: RequestFailure): boolean {
	if (isUnsent(outcome)) return false;
	return outcome.kind !== 'status' || !isRefusal(outcome.status);
}

/** No such host: the Base URL is wrong, which waiting does not mend. (A name server that is too busy says EAI_AGAIN.) */
const UNKNOWN_HOST = 'ENOTFOUND';

function isTransient(outcome: RequestFailure): boolean {
	if (outcome.kind === 'status') return outcome.status === 408 || outcome.status >= 500;
	if (outcome.kind === 'unusable') return outcome.isCut;
	return outcome.code !== UNKNOWN_HOST && !isBadCertificate(outcome.code);
}

/** Whether the same request can be sent again with hope and without harm. */
export function shouldRetry(outcome: RequestFailure, idempotent: boolean): boolean {
	if (isRateLimited(outcome)) return true;
	return isTransient(outcome) && (idempotent || isUnsent(outcome));
}

export function isRateLimited(outcome: RequestFailure): boolean {
	return outcome.kind === 'status' && outcome.status === 429;
}

/** The milliseconds that `Retry-After` asks for, as seconds or as a date; `undefined` when it asks for none. */
export function retryAfter(headers: IDataObject, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = parseMoment(value);
	return date === undefined ? undefined : Math.max(0, date - now);
}

/** A growing wait with full jitter, so that many that failed together do not come back together; from attempt 1. */
export function backoff(attempt: number, random: number): number {
	const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
	return FIRST_WAIT_MS / 2 + random * (ceiling - FIRST_WAIT_MS / 2);
}
