import { describe, expect, it } from 'vitest';

import {
	explain,
	explainNotFound,
	explainWrongBaseUrl,
	toWaitingTime,
} from '../../../../nodes/shared/client/errorTexts';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';
import type { RequestFailure } from '../../../../nodes/shared/client/retry';

const status = (code: number, headers = {}): RequestFailure => ({
	...{ kind: 'status', status: code, headers },
	body: { message: 'No.' },
});

describe('explain', () => {
	it.each([
		[304, 'returned no data because nothing has changed', 'Remove caching proxies'],
		[300, 'redirected the request to another URL', 'Redirects are not followed'],
		[399, 'redirected the request to another URL', 'Redirects are not followed'],
		[400, 'could not use the request', 'the message of the service'],
		[401, 'did not accept the credential', 'check the API key'],
		[402, 'requires payment', 'Grant the customer a product'],
		[403, 'does not allow this', 'ask the account owner for a key'],
		[404, 'found no such record', 'Check the ID. The record may have been deleted'],
		[406, 'cannot respond in the requested format', 'the URL of the API'],
		[408, 'did not respond in time', 'again later'],
		[409, 'conflicts with an existing record', 'Get the record first'],
		[422, 'refused the values', 'Correct the value'],
		[451, 'rejected the request', 'the message of the service'],
		[499, 'rejected the request', 'the message of the service'],
		[500, 'The service failed', 'contact the service'],
		[524, 'The service failed', 'contact the service'],
	])('says of the status %i: %s, %s', (code, cause, remedy) => {
		const explained = explain(status(code));
		expect(explained.cause).toContain(cause);
		expect(explained.remedy).toContain(remedy);
		expect(explained.remedy).toMatch(/\.$/);
	});

	const REACH =
		'Check the Base URL of the credential and that n8n can reach the service, then try again.';

	it.each([
		['ECONNREFUSED', 'No service listens at the Base URL'],
		['ENOTFOUND', 'The host of the Base URL does not exist'],
		['EAI_AGAIN', 'The host of the Base URL could not be looked up'],
		['ECONNRESET', 'The connection to the service was cut'],
		['EPIPE', 'The connection to the service was cut'],
		['ECONNABORTED', 'The service did not respond in time'],
		['ETIMEDOUT', 'The service did not respond in time'],
		['HPE_INVALID_CONSTANT', 'The service returned something that is not HTTP'],
		['A_HPE_', 'The connection to the service failed'],
		['SOMETHING_NEW', 'The connection to the service failed'],
	])('says of the error code %s: %s', (code, cause) => {
		expect(explain({ kind: 'connection', code })).toEqual({ cause, remedy: REACH });
	});

	it.each([
		['ECONNREFUSED', true],
		['ENOTFOUND', true],
		['EAI_AGAIN', true],
		['ECONNRESET', false],
		['CERT_HAS_EXPIRED', false],
	])('says of %s through a proxy that it is down: %s', (code, isProxy) => {
		const { cause, remedy } = explain({ kind: 'connection', code, isThroughProxy: true });
		expect(cause === 'The proxy did not accept the connection').toBe(isProxy);
		expect(remedy.includes('"Proxy" under Request Options')).toBe(isProxy);
	});

	it('says of the error code CERT_HAS_EXPIRED that nothing was sent', () => {
		expect(explain({ kind: 'connection', code: 'CERT_HAS_EXPIRED' })).toEqual({
			cause: 'The certificate of the service is not trusted',
			remedy: expect.stringContaining('Nothing was sent to the service'),
		});
	});

	it('advises about the client where the credential is OAuth2', () => {
		const authentication = 'oAuth2';
		const { remedy } = explain(status(401), { authentication });
		expect(remedy).toBe(
			'Open the credential, check the Client ID, the Client Secret and the Base URL, and test it.',
		);
		expect(explain(status(403), { authentication }).remedy).toContain('owner for a client with');
	});

	it("says where a customer's refused token is renewed", () => {
		const authentication = 'customerToken';
		expect(explain(status(401), { authentication })).toEqual({
			cause: 'The service did not accept the access token of the customer',
			remedy: expect.stringContaining('Access Token > Refresh'),
		});
		expect(explain(status(403), { authentication })).toEqual(explain(status(403)));
	});

	const LATER = 'Run the workflow again later, or with fewer rows at a time.';

	it.each([
		[
			{ 'retry-after': '3600' },
			false,
			'The service asks to wait an hour',
			/^Run .* in an hour, or/,
		],
		[
			{ 'retry-after': '3600' },
			true,
			'The service receives too many requests',
			/^The node retried/,
		],
		[{}, false, 'The service receives too many requests', new RegExp(`^${LATER}$`)],
		[{}, true, 'The service receives too many requests', new RegExp(`times\\. ${LATER}$`)],
	])('says of a 429 with %j, retried %s: %s', (headers, wasRetried, cause, remedy) => {
		const explained = explain(status(429, headers), { wasRetried });
		expect(explained).toEqual({ cause, remedy: expect.stringMatching(remedy) });
	});

	it('counts the pause of a 429 until a date from now', () => {
		const failure = status(429, { 'retry-after': 'Sun, 01 Mar 2026 12:05:00 GMT' });
		const { cause } = explain(failure, { now: Date.parse('2026-03-01T12:00:00Z') });
		expect(cause).toBe('The service asks to wait 5 minutes');
	});

	it('returns the problem of an unusable response, and the refusal of n8n', () => {
		const explanation = { cause: 'It is a web page', remedy: 'Check the Base URL.' };
		const problem = new InvalidResponseError(explanation.cause, explanation.remedy);
		expect(explain({ kind: 'unusable', status: 200, problem })).toEqual(explanation);
		expect(explain({ kind: 'refused', explanation })).toEqual(explanation);
	});
});

