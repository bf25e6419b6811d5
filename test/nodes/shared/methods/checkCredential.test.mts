import { createRequire } from 'node:module';
import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions as Context,
	IDataObject,
} from 'n8n-workflow';
import type * as Flow from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';

import type * as CredentialTestModule from '../../../../nodes/shared/methods/checkCredential';
import { built } from '../../../kit/built.mts';
import { credentialTypes } from '../../../kit/engine.mts';
import { shown } from '../../kit.mts';

const require = createRequire(import.meta.url);
const { CredentialTestContext } = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;
const { testApiKey } = built<typeof CredentialTestModule>('shared/methods/checkCredential');

const ORIGIN = 'https://svc.test';
const API_KEY = 'key_for_tests_1f6b';

async function test(data: ICredentialDataDecryptedObject) {
	const credential = { id: '1', name: 'Test', type: 'videoSubscriptionApi' };
	const all = { baseUrl: ORIGIN, apiKey: API_KEY, ...data };
	return await testApiKey.call(new CredentialTestContext(), { ...credential, data: all });
}

const products = (path = '') => nock(ORIGIN).get(`${path}/products`).query({ per_page: 1 });

/** Response bodies of another server at the Base URL. */
const HOLLOW = ['', '<html>Welcome</html>', '"text"', [], [{ id: 1 }], {}, { _embedded: null }];

describe('the test of an API key', () => {
	it('reads the products, and sends only the key', async () => {
		nock(ORIGIN)
			.get('/products')
			.query({ per_page: 1 })
			.basicAuth({ user: API_KEY, pass: '' })
			.matchHeader('user-agent', /^n8n-nodes-video-subscription\/\d/)
			.times(2)
			.reply(200, { _embedded: { products: [] } });
		const ok = { status: 'OK', message: 'Connection successful!' };
		expect(await test({})).toEqual(ok);
		expect(await test({ apiKey: ` ${API_KEY}\n` })).toEqual(ok);
	});

	it.each([
		[401, {}, 'did not accept the API key'],
		[403, {}, 'does not allow this'],
		[400, {}, 'could not use the request'],
		[404, {}, 'Nothing was found at this Base URL'],
		[407, '', 'rejected the request'],
		[429, {}, 'too many requests'],
		[422, { _embedded: { products: [] } }, 'refused the values'],
		[503, {}, 'The service failed'],
		[302, '', 'redirect'],
		[200, '<html>Welcome</html>', 'A web page responded'],
		[403, '<html>Just a moment</html>', "a web page instead of the service's answer"],
		[401, '<html>Sign in</html>', "a web page instead of the service's answer"],
		[204, '', 'Something else responded instead of the service'],
	])('explains the status %i with the body %j', async (status, body, words) => {
		products().reply(status, body, { Location: 'https://evil.test/' });
		const { status: outcome, message } = await test({});
		expect(outcome).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toMatch(/open the credential|workflow again|the parameters|the record/i);
		expect(message).not.toContain(API_KEY);
	});

	it('takes any success with the list of products', async () => {
		products().reply(201, { _embedded: { products: [] } });
		expect(await test({})).toMatchObject({ status: 'OK' });
	});

	it.each(HOLLOW)('fails for the response of another server: %j', async (body) => {
		products().reply(200, body);
		const { status: outcome, message } = await test({});
		expect(outcome).toBe('Error');
		expect(message).toContain('responded instead of the service');
	});

	it('names the path of the Base URL when there are no products below it', async () => {
		products('/admin').reply(404, '<html>Not found</html>');
		const { message } = await test({ baseUrl: `${ORIGIN}/admin/` });
		expect(message).toContain('Nothing was found at this Base URL (HTTP 404).');
		expect(message).toContain('Its path /admin may not belong to it.');
	});

	it.each([
		[{ apiKey: ' \n' }, /^The API Key is empty/],
		[{ baseUrl: '' }, /^The Base URL is empty.*https:/],
		[{ baseUrl: 'http://svc.test' }, /^The Base URL .*https:/],
	])('refuses %j, and sends nothing', async (data, words) => {
		const { status, message } = await test(data);
		expect(status).toBe('Error');
		expect(message).toMatch(words);
		expect(message).not.toMatch(/open the credential/i);
	});

	it.each([
		[new Error('off'), 'The connection to the service failed (ERR_NETWORK)'],
		[{ cause: { code: 'ENOTFOUND' } }, 'The host of the Base URL does not exist (ENOTFOUND)'],
		[{ code: 'ECONNREFUSED' }, 'Nothing responds at'],
		[
			new flow.UserError('It was blocked', { description: 'Ask the administrator.' }),
			'It was blocked. Ask the administrator.',
		],
		[{ cause: { cause: new flow.UserError('It was blocked') } }, 'It was blocked.'],
		[{ code: 7 }, 'The connection to the service failed (ERR_NETWORK)'],
	])('explains the connection error %j', async (failure, words) => {
		const request = vi.fn().mockRejectedValue(failure);
		const context = { helpers: { request } } as unknown as Context;
		const data = { baseUrl: ORIGIN, apiKey: API_KEY };
		const credential = { id: '1', name: 'Test', type: 'videoSubscriptionApi', data };
		expect((await testApiKey.call(context, credential)).message).toContain(words);
		expect(request.mock.calls).toMatchObject([[{ timeout: 20_000 }]]);
	});
});

