import { describe, expect, it } from 'vitest';

import {
	backoff,
	decide,
	isAmbiguous,
	isAnswered,
	isTlsFailure,
	isProxyNotFound,
	isRateLimited,
	type RequestFailure,
	retryAfter,
	type RetryDecision,
	type RetryState,
} from '../../../../nodes/shared/client/retry';
import { DEFAULT_RETRY_POLICY, type RequestOptions } from '../../../../nodes/shared/client/request';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const OWN = { message: 'No.' };

const status = (code: number, body: unknown = OWN, retryAfterMs?: number): RequestFailure => ({
	kind: 'status',
	status: code,
	retryAfterMs,
	body,
});
const connection = (code: string): RequestFailure => ({ kind: 'connection', code });
const unsent = (failure: RequestFailure): RequestFailure => ({ ...failure, isUnsent: true });
const UNUSABLE: RequestFailure = {
	kind: 'unusable',
	status: 200,
	error: new InvalidResponseError('It is no JSON', ''),
};
const REFUSED: RequestFailure = {
	kind: 'blocked',
	isUnsent: true,
	error: new Error('Not allowed'),
};

const reconcile = async () => await Promise.resolve(undefined);
const POLICY = { totalMs: 60_000, maxRateLimitedMs: 120_000 };

interface Given extends Omit<RequestOptions, 'assertUsable'>, Partial<RetryState> {
	method?: 'GET' | 'PUT' | 'DELETE';
	needsBody?: boolean;
}

/** Decides about the first attempt of a PUT, unless given, whose response must contain something. */
function decided(failure: RequestFailure, situation: Given = {}): RetryDecision {
	const { method = 'PUT', needsBody = true, ...rest } = situation;
	const state = {
		attempts: 1,
		triedMs: 0,
		attemptMs: 0,
		random: 0,
		isAmbiguous: isAmbiguous(failure),
	};
	const request = { method, path: '/videos/5' };
	const options = { ...rest, ...(needsBody && { assertUsable: () => {} }) };
	return decide(failure, request, options, { ...state, ...rest });
}

const kindOf = (...args: Parameters<typeof decided>) => decided(...args).kind;

/** What follows the first failure of an idempotent request and of another one, both of which can be reconciled. */
const FAILURES: Array<
	[string, RequestFailure, idempotent: string, other: string, ambiguous: boolean]
> = [
	['a 302', status(302), 'reconcile', 'reconcile', true],
	['a 399', status(399), 'reconcile', 'reconcile', true],
	['a 400', status(400), 'fail', 'fail', false],
	['a 401', status(401), 'fail', 'fail', false],
	['a 403', status(403), 'fail', 'fail', false],
	['a 404', status(404), 'fail', 'fail', false],
	['a 404 of /oauth', status(404, { error: 'e', error_description: 'd' }), 'fail', 'fail', false],
	['a proxy’s empty 404', status(404, ''), 'retry', 'reconcile', true],
	['a proxy’s JSON 404', status(404, { error: 'no route' }), 'retry', 'reconcile', true],
	['a 403 without a message', status(403, ''), 'fail', 'fail', false],
	['a 408', status(408), 'retry', 'reconcile', true],
	['a 409', status(409), 'fail', 'fail', false],
	['a 422', status(422), 'fail', 'fail', false],
	['a 429', status(429), 'retry', 'retry', false],
	['a 499', status(499), 'fail', 'fail', false],
	['a 500', status(500), 'retry', 'reconcile', true],
	['a 503', status(503), 'retry', 'reconcile', true],
	['a 599', status(599), 'retry', 'reconcile', true],
	['a refused token request', unsent(status(401)), 'fail', 'fail', false],
	['a failed token request', unsent(status(503)), 'retry', 'retry', false],
	['a cut connection', connection('ECONNRESET'), 'retry', 'reconcile', true],
	['a time-out', connection('ETIMEDOUT'), 'retry', 'reconcile', true],
	['a response that is not HTTP', connection('HPE_HEADER_OVERFLOW'), 'retry', 'reconcile', true],
	['a refused connection', unsent(connection('ECONNREFUSED')), 'retry', 'retry', false],
	['a busy name server', unsent(connection('EAI_AGAIN')), 'retry', 'retry', false],
	['an unknown host', unsent(connection('ENOTFOUND')), 'fail', 'fail', false],
	['a bad certificate', unsent(connection('CERT_HAS_EXPIRED')), 'fail', 'fail', false],
	['an unusable response', UNUSABLE, 'retry', 'reconcile', true],
	['an unusable token', unsent(UNUSABLE), 'retry', 'retry', false],
	['a refusal of n8n', REFUSED, 'fail', 'fail', false],
];