it.each([
	[1, '1 seconds'],
	[59_001, 'a minute'],
	[60_001, '61 seconds'],
	[119_000, '119 seconds'],
	[119_001, '2 minutes'],
	[121_000, '3 minutes'],
	[3_540_001, 'an hour'],
	[3_660_000, '61 minutes'],
	[7_140_000, '119 minutes'],
	[7_140_001, '2 hours'],
	[86_400_000, '24 hours'],
])('toWaitingTime formats %i ms as %s', (milliseconds, text) => {
	expect(toWaitingTime(milliseconds)).toBe(text);
});

describe('the explanation of a 404', () => {
	const baseUrl = 'https://svc.test/api';
	const path = '/collections/5/items/7';
	const body = { product: `${baseUrl}/products/8` };
	const video = `${baseUrl}/videos/9`;
	const proxy: RequestFailure = { kind: 'status', status: 404, headers: {}, body: '' };
	const HINT = ' If no record is ever found, check the path /api in the Base URL.';

	const notFound = (request: object, failure = status(404), base = baseUrl) =>
		explainNotFound({ method: 'PUT', path, ...request }, failure, base);

	it('names up to three records, of the path, the query and the body', () => {
		expect(notFound({ body })).toEqual({
			cause: 'No collection 5, or no item 7, or no product 8',
			remedy: `Check the ID. The record may have been deleted or may belong to another account.${HINT}`,
		});
		expect(notFound({ path: '/videos', query: { product: body.product } })?.cause).toBe(
			'No product 8',
		);
	});

	it('is missing for more than three records', () => {
		expect(notFound({ body: { ...body, video } })).toBeUndefined();
	});

	it('has no hint about a Base URL without a path', () => {
		const explained = notFound({}, status(404), 'https://svc.test');
		expect(explained?.remedy).toMatch(/belong to another account\.$/);
	});

	it.each([
		['/videos/5', {}, "Couldn't check whether video 5 exists: the response didn't"],
		[path, {}, "Couldn't check whether collection 5 and item 7 exist: the response didn't"],
		[path, { ...body, video }, "The response didn't"],
	])('of a proxy says of %s %j: %s', (at, given, words) => {
		expect(notFound({ path: at, body: given }, proxy)).toEqual({
			cause: `${words} come from the service`,
			remedy: `Try again: a proxy can respond like this while the service restarts. If it keeps happening, check the Base URL in the credential.${HINT}`,
		});
	});

	it('says of a request without records that the Base URL is wrong', () => {
		const withPath = {
			cause: 'Nothing was found at this Base URL: remove the path /api',
			remedy: 'Enter the URL of the API, and nothing after it, as the Base URL of the credential.',
		};
		const remedy = 'Enter the URL of the API as the Base URL of the credential.';
		const without = 'https://svc.test';
		expect(notFound({ path: '/videos' })).toEqual(withPath);
		expect(notFound({ path: '/videos' }, proxy)).toEqual(withPath);
		expect(explainWrongBaseUrl(baseUrl, 'No tokens')).toEqual(withPath);
		expect(explainWrongBaseUrl(without)).toEqual({
			cause: 'Nothing was found at this Base URL',
			remedy,
		});
		expect(explainWrongBaseUrl(without, 'No tokens')).toEqual({ cause: 'No tokens', remedy });
	});
});
