import { createRequire } from 'node:module';
import type * as N8nWorkflow from 'n8n-workflow';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as Concurrency from '../../../../nodes/shared/concurrency/concurrency';
import type * as NodeErrors from '../../../../nodes/shared/client/errors';
import type { ServiceRequest } from '../../../../nodes/shared/client/request';
import type * as Response from '../../../../nodes/shared/client/response';
import type { RequestFailure } from '../../../../nodes/shared/client/retry';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { apiError, asNodeError, catchStatus, isUnusableError, nodeErrorFor, withHeadline } =
	built<typeof NodeErrors>('shared/client/errors');

const { CancelledError } = built<typeof Concurrency>('shared/concurrency/concurrency');
const { InvalidResponseError } = built<typeof Response>('shared/client/response');
const { UserError }: typeof N8nWorkflow = createRequire(import.meta.url)('n8n-workflow');

const BASE = 'https://svc.test';

const NOT_FOUND = { message: 'Not found' };

const status = (code: number, body: unknown = {}, headers: IDataObject = {}): RequestFailure => ({
	kind: 'status',
	status: code,
	headers,
	body,
});

interface Traits extends Partial<ServiceRequest> {
	isAmbiguous?: boolean;
	authentication?: string;
}

async function errorOf(
	outcome: RequestFailure,
	options: Partial<IHttpRequestOptions> = {},
	{ isAmbiguous, authentication, ...traits }: Traits = {},
) {
	const request = { options: { method: 'GET' as const, baseURL: BASE, url: '/', ...options } };
	const context = itemContext({ authentication });
	return await apiError(context, { ...request, ...traits }, outcome, isAmbiguous);
}

describe('the headline of a 404', () => {
	it.each([
		['/customers/99999999', {}, 'No customer 99999999'],
		['/live_events/4', {}, 'No live event 4'],
		[
			'/customers/5/products',
			{ body: { product: `${BASE}/products/7` } },
			'No customer 5, or no product 7',
		],
		['/collections/5/items/77', {}, 'No collection 5, or no item 77'],
		['/live_events', { qs: { product: `${BASE}/products/7` } }, 'No product 7'],
		['/customers', {}, 'Nothing was found at this Base URL'],
		[
			'/customers',
			{ baseURL: `${BASE}/admin` },
			'Nothing was found at this Base URL: remove the path /admin',
		],
	])('names what is missing: %s', async (url, options, headline) => {
		const error = await errorOf(status(404, NOT_FOUND), { url, ...options });
		expect(error.message).toBe(headline);
	});

	it.each([
		['/customers/5', {}, 'It is unclear whether customer 5 exists'],
		['/collections/5/items/7', {}, 'It is unclear whether collection 5 and item 7 exist'],
		['/customers', {}, 'Nothing was found at this Base URL'],
		['/oauth/codes/A1', { 404: { cause: 'Not paired', remedy: '' } }, 'Something else answered'],
	])(
		'does not say that %s is missing when a proxy answered',
		async (url, explanations, headline) => {
			for (const body of [undefined, {}, { error: 'no route matched' }, { message: ' ' }, []]) {
				const error = await errorOf(status(404, body), { url }, { explanations });
				expect(error.message).toContain(headline);
				expect(error.description).not.toContain('The service says');
				await expect(catchStatus(Promise.reject(error), ['404'])).rejects.toBe(error);
			}
		},
	);

	it.each([
		[BASE, 404, 'Nobody gives access tokens at this Base URL'],
		[`${BASE}/admin`, 404, 'Nothing was found at this Base URL: remove the path /admin'],
		[BASE, 401, 'The service did not accept the credential'],
	])(
		'names the Base URL %s when n8n gets no access token (%i)',
		async (baseURL, code, headline) => {
			const outcome = { ...status(code), isUnsent: true };
			const error = await errorOf(outcome, { baseURL, url: '/customers/5' });
			expect(error.message).toBe(headline);
			expect(error.description).toMatch(/Base URL|path/);
		},
	);
});

