import {
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type INode,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import manifest from '../../../../package.json' with { type: 'json' };
import type {
	Connection,
	RequestOptions,
	ServiceRequest,
} from '../../../../nodes/shared/client/request';
import type { RequestFailure } from '../../../../nodes/shared/client/retry';
import { WEB_PAGE } from '../../../../nodes/shared/client/response';
import { attempt, USER_AGENT } from '../../../../nodes/shared/client/transport';
import { CancelledError, clock } from '../../../../nodes/shared/concurrency/clock';
import { credentialTypes } from '../../../kit/engine.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { Account } from '../../account.mts';

interface Sent {
	/** The type of the credential; empty without one. */
	credential: string;
	options: IHttpRequestOptions;
}

let answer: () => unknown;
let sent: Sent[];
let execution: AbortController;

beforeEach(() => {
	answer = () => ({ statusCode: 200, headers: {}, body: '{}' });
	sent = [];
	execution = new AbortController();
	vi.spyOn(clock, 'deadline').mockImplementation(() => new AbortController().signal);
});

function contextOf(authentication: string): IExecuteSingleFunctions {
	const helpers = {
		async httpRequest(options: IHttpRequestOptions) {
			sent.push({ credential: '', options });
			return answer();
		},
		async httpRequestWithAuthentication(credential: string, options: IHttpRequestOptions) {
			sent.push({ credential, options });
			return answer();
		},
	};
	return itemContext({ authentication, signal: execution.signal, helpers });
}

const CONNECTION: Connection = {
	baseURL: 'https://svc.test',
	headers: { 'SVC-Customer': '7' },
};

interface Given extends Partial<ServiceRequest> {
	options?: RequestOptions;
	connection?: Partial<Connection>;
	authentication?: string;
}

async function attempted({
	options = {},
	connection,
	authentication = 'apiKey',
	...request
}: Given) {
	return await attempt({
		context: contextOf(authentication),
		connection: { ...CONNECTION, ...connection },
		request: { method: 'GET', path: '/products/5', ...request },
		options,
	});
}

const thrown = (error: object) => {
	answer = () => {
		throw error instanceof Error ? error : Object.assign(new Error('failed'), error);
	};
};

describe('a request', () => {
	it.each([
		['apiKey', 'videoSubscriptionApi', true],
		['oAuth2', 'videoSubscriptionOAuth2Api', false],
	])('is sent with the %s credential', async (authentication, credential, ignores) => {
		const [query, body] = [{ page: 2 }, { name: 'Ada' }];
		await attempted({ authentication, method: 'PUT', query, body });
		expect(sent).toMatchObject([{ credential }]);
		expect(sent[0]?.options).toEqual({
			...{ method: 'PUT', baseURL: 'https://svc.test', url: '/products/5', qs: query, body },
			headers: { ...CONNECTION.headers, 'User-Agent': USER_AGENT },
			...{ json: true, encoding: 'text', returnFullResponse: true, disableFollowRedirect: true },
			...{ ignoreHttpStatusErrors: ignores, abortSignal: expect.any(AbortSignal) },
		});
	});

	it('has an empty query and body unless given, and a GET has no body', async () => {
		await attempted({ method: 'DELETE' });
		await attempted({ body: { name: 'Ada' } });
		expect(sent[0]?.options).toMatchObject({ qs: {}, body: {} });
		expect(sent[1]?.options).not.toHaveProperty('body');
	});

	it('has headers of its own, because n8n writes into them', async () => {
		await attempted({});
		expect(sent[0]?.options.headers).not.toBe(CONNECTION.headers);
		await attempted({ connection: { headers: { 'User-Agent': 'theirs' } } });
		expect(sent[1]?.options.headers).toEqual({ 'User-Agent': 'theirs' });
	});

	it('rejects when the execution is cancelled', async () => {
		answer = () => {
			execution.abort();
			return new Promise(() => {});
		};
		await expect(attempted({})).rejects.toBeInstanceOf(CancelledError);
	});

	it('names the package and its version, as does the test of the OAuth2 credential', () => {
		expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`);
		const { test } = credentialTypes.videoSubscriptionOAuth2Api ?? {};
		expect(test?.request.headers).toEqual({ 'User-Agent': USER_AGENT });
	});
});

it('a response without a status is a failed connection', async () => {
	answer = () => ({ headers: {}, body: '{}' });
	expect(await attempted({})).toEqual({ failure: { kind: 'connection', code: 'ERR_NETWORK' } });
});

describe('an error of n8n', () => {
	const refused = { status: 401, headers: { 'retry-after': '7' }, data: '{"message":"No."}' };

	it.each([
		['in itself', { response: refused }],
		['in a cause', { cause: { cause: { response: refused } } }],
	])('with a response %s is a failure with its status', async (_, error) => {
		thrown(error);
		const body = { message: 'No.' };
		const failure = { kind: 'status', status: 401, retryAfterMs: 7_000, body, isUnsent: false };
		expect(await attempted({ authentication: 'oAuth2' })).toEqual({ failure });
	});

	it.each([
		[
			{ status: 403, body: '{"message":"No."}' },
			{ kind: 'status', status: 403, body: { message: 'No.' } },
		],
		[{ status: 403 }, { kind: 'connection', code: 'ERR_NETWORK' }],
		[{ status: '403', body: {} }, { kind: 'connection' }],
		[{ response: { status: '403' } }, { kind: 'connection' }],
		[{ response: { status: 199, data: '' } }, { kind: 'status', status: 199 }],
		[{ response: { status: 300, data: '' } }, { kind: 'status', status: 300 }],
		[
			{ code: 7, cause: { code: 'ETIMEDOUT', cause: { code: 'ECONNRESET' } } },
			{ kind: 'connection', code: 'ETIMEDOUT' },
		],
	])('%j is the failure %j', async (error, failure) => {
		thrown(error);
		expect(await attempted({})).toMatchObject({ failure: { ...failure, isUnsent: false } });
	});

	it.each([200, 299])('with the status %i is a response that was cut off', async (status) => {
		thrown({ response: { status, data: '{"id":' } });
		expect(await attempted({})).toMatchObject({
			failure: {
				kind: 'unusable',
				status,
				isUnsent: false,
				error: { message: expect.stringContaining('cut off') },
			},
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
		const failure = { kind: 'status', status };
		expect(await attempted({})).toMatchObject({ failure: { ...failure, isUnsent: true } });
		const ofToken = await attempted({ path: '/oauth/token' });
		expect(ofToken).toMatchObject({ failure: { ...failure, isUnsent: false } });
	});

	it('about a response without a token is an unusable one to a request that was not sent', async () => {
		thrown({ cause: Object.assign(new Error('Unable to sign without access token'), {}) });
		expect(await attempted({})).toMatchObject({
			failure: {
				...{ kind: 'unusable', status: 200, isUnsent: true },
				error: {
					message: 'The service returned no access token',
					remedy: expect.stringContaining('save the credential again'),
				},
			},
		});
	});

	it('with the address of another request counts as a request that was sent', async () => {
		thrown({ config: { url: 'https://svc.test/products' }, response: { status: 503, data: '' } });
		expect(await attempted({})).toMatchObject({ failure: { status: 503, isUnsent: false } });
	});

	const node = { name: 'Product' } as INode;

	it.each([
		new UserError('Blocked', { description: 'Ask the owner.' }),
		new NodeOperationError(node, 'Blocked'),
	])('%o is its refusal to send the request', async (refusal) => {
		thrown({ cause: refusal });
		const { failure } = (await attempted({})) as { failure: RequestFailure };
		expect(failure).toMatchObject({ kind: 'blocked', isUnsent: true });
		expect(failure).toHaveProperty('error', refusal);
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
	])('%s during %s means that nothing was sent: %s', async (code, syscall, isUnsent) => {
		thrown({ cause: { code, syscall } });
		const failure = { kind: 'connection', code, isUnsent, isThroughProxy: false };
		expect(await attempted({})).toEqual({ failure });
		const connection = { proxy: { host: 'proxy.test', port: 8080 } };
		expect(await attempted({ connection })).toEqual({
			failure: { ...failure, isThroughProxy: true },
		});
	});
});

describe.each(['apiKey', 'oAuth2'])(
	'with %s in n8n, a response that is too slow',
	(authentication) => {
		const account = new Account('product', { authentication, operation: 'get', product: 101 });

		beforeEach(() => {
			account.service.faults.add({ kind: 'drip', times: 1000, match: { path: /products|videos/ } });
		});

		it('is aborted at its deadline, and makes a write ambiguous', async () => {
			const { error } = await account.run({});
			expect(error?.message).toBe('The service did not respond in time');
			expect(account.clock.deadlines).toContain(60_000);
			const deleted = await account.run({ operation: 'delete', video: 5 }, { node: 'video' });
			expect(deleted.error?.description).toContain('The change may have been made anyway');
		});

		it('is aborted at the option Timeout', async () => {
			await account.run({ requestOptions: { timeout: 2000 } });
			expect(account.clock.deadlines).toContain(2000);
			expect(account.clock.deadlines).not.toContain(60_000);
		});

		it('does not block other requests, and its connections are closed', async () => {
			const sockets = () =>
				process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
			const before = sockets();
			const runs = Array.from({ length: 45 }, async () => await account.run({}));
			for (const { error } of await Promise.all(runs)) expect(error).toBeDefined();
			await expect.poll(sockets).toBeLessThanOrEqual(before);
		});
	},
);

describe('with OAuth2 in n8n, a request', () => {
	const account = new Account('product', { authentication: 'oAuth2' });
	const TOKEN = 'POST /oauth/token';
	const node = (name: string) => ({ node: name });
	const comment = { operation: 'create', video: 1, customer: 2, content: 'Hello' };
	const badToken = (fault: object) =>
		account.service.faults.add({ ...fault, match: { path: '/oauth/token' } });

	it('whose token has expired is sent again with another one, also a write, once', async () => {
		let first: string | undefined;
		const handle = account.service.handle.bind(account.service);
		account.service.handle = (request) => {
			const { authorization } = request.headers ?? {};
			const isOver = authorization !== undefined && authorization === first;
			if (authorization?.startsWith('Bearer')) first ??= authorization;
			const expired = { ...request.headers, authorization: 'Bearer expired' };
			return handle(isOver ? { ...request, headers: expired } : request);
		};
		const list = { operation: 'getAll', returnAll: true, options: { perPage: 2 } };
		const { error, json } = await account.run(list);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(8);
		const { id } = account.service.state.addVideo();
		const deleted = await account.run({ operation: 'delete', video: id }, node('video'));
		expect(deleted.json).toEqual([{ deleted: true, id }]);
		const done = account.service.requests.filter(({ status }) => status === 204);
		expect(done.map(({ path }) => path)).toEqual([`/videos/${id}`]);
		expect(account.asked).toContain(TOKEN);
	});

	it.each([
		[404, 'The service offers no access tokens at this Base URL', /Base URL/],
		[401, 'The service did not accept the credential', /Client Secret/],
	])('whose token is refused with %i says so, and is not sent', async (status, message, remedy) => {
		badToken({ status });
		const { error } = await account.run(comment, node('comment'));
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(remedy);
		expect(error?.description).not.toContain('may have been made');
		expect(account.asked).toEqual([TOKEN]);
	});

	it.each([200, 401, 403])(
		'whose token request gets a web page with the status %i says so, and sends nobody for another key',
		async (status) => {
			badToken({ kind: 'html', status, times: Infinity });
			const { error, items } = await account.run(comment, node('comment'));
			expect(items).toEqual([]);
			expect(error?.message).toBe(WEB_PAGE.cause);
			expect(error?.description).toContain(WEB_PAGE.remedy);
			expect(error?.description).not.toMatch(/may have been made|Client Secret|account owner/);
			expect([...new Set(account.asked)]).toEqual([TOKEN]);
			expect(account.asked.length).toBeGreaterThan(1);
		},
	);

	it('whose token request gets a web page once is sent', async () => {
		badToken({ kind: 'html', status: 403 });
		const { error } = await account.run({ operation: 'getAll' });
		expect(error).toBeUndefined();
		expect(account.asked).toEqual([TOKEN, TOKEN, 'GET /products']);
	});

	it.each(['OK', '', '{"access_to', '{}', '[]', '{"access_token":null}'])(
		'whose token response is %s is neither sent nor ambiguous',
		async (body) => {
			badToken({ status: 200, body, times: 50 });
			const { error, items } = await account.run(comment, node('comment'));
			expect(items).toEqual([]);
			expect(error?.message).toBe('The service returned no access token');
			expect(error?.description).not.toContain('may have been made');
			expect([...new Set(account.asked)]).toEqual([TOKEN]);
		},
	);
});
