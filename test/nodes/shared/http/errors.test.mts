import { createRequire } from 'node:module';
import type * as N8nWorkflow from 'n8n-workflow';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as Clock from '../../../../nodes/shared/concurrency/clock';
import type * as NodeErrors from '../../../../nodes/shared/http/errors';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type * as Response from '../../../../nodes/shared/http/response';
import type { RequestFailure } from '../../../../nodes/shared/http/retryPolicy';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { apiError, asNodeError, nodeErrorFor, catchStatus } =
	built<typeof NodeErrors>('shared/http/errors');

const { CancelledError } = built<typeof Clock>('shared/concurrency/clock');
const { InvalidResponseError } = built<typeof Response>('shared/http/response');
const { UserError }: typeof N8nWorkflow = createRequire(import.meta.url)('n8n-workflow');

const BASE = 'https://svc.test';

const NOT_FOUND = { message: 'Not found' };

const status = (code: number, body: unknown = {}, headers: IDataObject = {}): RequestFailure => ({
	kind: 'status',
	status: code,
	headers,
	body,
});

async function errorOf(
	outcome: RequestFailure,
	options: Partial<IHttpRequestOptions> = {},
	more: Partial<ServiceRequest> & { isAmbiguous?: boolean; authentication?: string } = {},
) {
	const { isAmbiguous, authentication, ...traits } = more;
	const request = { options: { method: 'GET' as const, baseURL: BASE, url: '/', ...options } };
	return await apiError(
		itemContext({ authentication }),
		{ ...request, ...traits },
		outcome,
		isAmbiguous,
	);
}

describe('the headline', () => {
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
	])('of a 404 names what is not there: %s', async (url, options, headline) => {
		const error = await errorOf(status(404, NOT_FOUND), { url, ...options });
		expect(error.message).toBe(headline);
	});

	it.each([
		['/customers/5', {}, 'It is unclear whether customer 5 exists'],
		['/collections/5/items/7', {}, 'It is unclear whether collection 5 and item 7 exist'],
		['/customers', {}, 'Nothing was found at this Base URL'],
		['/oauth/codes/A1', { 404: { cause: 'Not paired', remedy: '' } }, 'Something else answered'],
	])('of a 404 of a proxy does not say that %s is missing', async (url, explanations, headline) => {
		for (const body of [undefined, {}, { error: 'no route matched' }, { message: ' ' }, []]) {
			const error = await errorOf(status(404, body), { url }, { explanations });
			expect(error.message).toContain(headline);
			expect(error.description).not.toContain('The service says');
			await expect(catchStatus(Promise.reject(error), ['404'])).rejects.toBe(error);
		}
	});

	it("of a 404 of /oauth is the service's own, by its error and its description", async () => {
		const body = { error: 'not_found', error_description: 'No such code' };
		const error = await errorOf(status(404, body), { url: '/oauth/codes/A1' });
		expect(await catchStatus(Promise.reject(error), ['404'])).toBe(error);
	});

	it('of a 404 says that the path of the Base URL is too much', async () => {
		const error = await errorOf(status(404), { url: '/customers', baseURL: `${BASE}/admin` });
		expect(error.message).toBe('Nothing was found at this Base URL: remove the path /admin');
	});

	it('contains the message of the service when it adds something', async () => {
		const body = { message: ' Email has\nalready been taken ' };
		const error = await errorOf(status(422, body));
		expect(error.message).toBe('The service refused the values: Email has already been taken');
		expect(error.description).toBe('Correct the value that the service names. (HTTP 422)');
	});

	it('leaves the message of the service out when it repeats the headline', async () => {
		const error = await errorOf(status(401, { message: 'Unauthorized' }));
		expect(error.message).toBe('The service did not accept the credential');
		expect(error.description).toContain('The service says: "Unauthorized"');
	});

	it('is the text that the operation declares for a status', async () => {
		const explanations = { 400: { cause: 'The position is too high', remedy: 'Choose less.' } };
		const error = await errorOf(status(400, { message: 'Bad' }), {}, { explanations });
		expect(error.message).toBe('The position is too high');
		expect(error.description).toBe('Choose less. (HTTP 400) The service says: "Bad"');
	});

	it('is cut to a readable length', async () => {
		const error = await errorOf(status(422, { message: 'x'.repeat(100_000) }));
		expect(error.message.length).toBeLessThan(600);
	});
});

