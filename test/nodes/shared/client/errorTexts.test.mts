import { describe, expect, it } from 'vitest';

import { explain, type FailedRequest } from '../../../../nodes/shared/client/errorTexts';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';
import type { RequestFailure } from '../../../../nodes/shared/client/retry';

const VIDEOS = [1, 2, 3].map((id) => `https://svc.test/videos/${id}`);

const status = (code: number, retryAfterMs?: number): RequestFailure => ({
	kind: 'status',
	status: code,
	retryAfterMs,
	body: { message: 'No.' },
});

/** Explains the failure of a read of five records, unless given. */
const explained = (failure: RequestFailure, failed: Partial<FailedRequest> = {}) =>
	explain(failure, {
		request: { method: 'GET', path: '/collections/5/items/7', query: { video_ids: VIDEOS } },
		options: {},
		baseUrl: 'https://svc.test',
		usesOAuth2: false,
		attempts: 1,
		isOperation: true,
		...failed,
	});

describe('explain', () => {
	it.each([
		[304, 'returned no data because nothing has changed', 'Remove caching proxies'],
		[300, 'redirected the request to another URL', 'Redirects are not followed'],
		[399, 'redirected the request to another URL', 'Redirects are not followed'],
		[400, 'could not use the request', 'Check the values and the Base URL'],
		[401, 'did not accept the credential', 'check the API key'],
		[402, 'requires payment', 'Grant the customer a product'],
		[403, 'does not allow this', 'Ask the account owner for a key'],
		[404, 'found no such record', 'Check the ID. The record may have been deleted'],
		[406, 'cannot respond in the requested format', 'the URL of the API'],
		[408, 'did not respond in time', 'again later'],
		[409, 'conflicts with an existing record', 'Get the record first'],
		[422, 'refused the values', 'Correct the value'],
		[451, 'rejected the request', 'Check the values and the Base URL'],
		[499, 'rejected the request', 'Check the values and the Base URL'],
		[500, 'The service failed', 'contact the service'],
		[524, 'The service failed', 'contact the service'],
	])('says of the status %i: %s, %s', (code, cause, remedy) => {
		const explanation = explained(status(code));
		expect(explanation.cause).toContain(cause);
		expect(explanation.remedy).toContain(remedy);
		expect(explanation.remedy).toMatch(/\.$/);
	});

	const REACH =
		'Check the Base URL of the credential and that n8n can reach the service, then try again.';

	it.each([
		['ECONNREFUSED', 'Nothing responds at the Base URL'],
		['ENOTFOUND', 'The host of the Base URL does not exist'],
		['EAI_AGAIN', 'The host of the Base URL could not be looked up'],
		['ECONNRESET', 'The connection to the service was cut'],
		['EPIPE', 'The connection to the service was cut'],
		['HPE_INVALID_CONSTANT', 'The service returned something that is not HTTP'],
		['A_HPE_', 'The connection to the service failed'],
		['SOMETHING_NEW', 'The connection to the service failed'],
	])('says of the error code %s: %s', (code, cause) => {
		expect(explained({ kind: 'connection', code })).toEqual({ cause, remedy: REACH });
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT'])('says of %s what may help against a time-out', (code) => {
		const failure: RequestFailure = { kind: 'connection', code };
		const cause = 'The service did not respond in time';
		const timeout = 'add or raise "Timeout" under "Request Options"';
		const later = 'Try again later. If it keeps happening,';
		expect(explained(failure)).toEqual({ cause, remedy: `${later} ${timeout}.` });
		const request = { method: 'GET', path: '/videos', query: { per_page: 50 } } as const;
		const pages = `${later} ${timeout}, or make "Page Size" smaller.`;
		expect(explained(failure, { request })).toEqual({ cause, remedy: pages });
		const contact = `${later} contact the service.`;
		expect(explained(failure, { isOperation: false })).toEqual({ cause, remedy: contact });
	});

	it('says of a connection that timed out that the service could not be reached', () => {
		const failure: RequestFailure = { kind: 'connection', code: 'ETIMEDOUT', isUnsent: true };
		const cause = 'The service could not be reached in time';
		expect(explained(failure)).toEqual({ cause, remedy: REACH });
	});

	it('says how often the node tried, where trying again could help', () => {
		expect(explained(status(500), { attempts: 6 }).remedy).toMatch(/^The node tried 6 times\. Try/);
		expect(explained(status(422), { attempts: 6 }).remedy).toMatch(/^Correct/);
	});

	it('says of refused values without a word of the service that it names none', () => {
		const failure: RequestFailure = { kind: 'status', status: 422, body: '' };
		expect(explained(failure).remedy).toContain('The service does not say which value');
	});

	it('says of a server without TLS that it may only support http', () => {
		const { cause, remedy } = explained({ kind: 'connection', code: 'EPROTO' });
		expect(cause).toBe("Couldn't open an encrypted connection to the service");
		expect(remedy).toContain('may only support http. Nothing was sent.');
	});

	it.each([
		['ECONNREFUSED', true],
		['ENOTFOUND', true],
		['EAI_AGAIN', true],
		['ECONNRESET', false],
		['CERT_HAS_EXPIRED', false],
	])('says of %s through a proxy that it is down: %s', (code, isProxy) => {
		const { cause, remedy } = explained({ kind: 'connection', code, isThroughProxy: true });
		expect(cause === 'The proxy did not accept the connection').toBe(isProxy);
		expect(remedy.includes('"Proxy" under Request Options')).toBe(isProxy);
	});

	it('says of the error code CERT_HAS_EXPIRED that nothing was sent', () => {
		expect(explained({ kind: 'connection', code: 'CERT_HAS_EXPIRED' })).toEqual({
			cause: 'The certificate of the service is not trusted',
			remedy: expect.stringContaining('Nothing was sent to the service'),
		});
	});

	it('advises about the client where the credential is OAuth2', () => {
		const { remedy } = explained(status(401), { usesOAuth2: true });
		expect(remedy).toBe(
			'Open the credential, check the Client ID, the Client Secret, the Scope and the Base URL, and test it.',
		);
		const refused = explained(status(403), { usesOAuth2: true });
		expect(refused.remedy).toContain('owner for a client with');
	});

	it("says where a customer's refused token is renewed", () => {
		const options = { customerToken: 'theirs' };
		expect(explained(status(401), { options, usesOAuth2: true })).toEqual({
			cause: 'The service did not accept the access token of the customer',
			remedy: expect.stringContaining('Access Token > Refresh'),
		});
		const refused = explained(status(403), { options, usesOAuth2: true });
		expect(refused).toEqual(explained(status(403)));
	});

	const LATER = 'Try again later. Process fewer rows at a time, or run fewer workflows at once.';

	it.each([
		[
			3_600_000,
			false,
			'The service asks to wait an hour',
			/^Try again in an hour\. Process fewer rows/,
		],
		[
			3_600_000,
			true,
			'The service receives too many requests',
			/^The node tried 6 times\. Try again later/,
		],
		[undefined, false, 'The service receives too many requests', new RegExp(`^${LATER}$`)],
		[undefined, true, 'The service receives too many requests', new RegExp(`times\\. ${LATER}$`)],
	])('says of a 429 with a pause of %s ms, retried %s: %s', (pause, wasRetried, cause, remedy) => {
		const explanation = explained(status(429, pause), { attempts: wasRetried ? 6 : 1 });
		expect(explanation).toEqual({ cause, remedy: expect.stringMatching(remedy) });
	});

	it('returns the problem of an unusable response, and the refusal of n8n', () => {
		const explanation = { cause: 'It is a web page', remedy: 'Check the Base URL.' };
		const error = new InvalidResponseError(explanation.cause, explanation.remedy);
		expect(explained({ kind: 'unusable', status: 200, error })).toEqual(explanation);
		const refusal = { kind: 'blocked', error: new Error('Blocked') } as const;
		expect(explained(refusal)).toEqual({ cause: 'Blocked', remedy: '' });
	});
});

