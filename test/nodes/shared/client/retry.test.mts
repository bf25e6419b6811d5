import { describe, expect, it } from 'vitest';

import {
	backoff,
	shouldRetry,
	isAmbiguous,
	retryAfter,
	type RequestFailure,
} from '../../../../nodes/shared/client/retry';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';

const status = (code: number): RequestFailure => ({
	kind: 'status',
	status: code,
	headers: {},
	body: undefined,
});
const connection = (code: string): RequestFailure => ({ kind: 'connection', code });

describe('isAmbiguous', () => {
	it.each([302, 304, 408, 500, 501, 502, 503, 504, 505, 520, 521, 522, 524, 529, 599])(
		'is true after status %i',
		(code) => expect(isAmbiguous(status(code))).toBe(true),
	);

	it.each([400, 401, 402, 403, 404, 405, 406, 409, 410, 418, 422, 429, 451, 499])(
		'is false after status %i',
		(code) => expect(isAmbiguous(status(code))).toBe(false),
	);

	it.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'EPIPE',
		'ERR_NETWORK',
		'HPE_INVALID_CONSTANT',
		'HPE_HEADER_OVERFLOW',
		'ERR_BAD_RESPONSE',
		'SOMETHING_NEW',
	])('is true when the connection ends with %s', (code) => {
		expect(isAmbiguous(connection(code))).toBe(true);
	});

	it('is false when the request was not sent', () => {
		expect(isAmbiguous({ ...connection('ECONNRESET'), isUnsent: true })).toBe(false);
		expect(isAmbiguous({ ...status(503), isUnsent: true })).toBe(false);
	});
});

const UNUSABLE = {
	kind: 'unusable',
	status: 200,
	problem: new InvalidResponseError('It is no JSON', ''),
} as const;

describe('shouldRetry', () => {
	it.each([
		[status(429), true, true],
		[status(500), true, false],
		[status(408), true, false],
		[status(524), true, false],
		[status(422), false, false],
		[status(302), false, false],
		[{ ...UNUSABLE, isCut: true }, true, false],
		[{ ...UNUSABLE, isCut: false }, false, false],
		[connection('ECONNRESET'), true, false],
		[connection('HPE_INVALID_CONSTANT'), true, false],
		[{ ...connection('ECONNREFUSED'), isUnsent: true }, true, true],
		[{ ...connection('CERT_HAS_EXPIRED'), isUnsent: true }, false, false],
		[{ ...connection('ENOTFOUND'), isUnsent: true }, false, false],
		[{ ...connection('EAI_AGAIN'), isUnsent: true }, true, true],
	])('%o: %s for idempotent requests, %s for others', (outcome, whenSafe, otherwise) => {
		expect(shouldRetry(outcome, true)).toBe(whenSafe);
		expect(shouldRetry(outcome, false)).toBe(otherwise);
	});
});

describe('Retry-After', () => {
	const NOW = Date.parse('2026-03-01T12:00:00Z');
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
	])('of %j is %j milliseconds', (value, milliseconds) => {
		expect(retryAfter({ 'retry-after': value }, NOW)).toBe(milliseconds);
	});
});

it('the back-off grows, with jitter', () => {
	const least = [1, 2, 3, 9].map((attempt) => backoff(attempt, 0));
	const most = [1, 2, 3, 9].map((attempt) => backoff(attempt, 1));
	expect(least).toEqual([250, 250, 250, 250]);
	expect(most).toEqual([1_000, 2_000, 4_000, 30_000]);
});