describe('decide', () => {
	it.each(FAILURES)(
		'after %s: %o, %s if idempotent, else %s',
		(_, failure, whenSafe, otherwise) => {
			expect(kindOf(failure, { reconcile })).toBe(whenSafe);
			expect(kindOf(failure, { reconcile, idempotent: false })).toBe(otherwise);
		},
	);

	it.each(FAILURES)('after %s retries or fails where nothing can be looked up', (...row) => {
		const [, failure, whenSafe, otherwise] = row;
		const retryOrFail = (kind: string) => (kind === 'retry' ? 'retry' : 'fail');
		expect(kindOf(failure)).toBe(retryOrFail(whenSafe));
		expect(kindOf(failure, { idempotent: false })).toBe(retryOrFail(otherwise));
	});

	it.each(FAILURES)('after an ambiguous attempt and %s never fails unseen', (_, failure, kind) => {
		const next = kindOf(failure, { reconcile, isAmbiguous: true });
		expect(next).toBe(kind === 'retry' ? 'retry' : 'reconcile');
	});

	const removal: Given = { method: 'DELETE', absentStatuses: [404, 422] };

	it.each([
		['its own 404', status(404), 'done'],
		['another of its statuses', status(422), 'done'],
		['a status that is none of them', status(403), 'fail'],
		['a proxy’s 404', status(404, ''), 'retry'],
		['the 404 of the token request', unsent(status(404)), 'fail'],
		['a cut connection', connection('ECONNRESET'), 'retry'],
	])('takes a removal whose response was lost as done after %s: %o, %s', (_, failure, kind) => {
		expect(kindOf(failure, { ...removal, isAmbiguous: true })).toBe(kind);
	});

	it('takes nothing as removed when no response was lost, or nothing was to be removed', () => {
		expect(kindOf(status(404), removal)).toBe('fail');
		expect(kindOf(status(404), { method: 'PUT', isAmbiguous: true })).toBe('fail');
	});

	it('takes a write with a success status as done whose response need not contain anything', () => {
		expect(kindOf(UNUSABLE, { needsBody: false })).toBe('done');
		expect(kindOf(unsent(UNUSABLE), { needsBody: false })).toBe('retry');
		expect(kindOf(UNUSABLE, { needsBody: false, method: 'GET' })).toBe('retry');
	});

	it.each([
		['the first attempt', {}, undefined, 250],
		['the third attempt', { attempts: 3, random: 1 }, undefined, 4_000],
		['a shorter Retry-After', { attempts: 3, random: 1 }, 2_000, 4_000],
		['a longer Retry-After', {}, 7_000, 7_000],
	])('waits after %s: %j %j %i ms', (_, state, retryAfterMs, afterMs) => {
		const failure = status(503, OWN, retryAfterMs);
		expect(decided(failure, state)).toEqual({ kind: 'retry', afterMs });
	});

	it.each([
		[3_000, 5_000],
		[7_000, 7_000],
	])('waits the minimum of its policy beside a Retry-After of %i: %i ms', (asked, afterMs) => {
		const retryPolicy = { ...POLICY, minDelayMs: 5_000 };
		const failure = status(429, OWN, asked);
		expect(decided(failure, { retryPolicy })).toEqual({ kind: 'retry', afterMs });
		const lost = decided(connection('EPIPE'), { retryPolicy });
		expect(lost).toEqual({ kind: 'retry', afterMs: 5_000 });
	});

	it.each([
		[503, 59_999, 'retry'],
		[503, 60_000, 'fail'],
		[429, 119_999, 'retry'],
		[429, 120_000, 'fail'],
	])('of an attempt with the status %i that began after %i ms: %s', (code, triedMs, kind) => {
		expect(kindOf(status(code), { attempts: 99, triedMs })).toBe(kind);
	});

	it('makes the last attempt when the time is over, also after one that hung', () => {
		const last = decided(status(503), { random: 1, triedMs: 59_000, attemptMs: 100 });
		expect(last).toEqual({ kind: 'retry', afterMs: 900 });
		const hung = decided(connection('ETIMEDOUT'), { attemptMs: 60_000 });
		expect(hung).toEqual({ kind: 'retry', afterMs: 250 });
	});

	it.each([
		[503, 60_000, 60_000],
		[503, 60_001, 250],
		[503, 3_600_000, 250],
		[429, 120_000, 120_000],
		[429, 120_001, undefined],
	])('after %i with a Retry-After of %i ms waits %s ms', (code, asked, afterMs) => {
		const decision = decided(status(code, OWN, asked));
		expect(decision).toEqual(afterMs === undefined ? { kind: 'fail' } : { kind: 'retry', afterMs });
	});

	it('takes a minute by default, and two where the service answers 429', () => {
		expect(DEFAULT_RETRY_POLICY).toEqual(POLICY);
	});
});