describe('the OAuth2 credential', () => {
	const { properties, test: credentialTest } = credentialTypes.videoSubscriptionOAuth2Api ?? {};
	const tokenUrl = properties?.find(({ name }) => name === 'accessTokenUrl')?.default;
	const request = credentialTest?.request;

	/** Resolves an expression as n8n does in a credential and in its test. */
	function resolved(expression: unknown, baseUrl: string): unknown {
		const workflow = new flow.Workflow({
			nodes: [],
			connections: {},
			active: false,
			nodeTypes: {
				getByName: () => undefined as never,
				getByNameAndVersion: () => undefined as never,
				getKnownTypes: () => ({}),
			},
		});
		const node = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };
		return workflow.expression.getComplexParameterValue(
			node as Flow.INode,
			String(expression),
			'internal',
			{ $credentials: { baseUrl } },
			undefined,
			undefined,
			{ baseUrl },
		);
	}

	it.each([
		['https://svc.test', 'https://svc.test'],
		['https://svc.test/api//', 'https://svc.test/api'],
		[' https://svc.test:8443/ ', 'https://svc.test:8443'],
		['http://localhost:4010', 'http://localhost:4010'],
		['http://127.0.0.1/api', 'http://127.0.0.1/api'],
		['http://[::1]:4010/', 'http://[::1]:4010'],
		['https://svc.test/@here', 'https://svc.test/@here'],
		['\u200Bhttps://svc.test/v1\u200B', 'https://svc.test/v1'],
		['https://svc.test/v1/\u00AD\uFEFF', 'https://svc.test/v1'],
		['http://localhost\u2060', 'http://localhost'],
	])('requests tokens below the Base URL %j', (baseUrl, base) => {
		expect(resolved(tokenUrl, baseUrl)).toBe(`${base}/oauth/token`);
		expect(resolved(request?.baseURL, baseUrl)).toBe(base);
	});

	it.each(
		[
			'',
			'svc.test',
			'http://svc.test',
			'http://localhost.evil.test',
			'http://localhost@evil.test',
			'http://127.0.0.1:80@evil.test',
			'https://user@svc.test',
			'https://user:word@svc.test/api',
			'https://svc.test?x=1',
			'https://svc.test#x',
			'https://svc\u200B.test',
			'https://svc.test/v1\u00AD/api',
			'https:\\\\user@svc.test',
			`https://svc.test${'/'.repeat(100_000)}x`,
		].map((baseUrl) => [shown(baseUrl), baseUrl] as const),
	)('requests nothing with the Base URL %s', (_, baseUrl) => {
		expect(resolved(tokenUrl, baseUrl)).toMatch(/^the-base-url-must-/);
		expect(resolved(request?.baseURL, baseUrl)).toMatch(/^the-base-url-must-/);
	});

	it('is tested without following redirects, each of which has a message', () => {
		expect(request).toMatchObject({ url: '/products', disableFollowRedirect: true });
		const messages = (credentialTest?.rules ?? []).map(({ properties: { message } }) => message);
		expect(messages.filter((message) => message.includes('redirect'))).toHaveLength(5);
		for (const message of messages) expect(message).not.toMatch(/open the credential/i);
	});

	it.each([
		[401, /^The service did not accept the access token\. .*Client Secret.*bot check/],
		[403, /^The service does not allow this with the credential\. .*client.*bot check/],
		[404, /^Nothing was found at this Base URL\. /],
		[302, /^The service redirected the request/],
	])('explains the status %i in the words of the nodes', (status, words) => {
		const rules = credentialTest?.rules ?? [];
		const rule = rules.find(
			({ properties }) => 'value' in properties && properties.value === status,
		);
		expect(rule?.properties.message).toMatch(words);
	});

	/** Returns the message of the first rule that matches a response body, in the way n8n applies the rules. */
	function messageFor(body: unknown): string | undefined {
		const embedded: unknown = (body as IDataObject | null)?._embedded;
		const products: unknown = (embedded as IDataObject | null | undefined)?.products;
		const rules = (credentialTest?.rules ?? []).filter(
			({ type }) => type === 'responseSuccessBody',
		);
		return rules.find(({ properties: { value } }) => value === products)?.properties.message;
	}

	it.each(HOLLOW)('fails for the response of another server: %j', (body) => {
		expect(messageFor(body)).toContain('responded instead of the service');
	});

	it('succeeds for a list of products', () => {
		expect(messageFor({ _embedded: { products: [] } })).toBeUndefined();
	});
});