describe('the explanation of a 404', () => {
	const baseUrl = 'https://svc.test/api';
	const path = '/collections/5/items/7';
	const body = { product: `${baseUrl}/products/8` };
	const video = `${baseUrl}/videos/9`;
	const proxy: RequestFailure = { kind: 'status', status: 404, body: '' };
	const HINT = ' If no record is ever found, check the path /api in the Base URL.';

	const notFound = (request: object, failure = status(404), base = baseUrl) =>
		explained(failure, { request: { method: 'PUT', path, ...request }, baseUrl: base });

	it('names up to three records, of the path, the query and the body', () => {
		expect(notFound({ body })).toEqual({
			cause: 'No collection 5, no item 7, no product 8, or they do not belong together',
			remedy: `Check the ID. The record may have been deleted or may belong to another account.${HINT}`,
		});
		const { cause } = notFound({ path: '/videos', query: { product: body.product } });
		expect(cause).toBe('No product 8');
	});

	it('names no more than three records', () => {
		expect(notFound({ body: { ...body, video } }).cause).toBe('The service found no such record');
	});

	it.each([
		['Video not found', 'No video 9'],
		[
			'Could not find that live_event',
			'No collection 5, no video 9, or they do not belong together',
		],
		['Collection not found', 'No collection 5'],
	])('names of several records the one in the message %j', (message, cause) => {
		const failure: RequestFailure = { kind: 'status', status: 404, body: { message } };
		const request = { path: '/collections/5/items', body: { video_id: 9 } };
		expect(notFound(request, failure).cause).toBe(cause);
	});

	it('has no hint about a Base URL without a path', () => {
		const { remedy } = notFound({}, status(404), 'https://svc.test');
		expect(remedy).toMatch(/belong to another account\.$/);
	});

	it.each([
		['/videos/5', {}, "Couldn't check whether video 5 exists: the response didn't"],
		[path, {}, "Couldn't check whether collection 5 and item 7 exist: the response didn't"],
		[path, { ...body, video }, "The response didn't"],
	])('of a proxy says of %s %j: %s', (at, body, words) => {
		expect(notFound({ path: at, body }, proxy)).toEqual({
			cause: `${words} come from the service`,
			remedy: `Try again: a proxy can respond like this while the service restarts. If it keeps happening, check the Base URL in the credential.${HINT}`,
		});
	});

	it('says of a request without records that the Base URL is wrong, or that a proxy responded', () => {
		const withPath = {
			cause: 'Nothing was found at this Base URL',
			remedy:
				'Enter the URL of the API, and nothing after it, as the Base URL of the credential. Its path /api may not belong to it.',
		};
		const hint = ' Its path /api may not belong to it.';
		const remedy = withPath.remedy.replace(hint, '');
		const orProxy =
			' If it is right, try again: a proxy can respond like this while the service restarts.';
		const without = 'https://svc.test';
		const cause = 'Nothing was found at this Base URL';
		expect(notFound({ path: '/videos' })).toEqual(withPath);
		expect(notFound({ path: '/videos' }, status(404), without)).toEqual({ cause, remedy });
		expect(notFound({ path: '/videos' }, proxy)).toEqual({
			...withPath,
			remedy: withPath.remedy + orProxy,
		});
		const ofProxy = { cause, remedy: remedy + orProxy };
		expect(notFound({ path: '/videos' }, proxy, without)).toEqual(ofProxy);
		const unsent = { ...status(404), isUnsent: true };
		const noTokens = 'The service offers no access tokens at this Base URL';
		expect(notFound({}, unsent)).toEqual({ ...withPath, cause: noTokens });
		expect(notFound({}, unsent, without)).toEqual({ cause: noTokens, remedy });
	});
});