describe('a failure', () => {
	it.each(FAILURES)('by %s, %o %s %s, may have been carried out: %s', (...row) => {
		const [, failure, , , ambiguous] = row;
		expect(isAmbiguous(failure)).toBe(ambiguous);
	});

	it.each([
		['GET', UNUSABLE, false],
		['POST', UNUSABLE, true],
		['POST', unsent(UNUSABLE), false],
	] as const)('of a %s, %o, is an answer of the service: %s', (method, failure, isAnswer) => {
		expect(isAnswered(failure, { method, path: '/customers' })).toBe(isAnswer);
	});

	it('is rate limited with the status 429 alone', () => {
		expect([status(429), status(503), UNUSABLE].map(isRateLimited)).toEqual([true, false, false]);
	});

	it('is a proxy’s 404 without an error of the service’s own', () => {
		const failures = [status(404, ''), status(404), status(403, ''), connection('EPIPE')];
		expect(failures.map(isProxyNotFound)).toEqual([true, false, false, false]);
	});

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'EPROTO',
	])('with the code %s is a failure of TLS', (code) => {
		expect(isTlsFailure(code)).toBe(true);
		expect(isTlsFailure('ECONNRESET')).toBe(false);
	});
});

it.each([
	['7', 7_000],
	[7, 7_000],
	['0', 0],
	['-5', 0],
	['Sun, 01 Mar 2026 12:00:09 GMT', 9_000],
	['Thu, 01 Jan 1970 00:00:00 GMT', 0],
	['soon', undefined],
	[undefined, undefined],
	[['7'], undefined],
])('a Retry-After of %j is %j milliseconds', (value, milliseconds) => {
	expect(retryAfter({ 'retry-after': value }, NOW)).toBe(milliseconds);
});

it.each(['Sun, 01 Mar 2026 11:50:00 GMT', 'Sun, 01 Mar 2026 12:10:00 GMT'])(
	'a Retry-After that is a date counts from the Date of the response: %s',
	(date) => {
		const later = new Date(Date.parse(date) + 5_000).toUTCString();
		expect(retryAfter({ date, 'retry-after': later }, NOW)).toBe(5_000);
		expect(retryAfter({ date: 'soon', 'retry-after': new Date(NOW).toUTCString() }, NOW)).toBe(0);
	},
);

it('the back-off grows, with jitter', () => {
	const attempts = [1, 2, 3, 9];
	expect(attempts.map((attempt) => backoff(attempt, 0))).toEqual([250, 250, 250, 250]);
	expect(attempts.map((attempt) => backoff(attempt, 1))).toEqual([1_000, 2_000, 4_000, 10_000]);
	expect(backoff(1, 0.5)).toBe(625);
});
