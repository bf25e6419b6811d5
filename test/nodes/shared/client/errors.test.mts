import { type IDataObject, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	apiError,
	asNodeError,
	catchStatus,
	detailsOf,
	joinSentences,
	hasStatus,
	nodeErrorFor,
	plainError,
} from '../../../../nodes/shared/client/errors';
import type { RequestOptions, ServiceRequest } from '../../../../nodes/shared/client/request';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';
import type { RequestFailure } from '../../../../nodes/shared/client/retry';
import { CancelledError } from '../../../../nodes/shared/concurrency/clock';
import { itemContext } from '../../../kit/itemContext.mts';

const BASE = 'https://svc.test';
const NOT_FOUND = { message: 'Not found' };

const status = (code: number, body: unknown = {}, retryAfterMs?: number): RequestFailure => ({
	kind: 'status',
	status: code,
	retryAfterMs,
	body,
});
const unsent = (failure: RequestFailure): RequestFailure => ({ ...failure, isUnsent: true });

interface Traits extends Partial<ServiceRequest> {
	options?: RequestOptions;
	authentication?: string;
	headers?: IDataObject;
	context?: ReturnType<typeof itemContext>;
}

async function errorOf(failure: RequestFailure, traits: Traits = {}) {
	const { options = {}, authentication, headers, ...parts } = traits;
	const { context = itemContext({ authentication }), ...request } = parts;
	const connection = { baseURL: BASE, ...(headers && { headers }) };
	const outgoing = {
		context,
		connection,
		request: { method: 'GET' as const, path: '/', ...request },
	};
	return await apiError({ ...outgoing, options }, failure, {
		ambiguousHint: undefined,
		attempts: 1,
	});
}

describe('the headline of a 404', () => {
	it('is that of the service, and no cause for n8n to try again', async () => {
		const error = await errorOf(status(404, NOT_FOUND), { path: '/customers/9' });
		expect(error.message).toBe('No customer 9');
		expect(error.failure).toBeUndefined();
	});

	it('is none of the operation when a proxy answered', async () => {
		const options = { explanations: { 404: { cause: 'Gone', remedy: '' } } };
		const error = await errorOf(status(404, { error: 'no route' }), { path: '/videos/5', options });
		expect(error.message).toBe("The response didn't come from the service");
		expect(error.description).not.toContain('The service says');
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
		await expect(catchStatus(Promise.reject(error), ['404'])).rejects.toBe(error);
	});

	it.each([
		[404, 'The service offers no access tokens at this Base URL'],
		[401, 'The service did not accept the credential'],
	])('names the Base URL when n8n gets no token (%i)', async (code, headline) => {
		const options = { explanations: { 404: { cause: 'Gone', remedy: '' } } };
		const traits = { path: '/customers/5', options };
		expect((await errorOf(unsent(status(code)), traits)).message).toBe(headline);
	});
});