describe('the message of the service', () => {
	it('is in the headline when it says more than the cause', async () => {
		const body = { message: ' Email has\nalready been taken ' };
		const error = await errorOf(status(422, body));
		expect(error.message).toBe('The service refused the values: Email has already been taken');
		expect(error.description).toBe('Correct the value that the service names. (HTTP 422)');
	});

	it.each([
		[400, true],
		[401, false],
		[404, false],
		[409, true],
		[422, true],
		[429, false],
		[499, true],
		[500, false],
		[302, false],
	])('with the status %i is in the headline: %s', async (code, isInHeadline) => {
		const error = await errorOf(status(code, { message: 'Words of the service' }), { url: '/x' });
		expect(error.message.includes('Words of the service')).toBe(isInHeadline);
		expect(error.description?.includes('The service says: "Words of the service"')).toBe(
			!isInHeadline,
		);
	});

	it('has a single blank where it had several', async () => {
		const error = await errorOf(status(422, { message: 'Too \n\t short' }));
		expect(error.message).toBe('The service refused the values: Too short');
	});

	it('is in the description when it repeats the headline', async () => {
		const error = await errorOf(status(401, { message: 'Unauthorized' }));
		expect(error.message).toBe('The service did not accept the credential');
		expect(error.description).toContain('The service says: "Unauthorized"');
	});

	it('is in the description when the operation explains the status', async () => {
		const explanations = { 400: { cause: 'The position is too high', remedy: 'Choose less.' } };
		const error = await errorOf(status(400, { message: 'Bad' }), {}, { explanations });
		expect(error.message).toBe('The position is too high');
		expect(error.description).toBe('Choose less. (HTTP 400) The service says: "Bad"');
	});

	it('is cut to a readable length', async () => {
		const error = await errorOf(status(422, { message: 'x'.repeat(100_000) }));
		expect(error.message.length).toBeLessThan(600);
	});

	it('contains no secret of the credential, the request or a parameter', async () => {
		const body = { message: 'key_1f6b tok_9 pass_77 theirs_5 client_8 in a parameter?' };
		const options = { body: { password: 'pass_77' }, qs: { client_secret: 'client_8' } };
		const error = await errorOf(status(422, body), options, { customerToken: 'theirs_5' });
		expect(error.message).toContain('[hidden] [hidden] [hidden] [hidden] [hidden]');
		const told = JSON.stringify([error, error.node]);
		for (const secret of ['key_1f6b', 'tok_9', 'pass_77', 'theirs_5', 'client_8']) {
			expect(told).not.toContain(secret);
		}
		expect(error.node.parameters).toEqual({});
	});

	it('is reported although the credential cannot be read', async () => {
		const context = itemContext();
		context.getCredentials = async () => await Promise.reject(new Error('gone'));
		const request = { options: { method: 'GET' as const, baseURL: BASE, url: '/' } };
		const error = await apiError(context, request, status(422, { message: 'Too short' }));
		expect(error.message).toBe('The service refused the values: Too short');
	});
});

describe('the description', () => {
	it.each<['PUT' | 'POST', Traits, RegExp]>([
		['PUT', {}, /^It may have been done anyway.*does no harm.*\(ECONNRESET\)$/],
		['POST', {}, /^It may have been done anyway.*before you run this again/],
		['POST', { ambiguousHint: 'Look!' }, /^Look! /],
		['POST', { isAmbiguous: false }, /^(?!.*may have)/],
	])('begins with the hint about an ambiguous %s: %j', async (method, traits, description) => {
		const cut: RequestFailure = { kind: 'connection', code: 'ECONNRESET' };
		const error = await errorOf(cut, { method }, { isAmbiguous: true, ...traits });
		expect(error.description).toMatch(description);
	});

	it.each([
		[401, 'POST', {}, true],
		[403, 'POST', {}, true],
		[401, 'GET', {}, false],
		[403, 'GET', {}, false],
		[401, 'POST', { customerToken: 'theirs' }, false],
		[403, 'POST', { customerToken: 'theirs' }, false],
		[403, 'POST', { authentication: 'apiKey' }, false],
		[422, 'POST', {}, false],
	] as const)(
		'of a %i for %s %j with OAuth2 names the scope: %s',
		async (code, method, traits, is) => {
			const error = await errorOf(
				status(code),
				{ method },
				{ authentication: 'oAuth2', ...traits },
			);
			expect(error.description?.includes('Scope')).toBe(is);
		},
	);
});

