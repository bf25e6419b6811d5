import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import type * as AttemptModule from '../../../../nodes/shared/http/attempt';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type * as UserAgentModule from '../../../../nodes/shared/http/request';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { attempt } = built<typeof AttemptModule>('shared/http/attempt');
const { USER_AGENT } = built<typeof UserAgentModule>('shared/http/request');
const { CancelledError, clock } = built<typeof ClockModule>('shared/concurrency/clock');

interface Sent {
	/** The type of the credential; empty where none was sent. */
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

describe('an attempt', () => {
	it.each([
		['apiKey', 'videoSubscriptionApi', true],
		['oAuth2', 'videoSubscriptionOAuth2Api', false],
	])(
		'with %s goes with its credential and is judged here',
		async (authentication, type, ignores) => {
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
		},
	);

	it('has its own copy of the headers, which n8n may change', async () => {
		await attempted();
		expect(sent[0]?.options.headers).toEqual({ ...OPTIONS.headers, 'User-Agent': USER_AGENT });
		expect(sent[0]?.options.headers).not.toBe(OPTIONS.headers);
	});

	it('has an abort signal of its own, and keeps the rest of its context', async () => {
		await attempted();
		const { context } = sent[0] ?? {};
		expect(context?.getExecutionCancelSignal()).toBe(sent[0]?.options.abortSignal);
		expect(context?.getExecutionCancelSignal()).not.toBe(execution.signal);
		expect(context && 'getExecutionCancelSignal' in context).toBe(true);
		expect(context && 'getNode' in context).toBe(true);
		expect(context && 'nothing' in context).toBe(false);
		expect(context?.getNode().id).toBe('node');
	});

	it.each(['apiKey', 'oAuth2'])(
		'without the credential (%s) keeps its own authentication',
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
	])('with a time-out of %s has a deadline of %i ms', async (timeout, deadline) => {
		await attempted({ options: timeout === undefined ? {} : { timeout } });
		expect(deadlines).toEqual([deadline]);
	});
});

describe('a response', () => {
	it.each([200, 204, 299])('with status %i succeeds', async (status) => {
		answered(status, '{"id":5}', { date: 'now' });
		expect(await attempted()).toEqual({
			response: { status, headers: { date: 'now' }, body: { id: 5 } },
		});
	});

	it.each([199, 300, 302, 404, 500])('with status %i is a failure', async (status) => {
		answered(status, '{"message":"No."}', { date: 'now' });
		expect(await attempted()).toEqual({
			outcome: {
				kind: 'status',
				status,
				headers: { date: 'now' },
				body: { message: 'No.' },
				isUnsent: false,
			},
		});
	});

	it('with an error status is an error, whatever its body', async () => {
		answered(404, '<!doctype html>');
		expect(await attempted()).toMatchObject({ outcome: { status: 404, body: undefined } });
	});

	it('that cannot be parsed is invalid, but complete', async () => {
		answered(200, 'welcome');
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'unusable', status: 200, isCut: false },
		});
	});

	it.each([undefined, 'text', { statusCode: '200' }])(
		'of %j counts as a failed connection',
		async (given) => {
			answer = () => given;
			expect(await attempted()).toEqual({ outcome: { kind: 'connection', code: 'ERR_NETWORK' } });
		},
	);
});

describe('an error that n8n throws', () => {
	const refused = { status: 401, headers: { date: 'now' }, data: '{"message":"No."}' };

	it.each([
		['an answer', { response: refused }],
		['an answer within', { cause: { cause: { response: refused } } }],
	])('as %s is turned back into its outcome', async (_, error) => {
		thrown(error);
		expect(await attempted()).toEqual({
			outcome: {
				kind: 'status',
				status: 401,
				headers: { date: 'now' },
				body: { message: 'No.' },
				isUnsent: false,
			},
		});
	});

	it('is turned back into a status with a body, and without a body into none', async () => {
		thrown({ status: 403, body: { message: 'No.' } });
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'status', status: 403, headers: {}, body: { message: 'No.' } },
		});
		thrown({ status: 403 });
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'connection', code: 'ERR_NETWORK' },
		});
		thrown({ response: { status: '403' } });
		expect(await attempted()).toMatchObject({ outcome: { kind: 'connection' } });
	});

	it('for a success status is a response that was cut off', async () => {
		for (const status of [200, 299]) {
			thrown({ response: { status, data: '{"id":' } });
			expect(await attempted()).toMatchObject({
				outcome: { kind: 'unusable', status, isCut: true, problem: { message: /cut off/ } },
			});
		}
		thrown({ response: { status: 300, data: '' } });
		expect(await attempted()).toMatchObject({ outcome: { kind: 'status', status: 300 } });
	});

	it.each([
		['the client', { code: 'EAUTH', body: { error: 'invalid_client' } }, 401],
		['the token', { code: 'ESTATUS', status: 400, body: { error: 'invalid_grant' } }, 400],
		[
			'the request for it',
			{ config: { url: 'https://svc.test/oauth/token' }, response: { status: 503, data: '' } },
			503,
		],
	])('because of %s means that the request was not sent', async (_, error, status) => {
		thrown(error);
		expect(await attempted()).toMatchObject({
			outcome: { kind: 'status', status, isUnsent: true },
		});
		const own = await attempted({ options: { url: '/oauth/token' } });
		expect(own).toMatchObject({ outcome: { kind: 'status', status, isUnsent: false } });
	});

	it('because of a redirect means that the request was sent', async () => {
		thrown({ config: { url: 'https://svc.test/products' }, response: { status: 503, data: '' } });
		expect(await attempted()).toMatchObject({ outcome: { status: 503, isUnsent: false } });
	});

	it.each([
		['connect', true],
		['getaddrinfo', true],
		['read', false],
		[undefined, false],
	])('during %s of Node.js shows whether the request was sent', async (syscall, isUnsent) => {
		thrown({ cause: { code: 'ECONNRESET', syscall } });
		expect(await attempted()).toEqual({
			outcome: { kind: 'connection', code: 'ECONNRESET', isUnsent },
		});
	});

	it('has the code of its outermost cause that has one', async () => {
		thrown({ code: 7, cause: { code: 'ETIMEDOUT', cause: { code: 'ECONNRESET' } } });
		expect(await attempted()).toMatchObject({ outcome: { code: 'ETIMEDOUT' } });
	});

	it('may be its own cause', async () => {
		const error: { code: string; cause?: unknown } = { code: 'ECONNRESET' };
		error.cause = error;
		thrown(error);
		expect(await attempted()).toMatchObject({ outcome: { code: 'ECONNRESET' } });
	});

	it('is rethrown when the execution was cancelled', async () => {
		answer = () => {
			execution.abort();
			return new Promise(() => {});
		};
		await expect(attempted()).rejects.toBeInstanceOf(CancelledError);
	});
});
