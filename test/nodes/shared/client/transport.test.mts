import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as Concurrency from '../../../../nodes/shared/concurrency/concurrency';
import type * as AttemptModule from '../../../../nodes/shared/client/transport';
import type { ServiceRequest } from '../../../../nodes/shared/client/request';
import type * as UserAgentModule from '../../../../nodes/shared/client/request';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { attempt } = built<typeof AttemptModule>('shared/client/transport');
const { USER_AGENT } = built<typeof UserAgentModule>('shared/client/request');
const { CancelledError, clock } = built<typeof Concurrency>('shared/concurrency/concurrency');

interface Sent {
	/** The type of the credential; empty without one. */
	credential: string;
	options: IHttpRequestOptions;
	context: IExecuteSingleFunctions | undefined;
}

let answer: () => unknown;
let sent: Sent[];
let execution: AbortController;
let deadlines: number[];

beforeEach(() => {
	answer = () => ({ statusCode: 200, headers: {}, body: '{}' });
	[sent, deadlines, execution] = [[], [], new AbortController()];
	vi.spyOn(clock, 'deadline').mockImplementation((milliseconds) => {
		deadlines.push(milliseconds);
		return new AbortController().signal;
	});
});

function contextOf(authentication: string): IExecuteSingleFunctions {
	const helpers = {
		async httpRequest(options: IHttpRequestOptions) {
			sent.push({ credential: '', options, context: undefined });
			return answer();
		},
		async httpRequestWithAuthentication(
			this: IExecuteSingleFunctions,
			credential: string,
			options: IHttpRequestOptions,
		) {
			sent.push({ credential, options, context: this });
			return answer();
		},
	};
	return itemContext({ authentication, signal: execution.signal, helpers });
}

const OPTIONS: IHttpRequestOptions = {
	method: 'GET',
	baseURL: 'https://svc.test',
	url: '/products/5',
	headers: { 'SVC-Customer': '7' },
};

async function attempted(
	request: Partial<Omit<ServiceRequest, 'options'>> & {
		options?: Partial<IHttpRequestOptions>;
	} = {},
	authentication = 'apiKey',
) {
	const options = { ...OPTIONS, ...request.options };
	return await attempt(contextOf(authentication), { ...request, options });
}

const answered = (statusCode: number, body: unknown = '{"id":5}', headers: IDataObject = {}) => {
	answer = () => ({ statusCode, headers, body });
};
const thrown = (error: object) => {
	answer = () => {
		throw Object.assign(new Error('failed'), error);
	};
};

/** The outcome of a response with `{"message":"No."}` and a header. */
const REFUSAL = { headers: { date: 'now' }, body: { message: 'No.' } };

describe('attempt', () => {
	it.each([
		['apiKey', 'videoSubscriptionApi', true],
		['oAuth2', 'videoSubscriptionOAuth2Api', false],
	])('sends the request with the %s credential', async (authentication, type, ignores) => {
		await attempted({}, authentication);
		expect(sent).toMatchObject([{ credential: type, options: OPTIONS }]);
		expect(sent[0]?.options).toMatchObject({
			json: true,
			encoding: 'text',
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: ignores,
		});
		expect(sent[0]?.options.abortSignal).toBeInstanceOf(AbortSignal);
	});

	it('copies the headers, because n8n writes into them', async () => {
		await attempted();
		expect(sent[0]?.options.headers).toEqual({ ...OPTIONS.headers, 'User-Agent': USER_AGENT });
		expect(sent[0]?.options.headers).not.toBe(OPTIONS.headers);
	});

	it('replaces the cancel signal of the context, and nothing else', async () => {
		await attempted();
		const { context } = sent[0] ?? {};
		expect(context?.getExecutionCancelSignal()).toBe(sent[0]?.options.abortSignal);
		expect(context?.getExecutionCancelSignal()).not.toBe(execution.signal);
		const names = ['getExecutionCancelSignal', 'getNode', 'nothing'];
		expect(names.map((name) => context && name in context)).toEqual([true, true, false]);
		expect(context?.getNode().id).toBe('node');
	});

	it.each(['apiKey', 'oAuth2'])(
		'sends no %s credential with a request that has its own authentication',
		async (kind) => {
			await attempted({ authenticatesItself: true }, kind);
			await attempted({ customerToken: 'of_a_customer' }, kind);
			expect(sent.map(({ credential }) => credential)).toEqual(['', '']);
			expect(sent.map(({ options: { headers } }) => headers)).toEqual([
				{ ...OPTIONS.headers, 'User-Agent': USER_AGENT },
				{ ...OPTIONS.headers, 'User-Agent': USER_AGENT, Authorization: 'Bearer of_a_customer' },
			]);
			expect(sent.map(({ options }) => options.ignoreHttpStatusErrors)).toEqual([true, true]);
		},
	);

	it.each([
		[undefined, 60_000],
		[300_000, 60_000],
		[0, 60_000],
		[-1, 60_000],
		[1, 1],
		[90_000, 90_000],
	])('turns a time-out of %s into a deadline of %i ms', async (timeout, deadline) => {
		await attempted({ options: timeout === undefined ? {} : { timeout } });
		expect(deadlines).toEqual([deadline]);
	});

	it('rejects when the execution is cancelled', async () => {
		answer = () => {
			execution.abort();
			return new Promise(() => {});
		};
		await expect(attempted()).rejects.toBeInstanceOf(CancelledError);
	});
});

