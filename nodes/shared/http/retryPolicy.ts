import type { IDataObject } from 'n8n-workflow';

/** How often and how long a request is tried before its failure is told. Milliseconds. */
export interface RetryPolicy {
	attempts: number;
	totalMs: number;
}

export const RETRY_POLICY: RetryPolicy = { attempts: 6, totalMs: 120_000 };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Why a request got no usable answer. */
export type Outcome =
	| { kind: 'status'; status: number; headers: IDataObject; body: unknown }
	| { kind: 'connection'; code: string };

/** The request never left, or never reached a service that listens. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The connection broke or timed out after the request may have arrived. */
const ANSWER_LOST = ['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_NETWORK'];

/** 500 to 505 (spec, Errors). */
function isServerFault(status: number): boolean {
	return status >= 500 && status <= 505;
}

/** Whether the service may have done what was asked although no usable answer came. */
export function mayHaveHappened(outcome: Outcome): boolean {
	return outcome.kind === 'status'
		? isServerFault(outcome.status)
		: ANSWER_LOST.includes(outcome.code);
}

/**
 * Whether the same request can be sent again with hope and without harm.
 *
 * @param repeatable whether doing it twice is the same as doing it once
 */
export function isWorthRepeating(outcome: Outcome, repeatable: boolean): boolean {
	if (outcome.kind === 'status' && outcome.status === 429) return true;
	if (outcome.kind === 'connection' && NOT_SENT.includes(outcome.code)) return true;
	return repeatable && mayHaveHappened(outcome);
}

/**
 * The wait that the service asked for.
 *
 * @param headers of the answer; `Retry-After` holds seconds or an HTTP date
 * @param now milliseconds since the epoch
 * @returns milliseconds, or `undefined` when it asked for none
 */
export function retryAfter(headers: IDataObject, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
	const date = Date.parse(String(value));
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * A growing wait with full jitter, so that many that failed together do not come back together.
 *
 * @param attempt how often it was tried already, from 1
 * @param random between 0 and 1
 * @returns milliseconds
 */
export function backoff(attempt: number, random: number): number {
	const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
	return FIRST_WAIT_MS / 2 + random * (ceiling - FIRST_WAIT_MS / 2);
}