describe('the message of the service', () => {
	it('is in the headline when it says more than the cause, on one line', async () => {
		const error = await errorOf(status(422, { message: ' Email has \n\t already been taken ' }));
		expect(error.message).toBe('The service refused the values: Email has already been taken');
		expect(error.description).toBe(
			'Correct the value that the service names. If it names none, compare the values with those of a record that it accepted. (HTTP 422)',
		);
	});

	it.each([
		[399, false],
		[400, true],
		[401, false],
		[404, false],
		[409, true],
		[422, true],
		[429, false],
		[499, true],
		[500, false],
	])('with the status %i is in the headline: %s', async (code, isInHeadline) => {
		const error = await errorOf(status(code, { message: 'Words' }), { path: '/x' });
		expect(error.message.endsWith(': Words')).toBe(isInHeadline);
		expect(error.description?.endsWith(' The service says: "Words"')).toBe(!isInHeadline);
	});

	it('is in the description when the operation explains the status', async () => {
		const explanations = { 400: { cause: 'The position is too high', remedy: 'Choose less.' } };
		const error = await errorOf(status(400, { message: 'Bad' }), { options: { explanations } });
		expect(error.message).toBe('The position is too high');
		expect(error.description).toBe('Choose less. (HTTP 400) The service says: "Bad"');
	});

	it('is harmless wherever it is shown: it may quote what strangers have entered', async () => {
		const { message } = await errorOf(status(422, { message: '<!channel> see https://x.test' }));
		expect(message).toBe(
			'The service refused the values: ‹!channel› see https:\u200B//x.\u200Btest',
		);
	});

	it('is cut to 500 characters', async () => {
		const error = await errorOf(status(422, { message: 'x'.repeat(100_000) }));
		expect(error.message).toBe(`The service refused the values: ${'x'.repeat(500)}`);
	});

	it('contains no part of a secret that the cut goes through', async () => {
		const error = await errorOf(status(422, { message: `${'x'.repeat(495)}key_1f6b` }));
		expect(error.message).toContain('x'.repeat(495));
		expect(error.message).not.toContain('key_');
	});

	it('contains no secret of the credential, the request or a parameter', async () => {
		const secrets = ['key_1f6b', 'tok_9', 'pass_77', 'client_8', 'head_66', 'theirs_5'];
		const error = await errorOf(status(422, { message: secrets.join(' ') }), {
			body: { password: 'pass_77' },
			query: { client_secret: 'client_8' },
			headers: { Authorization: 'Bearer head_66' },
			options: { customerToken: 'theirs_5' },
		});
		expect(error.message).toBe(
			`The service refused the values: ${Array(6).fill('[hidden]').join(' ')}`,
		);
		const all = JSON.stringify([error, error.node]);
		for (const secret of secrets) expect(all).not.toContain(secret);
		expect(error.node.parameters).toEqual({});
	});

	it('is reported although the credential cannot be read', async () => {
		const context = itemContext();
		context.getCredentials = async () => await Promise.reject(new Error('gone'));
		const error = await errorOf(status(422, { message: 'Too short' }), { context });
		expect(error.message).toBe('The service refused the values: Too short');
	});
});

describe('the description', () => {
	it('of a refusal of n8n has no code', async () => {
		const refusal = new UserError('Blocked', { description: 'Ask the owner.' });
		const error = await errorOf({ kind: 'blocked', error: refusal });
		expect([error.message, error.description]).toEqual(['Blocked', 'Ask the owner.']);
		expect([error.httpCode, error.failure]).toEqual(['none', undefined]);
	});

	it.each<[number, Traits, boolean]>([
		[401, {}, true],
		[403, {}, true],
		[422, {}, false],
		[403, { method: 'GET' }, false],
		[403, { options: { customerToken: 'theirs' } }, false],
		[403, { authentication: 'apiKey' }, false],
	])('of a %i with OAuth2 and %j names the scope: %s', async (code, traits, isNamed) => {
		const given = { method: 'POST' as const, authentication: 'oAuth2', ...traits };
		const { description } = await errorOf(status(code), given);
		const scope = 'Writing may need a scope other than read: check "Scope" in the credential.';
		expect(description?.includes(scope)).toBe(isNamed);
		expect((await errorOf(unsent(status(code)), given)).description).not.toContain(scope);
	});

	it('joins its sentences, and ends with the words of the service', () => {
		expect(joinSentences(['A.', undefined, '', 'B.'])).toBe('A. B.');
		expect(joinSentences(['A.'], 'No')).toBe('A. The service says: "No"');
	});
});