describe('the error for n8n', () => {
	it.each([
		[429, { 'retry-after': '7' }, { cause: 'rate-limited', retryAfterMs: 7000 }],
		[429, {}, { cause: 'rate-limited' }],
		[401, {}, { cause: 'credential-invalid' }],
		[499, {}, undefined],
		[500, {}, { cause: 'temporarily-unavailable' }],
	])('has the item, the status %i and the cause for %j', async (code, headers, failure) => {
		const error = await errorOf(status(code, {}, headers));
		expect(error).toMatchObject({ httpCode: String(code), context: { itemIndex: 3 } });
		expect(error.failure).toEqual(failure);
	});

	it('calls an unreachable service temporarily unavailable', async () => {
		const error = await errorOf({ kind: 'connection', code: 'ETIMEDOUT' });
		expect(error.httpCode).toBe('none');
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	it.each([
		[new CancelledError(), 'The execution was cancelled', 'Nothing more is sent.'],
		[new InvalidResponseError('It is none', 'Check it.'), 'It is none', 'Check it.'],
		[new UserError('It is empty', { description: 'Type it.' }), 'It is empty', 'Type it.'],
		[new UserError('It is empty'), 'It is empty', null],
	])('replaces %o', async (error, message, description) => {
		const failing = asNodeError(itemContext(), async () => await Promise.reject(error));
		await expect(failing).rejects.toMatchObject({
			name: 'NodeApiError',
			...{ message, description },
			httpCode: 'none',
			context: { itemIndex: 3 },
			node: { parameters: {} },
		});
	});

	it('replaces no other error, and no result', async () => {
		const error = new TypeError('A fault of ours');
		expect(nodeErrorFor(itemContext(), error)).toBe(error);
		expect(await asNodeError(itemContext(), () => 5)).toBe(5);
	});
});

describe('withHeadline', () => {
	it('replaces the headline and the remedy, and keeps the status and the words of the service', async () => {
		const refusal = await errorOf(status(422, { message: 'Taken' }));
		const error = withHeadline(refusal, 'Ada is a customer already', 'Use Create or Update.');
		expect(error).toBe(refusal);
		expect(error.message).toBe('Ada is a customer already');
		expect(error.description).toBe('Use Create or Update. (HTTP 422) The service says: "Taken"');
	});
});

describe('isUnusableError', () => {
	const unusable = (code: number): RequestFailure => ({
		...{ kind: 'unusable', status: code, isCut: false },
		problem: new InvalidResponseError('It is a web page', 'Check the Base URL.'),
	});

	it.each([200, 204, 299])('is true for an unusable response with the status %i', async (code) => {
		expect(isUnusableError(await errorOf(unusable(code)))).toBe(true);
	});

	it('is true for a response that is refused by its content', () => {
		expect(isUnusableError(new InvalidResponseError('No record', 'Check it.'))).toBe(true);
	});

	it.each([404, 500])('is false for a refusal with the status %i', async (code) => {
		expect(isUnusableError(await errorOf(status(code)))).toBe(false);
	});

	it('is false for any other error', () => {
		const error = Object.assign(new Error('No response'), { httpCode: '200' });
		expect(isUnusableError(error)).toBe(false);
	});
});

describe('catchStatus', () => {
	it('returns a refusal with one of the statuses, and throws every other error', async () => {
		const refusal = await errorOf(status(404, NOT_FOUND));
		expect(await catchStatus(Promise.reject(refusal), ['404'])).toBe(refusal);
		await expect(catchStatus(Promise.reject(refusal), ['422'])).rejects.toBe(refusal);
		const other = Object.assign(new Error('No service'), { httpCode: '404' });
		await expect(catchStatus(Promise.reject(other), ['404'])).rejects.toBe(other);
		expect(await catchStatus(Promise.resolve(5), ['404'])).toBe(5);
	});

	it('returns a 404 of /oauth, which has an error and its description', async () => {
		const body = { error: 'not_found', error_description: 'No such code' };
		const error = await errorOf(status(404, body), { url: '/oauth/codes/A1' });
		expect(await catchStatus(Promise.reject(error), ['404'])).toBe(error);
	});
});