describe('the description', () => {
	it('begins with the hint about an ambiguous outcome', async () => {
		const cut: RequestFailure = { kind: 'connection', code: 'ECONNRESET' };
		const put = await errorOf(cut, { method: 'PUT' }, { isAmbiguous: true });
		expect(put.description).toMatch(
			/^It may have been done all the same.*does no harm.*\(ECONNRESET\)$/,
		);
		const post = await errorOf(cut, { method: 'POST' }, { isAmbiguous: true });
		expect(post.description).toMatch(
			/^It may have been done all the same.*before you run this again/,
		);
		const own = await errorOf(
			cut,
			{ method: 'POST' },
			{ isAmbiguous: true, ambiguousHint: 'Look!' },
		);
		expect(own.description).toMatch(/^Look! /);
		expect((await errorOf(cut)).description).not.toContain('may have');
	});

	it.each([401, 403])('of a refused write with OAuth2 names the scope: %i', async (code) => {
		const authentication = 'oAuth2';
		const write = await errorOf(status(code), { method: 'POST' }, { authentication });
		expect(write.description).toContain('Scope');
		const read = await errorOf(status(code), {}, { authentication });
		expect(read.description).not.toContain('Scope');
		const ofCustomer = { authentication, customerToken: 'theirs' };
		const theirs = await errorOf(status(code), { method: 'POST' }, ofCustomer);
		expect(theirs.description).not.toContain('Scope');
		const other = await errorOf(status(422), { method: 'POST' }, { authentication });
		expect(other.description).not.toContain('Scope');
	});
});

it.each([
	[429, { 'retry-after': '7' }, { cause: 'rate-limited', retryAfterMs: 7000 }],
	[429, {}, { cause: 'rate-limited' }],
	[401, {}, { cause: 'credential-invalid' }],
	[499, {}, undefined],
	[500, {}, { cause: 'temporarily-unavailable' }],
])(
	'the error carries its cause and its item for n8n: %i with %j',
	async (code, headers, failure) => {
		const error = await errorOf(status(code, {}, headers));
		expect(error).toMatchObject({ httpCode: String(code), context: { itemIndex: 3 } });
		expect(error.failure).toEqual(failure);
	},
);

it('the error of an unreachable service says that a later attempt may succeed', async () => {
	const error = await errorOf({ kind: 'connection', code: 'ETIMEDOUT' });
	expect(error.httpCode).toBe('none');
	expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
});

it('the error contains no secret of the credential, the request or a parameter', async () => {
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

it('the error is reported although the credential cannot be read', async () => {
	const context = itemContext();
	context.getCredentials = async () => await Promise.reject(new Error('gone'));
	const request = { options: { method: 'GET' as const, baseURL: BASE, url: '/' } };
	const error = await apiError(context, request, status(422, { message: 'Too short' }));
	expect(error.message).toBe('The service refused the values: Too short');
});

it.each([
	[BASE, 404, 'Nobody gives access tokens at this Base URL'],
	[`${BASE}/admin`, 404, 'Nothing was found at this Base URL: remove the path /admin'],
	[BASE, 401, 'The service did not accept the credential'],
])(
	'the error says when n8n gets no access token at %s (%i): %s',
	async (baseURL, code, headline) => {
		const outcome: RequestFailure = {
			kind: 'status',
			status: code,
			headers: {},
			body: {},
			isUnsent: true,
		};
		const error = await errorOf(outcome, { baseURL, url: '/customers/5' });
		expect(error.message).toBe(headline);
		expect(error.description).toMatch(/Base URL|path/);
	},
);

describe("n8n's own error", () => {
	it.each([
		[
			'a cancellation',
			new CancelledError(),
			'The execution was cancelled',
			'Nothing more is sent.',
		],
		[
			'an unusable answer',
			new InvalidResponseError('It is none', 'Check it.'),
			'It is none',
			'Check it.',
		],
		[
			'a refused value',
			new UserError('It is empty', { description: 'Type it.' }),
			'It is empty',
			'Type it.',
		],
		['a value refused in few words', new UserError('It is empty'), 'It is empty', null],
	])('replaces %s, and names the item', (_, error, message, description) => {
		const given = nodeErrorFor(itemContext(), error);
		expect(given).toMatchObject({
			name: 'NodeApiError',
			message,
			description,
			httpCode: 'none',
			context: { itemIndex: 3 },
			node: { parameters: {} },
		});
	});

	it('replaces no other error', () => {
		const error = new TypeError('A fault of ours');
		expect(nodeErrorFor(itemContext(), error)).toBe(error);
	});

	it('is thrown for work that fails; other results pass unchanged', async () => {
		expect(await asNodeError(itemContext(), () => 5)).toBe(5);
		const failing = asNodeError(itemContext(), () => {
			throw new UserError('It is empty');
		});
		await expect(failing).rejects.toMatchObject({ name: 'NodeApiError', message: 'It is empty' });
	});

	it('is returned, not thrown, for an expected refusal', async () => {
		const refusal = await errorOf(status(404, NOT_FOUND));
		expect(await catchStatus(Promise.reject(refusal), ['404'])).toBe(refusal);
		await expect(catchStatus(Promise.reject(refusal), ['422'])).rejects.toBe(refusal);
		const other = Object.assign(new Error('No service'), { httpCode: '404' });
		await expect(catchStatus(Promise.reject(other), ['404'])).rejects.toBe(other);
		expect(await catchStatus(Promise.resolve(5), ['404'])).toBe(5);
	});
});