describe('the error for n8n', () => {
	it.each([
		[429, 7_000, { cause: 'rate-limited', retryAfterMs: 7_000 }],
		[429, undefined, { cause: 'rate-limited' }],
		[401, undefined, { cause: 'credential-invalid' }],
		[403, undefined, undefined],
		[499, undefined, undefined],
		[500, undefined, { cause: 'temporarily-unavailable' }],
	])('has the item, the status %i and the cause for %s', async (code, retryAfterMs, failure) => {
		const error = await errorOf(status(code, {}, retryAfterMs));
		expect(error).toMatchObject({ httpCode: String(code), context: { itemIndex: 3 } });
		expect(error.failure).toEqual(failure);
	});

	it('has no cause where the token of a customer is refused, which is a value of the row', async () => {
		const error = await errorOf(status(401, {}), { options: { customerToken: 'secret' } });
		expect(error.failure).toBeUndefined();
	});

	it('calls an unreachable service temporarily unavailable', async () => {
		const error = await errorOf({ kind: 'connection', code: 'ETIMEDOUT' });
		expect(error.httpCode).toBe('none');
		expect(error.failure).toEqual({ cause: 'temporarily-unavailable' });
	});

	it('has the status of an unusable response, and no cause', async () => {
		const problem = new InvalidResponseError('It is a web page', 'Check it.');
		const error = await errorOf({ kind: 'unusable', status: 201, error: problem });
		expect([error.httpCode, error.failure]).toEqual(['201', undefined]);
		expect(error.description).toBe('Check it. (HTTP 201)');
	});

	it('has no item where the context has none', () => {
		const { getNode } = itemContext();
		const search = { getNode } as unknown as ReturnType<typeof itemContext>;
		expect(plainError(search, 'Failed', 'Try again.').context.itemIndex).toBeUndefined();
	});

	it.each([
		[new CancelledError(), 'The execution was canceled', 'Nothing more is sent.'],
		[new InvalidResponseError('It is none', 'Check it.'), 'It is none', 'Check it.'],
		[new UserError('It is empty', { description: 'Type it.' }), 'It is empty', 'Type it.'],
		[new UserError('It is empty'), 'It is empty', null],
	])('replaces %o', async (error, message, description) => {
		const failing = asNodeError(itemContext(), async () => await Promise.reject(error));
		await expect(failing).rejects.toMatchObject({
			name: 'NodeApiError',
			message,
			description,
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

describe('catchStatus', () => {
	it('returns a refusal with one of the statuses, and throws every other error', async () => {
		const refusal = await errorOf(status(422));
		expect(await catchStatus(Promise.reject(refusal), ['404', '422'])).toBe(refusal);
		await expect(catchStatus(Promise.reject(refusal), ['404'])).rejects.toBe(refusal);
		const other = Object.assign(new Error('No service'), { httpCode: '422' });
		expect(hasStatus(other, ['422'])).toBe(false);
		expect(await catchStatus(Promise.resolve(5), ['404'])).toBe(5);
	});
});

describe('the details of an error', () => {
	const url = 'https://svc.test/docs#errors';

	it.each([
		[
			status(422, { message: 'No', type: 'invalid', documentation_url: url }),
			{ status: 422, type: 'invalid', documentation_url: url },
		],
		[
			status(404, { message: 'No', type: '<b>', documentation_url: 'javascript:alert(1)' }),
			{ status: 404, type: '‹b›' },
		],
		[status(503, '<html>'), { status: 503 }],
		[status(404, '<html>'), { status: 404 }],
		[{ kind: 'connection', code: 'ECONNRESET' } as const, undefined],
	])('of %j are %j', async (failure, details) => {
		expect(detailsOf(await errorOf(failure, { path: '/videos/5' }))).toEqual(details);
	});

	it('are none of something else than a failed request', () => {
		expect(detailsOf(plainError(itemContext(), 'No', 'No.'))).toBeUndefined();
		expect(detailsOf(new UserError('No'))).toBeUndefined();
	});

	it('contain no secret', async () => {
		const body = { message: 'No', type: 'key_1f6b', documentation_url: `${url}?key=key_1f6b` };
		expect(JSON.stringify(detailsOf(await errorOf(status(403, body))))).not.toContain('key_1f6b');
	});
});