describe('a response', () => {
	it.each([200, 204, 299])('with the status %i is a success', async (status) => {
		answered(status, '{"id":5}', { date: 'now' });
		expect(await attempted()).toEqual({
			response: { status, headers: { date: 'now' }, body: { id: 5 } },
		});
	});

	it.each([199, 300, 302, 404, 500])('with the status %i is a failure', async (status) => {
		answered(status, '{"message":"No."}', { date: 'now' });
		expect(await attempted()).toEqual({
			outcome: { kind: 'status', status, ...REFUSAL, isUnsent: false },
		});
	});

	it('with an error status is a failure with any body', async () => {
		answered(404, '<!doctype html>');
		expect(await attempted()).toMatchObject({ outcome: { status: 404, body: undefined } });
	});

	it('that cannot be parsed is unusable, but not cut off', async () => {
		answered(200, 'welcome');
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'unusable', status: 200, isCut: false },
		});
	});
});

describe('an error of n8n', () => {
	const refused = { status: 401, headers: { date: 'now' }, data: '{"message":"No."}' };

	it.each([
		['in itself', { response: refused }],
		['in a cause', { cause: { cause: { response: refused } } }],
	])('with a response %s is a failure with its status', async (_, error) => {
		thrown(error);
		expect(await attempted()).toEqual({
			outcome: { kind: 'status', status: 401, ...REFUSAL, isUnsent: false },
		});
	});

	it.each([
		[
			{ status: 403, body: { message: 'No.' } },
			{ kind: 'status', status: 403, headers: {} },
		],
		[{ status: 403 }, { kind: 'connection', code: 'ERR_NETWORK' }],
		[{ response: { status: '403' } }, { kind: 'connection' }],
		[{ response: { status: 300, data: '' } }, { kind: 'status', status: 300 }],
		[
			{ code: 7, cause: { code: 'ETIMEDOUT', cause: { code: 'ECONNRESET' } } },
			{ kind: 'connection', code: 'ETIMEDOUT' },
		],
	])('%j is the failure %j', async (error, outcome) => {
		thrown(error);
		expect(await attempted()).toMatchObject({ outcome });
	});

	it.each([200, 299])('with the status %i is a response that was cut off', async (status) => {
		thrown({ response: { status, data: '{"id":' } });
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'unusable', status, isCut: true, problem: { message: /cut off/ } },
		});
	});

	it.each([
		['the client was refused', { code: 'EAUTH', body: { error: 'invalid_client' } }, 401],
		['no token was given', { code: 'ESTATUS', status: 400, body: { error: 'no' } }, 400],
		[
			'the token request failed',
			{ config: { url: 'https://svc.test/oauth/token' }, response: { status: 503, data: '' } },
			503,
		],
	])('because %s means that the request was not sent', async (_, error, status) => {
		thrown(error);
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'status', status, isUnsent: true },
		});
		const own = await attempted({ options: { url: '/oauth/token' } });
		expect(own).toMatchObject({ outcome: { kind: 'status', status, isUnsent: false } });
	});

	it('with the address of another request counts as a request that was sent', async () => {
		thrown({ config: { url: 'https://svc.test/products' }, response: { status: 503, data: '' } });
		expect(await attempted()).toMatchObject({ outcome: { status: 503, isUnsent: false } });
	});

	it.each([
		['ECONNRESET', 'connect', true],
		['ECONNRESET', 'getaddrinfo', true],
		['ECONNRESET', 'read', false],
		['ECONNRESET', undefined, false],
		['ECONNABORTED', undefined, false],
		['ECONNREFUSED', undefined, true],
		['ENOTFOUND', undefined, true],
		['EAI_AGAIN', undefined, true],
		['EHOSTUNREACH', undefined, true],
		['EHOSTUNREACH', 'read', false],
		['ENETUNREACH', 'write', false],
		['ENETUNREACH', undefined, true],
		['CERT_HAS_EXPIRED', undefined, true],
		['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, true],
		['ERR_TLS_CERT_ALTNAME_INVALID', undefined, true],
	])('%s during %s means that nothing was sent: %s', async (code, syscall, isUnsent) => {
		thrown({ cause: { code, syscall } });
		expect(await attempted()).toEqual({ outcome: { kind: 'connection', code, isUnsent } });
	});
});
