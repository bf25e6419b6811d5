import { inspect } from 'node:util';

import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type * as ListOf from '../../../../nodes/shared/lists/listOf';
import type * as ClientModule from '../../../../nodes/shared/client/client';
import type { ServiceRequest } from '../../../../nodes/shared/client/request';
import { built } from '../../../kit/built.mts';
import { API_KEY, apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { errorOf, Replies } from '../../../kit/replies.mts';
import { TurnedClock } from '../../../kit/time.mts';

const { listOf } = built<typeof ListOf>('shared/lists/listOf');
const { Client, clientFor } = built<typeof ClientModule>('shared/client/client');

const ORIGIN = 'https://svc.test';

let clock: TurnedClock;
let service: Replies;

beforeEach(() => {
	[clock, service] = [new TurnedClock(), new Replies()];
});
afterEach(() => clock.putBack());

const client = (connection = {}) =>
	new Client(service.context(), { baseURL: `${ORIGIN}/api/`, ...connection });

const ok = { status: 200 };

describe('a client', () => {
	it('sends each method with its query or body', async () => {
		service.add(...Array.from({ length: 6 }, () => ok));
		await client().get('/videos/5', { page: 2 });
		await client().get('/videos/5');
		await client().post('/videos', { title: 'A' });
		await client().put('/videos/5', { title: 'B' });
		await client().delete('/videos/5', { product: 7 });
		await client().send({ method: 'GET', path: '/videos', query: { sort: 'newest' } });
		const base = { baseURL: `${ORIGIN}/api` };
		expect(service.sent).toMatchObject([
			{ method: 'GET', url: '/videos/5', qs: { page: 2 }, ...base },
			{ method: 'GET', url: '/videos/5', qs: {} },
			{ method: 'POST', url: '/videos', qs: {}, body: { title: 'A' } },
			{ method: 'PUT', url: '/videos/5', qs: {}, body: { title: 'B' } },
			{ method: 'DELETE', url: '/videos/5', qs: {}, body: { product: 7 } },
			{ method: 'GET', url: '/videos', qs: { sort: 'newest' } },
		]);
	});

	it('passes the options of a request on', async () => {
		const options = { customerToken: 'theirs' };
		service.add(...Array.from({ length: 5 }, () => ok));
		await client().get('/me', {}, options);
		await client().find('/me', {}, options);
		await client().post('/me', {}, options);
		await client().put('/me', {}, options);
		await client().delete('/me', {}, options);
		const headers = expect.objectContaining({ Authorization: 'Bearer theirs' });
		expect(service.sent.map((request) => request.headers)).toEqual(Array(5).fill(headers));
	});

	it.each(['products/5', 'https://evil.test/', '/products/:product', '/:product'])(
		'sends nothing to the incomplete path %j',
		async (path) => {
			expect(await errorOf(client().get(path))).toEqual({
				message: 'The request has no complete path',
				description: 'Fill in every required parameter of the operation.',
			});
			expect(service.sent).toEqual([]);
		},
	);

	it('sends nothing to an invalid Base URL', async () => {
		const { message } = await errorOf(client({ baseURL: 'http://svc.test' }).get('/videos'));
		expect(message).toContain('Base URL of the credential');
		expect(service.sent).toEqual([]);
	});

	it('finds a record, or nothing by the service’s own 404 alone', async () => {
		service.add(ok, { status: 404 }, { status: 403 });
		expect(await client().find('/videos/5')).toMatchObject({ body: { id: 5 } });
		expect(await client().find('/videos/5', { plan: 'free' })).toBeUndefined();
		expect(service.sent[1]?.qs).toEqual({ plan: 'free' });
		expect((await errorOf(client().find('/videos/5'))).message).toContain('does not allow this');
		service.always = { status: 404, body: '' };
		expect((await errorOf(client().find('/videos/5'))).message).toContain("Couldn't check");
	});

	it('returns the full address of a record', () => {
		expect(client().hrefOf('liveEvent', '5')).toBe(`${ORIGIN}/api/live_events/5`);
		expect(client().baseUrl).toBe(`${ORIGIN}/api`);
	});

	it('with further headers keeps its own, and what was looked up', async () => {
		service.add(ok, ok);
		const first = client({ headers: { 'SVC-Customer': '7' } });
		const two = first.withHeaders({ 'SVC-Client-IP': '203.0.113.7' });
		first.lookups.customer = Promise.resolve('5');
		await two.get('/videos');
		await first.get('/videos');
		expect(two.lookups).toBe(first.lookups);
		expect(service.sent[0]?.headers).toMatchObject({
			'SVC-Customer': '7',
			'SVC-Client-IP': '203.0.113.7',
		});
		expect(service.sent[1]?.headers).not.toHaveProperty('SVC-Client-IP');
	});

	it('for another item has the same connection, and what was looked up', async () => {
		const another = new Replies();
		another.add(ok);
		const first = client({ headers: { 'SVC-Customer': '7' } });
		first.lookups.customer = Promise.resolve('5');
		const two = first.withContext(another.context());
		await two.get('/videos');
		expect(two.lookups).toBe(first.lookups);
		expect(another.sent).toMatchObject([{ headers: { 'SVC-Customer': '7' } }]);
	});
});

describe('a list of a client', () => {
	const page = { status: 200, body: { _embedded: { videos: [{ id: 1 }] } } };

	it('requests its pages with its query', async () => {
		service.add(page, page);
		const list = listOf(client(), { path: '/videos', key: 'videos', query: { sort: 'newest' } });
		expect(list).toMatchObject({ key: 'videos', firstPage: 1, perPage: 50 });
		expect(list.keep({ id: 5 })).toEqual({ id: 5 });
		await list.fetchPage({ page: 2, per_page: 40 });
		expect(service.sent[0]).toMatchObject({
			url: '/videos',
			qs: { sort: 'newest', page: 2, per_page: 40 },
		});
		const range = { firstPage: 3, perPage: 20, limit: 7, atOnce: 2 };
		expect(listOf(client(), { path: '/videos', key: 'videos', ...range })).toMatchObject(range);
	});

	it('is requested again when a response does not contain it', async () => {
		const list = listOf(client(), { path: '/videos', key: 'videos' }, { customerToken: 'theirs' });
		const hollow = { status: 200, body: { message: 'Welcome' } };
		service.add(hollow, { status: 200, body: { _embedded: { products: [] } } }, page);
		expect(await list.fetchPage({ page: 1, per_page: 50 })).toMatchObject(page);
		expect(service.sent[0]?.headers).toMatchObject({ Authorization: 'Bearer theirs' });
		service.always = hollow;
		expect((await errorOf(list.fetchPage({ page: 1, per_page: 50 }))).message).toBe(
			'The response of the service does not contain the requested list',
		);
	});
});

describe('clientFor', () => {
	it('divides the options of n8n into the connection and the request', async () => {
		service.add(ok);
		const options = {
			method: 'PUT' as const,
			baseURL: ORIGIN,
			url: '/videos/5',
			headers: { a: 'b' },
			qs: { page: 1 },
			body: { title: 'A' },
			skipSslCertificateValidation: true,
		};
		const { client: made, request } = clientFor(service.context(), options);
		const whole: ServiceRequest = { method: 'PUT', path: '/videos/5', query: { page: 1 } };
		expect(request).toEqual({ ...whole, body: { title: 'A' } });
		await made.get('/products/5');
		const { headers, ...sent } = service.sent[0] ?? {};
		expect(headers).toMatchObject({ a: 'b' });
		expect(sent).toMatchObject({
			method: 'GET',
			url: '/products/5',
			qs: {},
			skipSslCertificateValidation: true,
		});
		expect(sent).not.toHaveProperty('lookups');
	});

	it('makes a GET without a query of what says nothing', () => {
		const { request } = clientFor(service.context(), { url: '/videos', body: 'text' });
		expect(request).toEqual({ method: 'GET', path: '/videos', query: {}, body: {} });
	});

	it('remembers what was looked up between the steps, whose options n8n copies', () => {
		const options = { url: '/videos' };
		const { lookups } = clientFor(service.context(), options).client;
		expect(clientFor(service.context(), { ...options }).client.lookups).toBe(lookups);
	});
});

describe('in n8n, a secret', () => {
	let credentials = 0;
	const credential = () => ({ ...apiKeyCredential(ORIGIN), id: `api-${++credentials}` });

	function expectNoSecret(error: unknown, ...secrets: string[]) {
		const all = `${inspect(error, { depth: 20, showHidden: true, getters: true })} ${JSON.stringify(error)}`;
		for (const secret of secrets) {
			expect(all).not.toContain(secret);
			expect(all).not.toContain(encodeURIComponent(secret));
			expect(all).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
		}
	}

	it('that the service echoes is hidden', async () => {
		const basic = Buffer.from(`${API_KEY}:`).toString('base64');
		nock(ORIGIN)
			.put('/customers/5')
			.reply(403, async (request: Request) => ({
				message: `Bad ${await request.text()} with ${API_KEY} or ${basic}`,
			}));
		const { error } = await runNode({
			node: 'customer',
			parameters: {
				operation: 'update',
				customer: '5',
				updateFields: { password: '={{ "correct" + " horse" }}' },
			},
			credential: credential(),
		});
		expect(error?.message).toContain('[hidden]');
		expectNoSecret(error, API_KEY, 'correct horse');
	});

	it('of a customer is sent alone, and hidden', async () => {
		nock(ORIGIN)
			.get('/me/watching')
			.query(true)
			.matchHeader('authorization', 'Bearer customer_token_77aa')
			.reply(401, { message: 'customer_token_77aa has expired' });
		const { error } = await runNode({
			node: 'customer',
			parameters: {
				operation: 'getWatching',
				customerSource: 'me',
				customerAccessToken: '={{ "customer_token_" + "77aa" }}',
			},
			credential: credential(),
		});
		expect(error?.message).toContain('access token of the customer');
		expectNoSecret(error, 'customer_token_77aa', API_KEY);
	});

	const getProduct = async (product: string, data = {}) =>
		await runNode({
			node: 'product',
			parameters: { operation: 'get', product, output: 'raw' },
			credential: { ...apiKeyCredential(ORIGIN, data), id: `api-${++credentials}` },
		});

	it.each([
		{},
		{ allowedHttpRequestDomains: 'none' },
		{ allowedHttpRequestDomains: 'domains', allowedDomains: 'elsewhere.test' },
	])('is the user name of a request, whatever n8n allows other requests: %j', async (data) => {
		const apiKey = ` ${API_KEY}\n`;
		nock(ORIGIN).get('/products/5').basicAuth({ user: API_KEY, pass: '' }).reply(200, { id: 5 });
		const { json, error } = await getProduct('5', { apiKey, ...data });
		expect(error).toBeUndefined();
		expect(json).toEqual([{ id: 5 }]);
	});

	it('is not sent to the target of a redirect', async () => {
		const elsewhere = nock('https://evil.test').get('/').reply(200, {});
		nock(ORIGIN).get('/products/5').times(2).reply(302, '', { Location: 'https://evil.test/' });
		expect((await getProduct('5')).error?.message).toContain('redirected');
		expect(elsewhere.isDone()).toBe(false);
	});

	it.each(['https://evil.test', 'https://svc.test.evil.test'])(
		'is not sent to the host %s of an address, of which only the ID is used',
		async (origin) => {
			const elsewhere = nock(origin).get('/products/5').reply(200, {});
			nock(ORIGIN).get('/products/5').basicAuth({ user: API_KEY, pass: '' }).reply(200, { id: 5 });
			expect((await getProduct(`${origin}/products/5`)).json).toEqual([{ id: 5 }]);
			expect(elsewhere.isDone()).toBe(false);
		},
	);

	it('is not sent to an address without a scheme, which is refused', async () => {
		const { error } = await getProduct('//evil.test/products/5');
		expect(error?.message).toContain('"Product"');
	});
});
