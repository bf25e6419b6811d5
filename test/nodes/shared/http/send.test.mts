import { createRequire } from 'node:module';
import { inspect } from 'node:util';

import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import {
	API_KEY,
	apiKeyCredential,
	CLIENT_SECRET,
	oAuth2Credential,
	runNode,
	type RunOptions,
} from '../../../kit/engine.mts';

const require = createRequire(import.meta.url);
const { clock }: typeof ClockModule = require('../../../../dist/nodes/shared/concurrency/clock.js');

const ORIGIN = 'https://svc.test';
const NOW = Date.parse('2026-03-01T12:00:00Z');

let waits: number[] = [];
let now = NOW;

beforeEach(() => {
	waits = [];
	now = NOW;
	nock.disableNetConnect();
	vi.spyOn(clock, 'now').mockImplementation(() => now);
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'random').mockReturnValue(0.5);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		waits.push(milliseconds);
		now += milliseconds;
	});
});

afterEach(() => {
	const pending = nock.pendingMocks();
	nock.cleanAll();
	vi.restoreAllMocks();
	expect(pending).toEqual([]);
});

let credentials = 0;
const apiKey = () => ({ ...apiKeyCredential(ORIGIN), id: `api-${++credentials}` });
const oAuth2 = () => ({ ...oAuth2Credential(ORIGIN), id: `oauth-${++credentials}` });

async function getProduct(options: Partial<RunOptions> = {}) {
	return await runNode({
		node: 'product',
		parameters: { operation: 'get', output: 'raw', product: '5' },
		credential: apiKey(),
		...options,
	});
}

async function createCustomer(options: Partial<RunOptions> = {}) {
	return await runNode({
		node: 'customer',
		parameters: {
			operation: 'create',
			output: 'raw',
			email: '={{ $json.email ?? "ada@example.com" }}',
			product: '5',
			additionalFields: { password: 'correct horse' },
		},
		credential: apiKey(),
		...options,
	});
}

const product = () => nock(ORIGIN).get('/products/5');
const creation = () => nock(ORIGIN).post('/customers');
const lookup = () =>
	nock(ORIGIN)
		.get('/customers')
		.query({ email: 'ada@example.com', product: `${ORIGIN}/products/5`, status: 'all' });

describe('an answer that is an error says cause, remedy and the words of the service', () => {
	it.each([
		[302, 'redirect', 'Base URL'],
		[400, 'could not use the request', 'Check the values'],
		[401, 'did not accept the credential', 'API key'],
		[402, 'asks for payment', 'grant the customer a product'],
		[403, 'does not allow this', 'owner of the account'],
		[404, 'No product 5', 'may have been deleted'],
		[406, 'cannot answer in the form', 'Base URL'],
		[409, 'contradicts', 'Look the thing up'],
		[418, 'rejected', 'Check the values'],
		[422, 'refused the values', 'Correct the value'],
	])('%i', async (status, cause, remedy) => {
		product().reply(status, { message: 'The words of the service.' });
		const { error } = await getProduct();
		expect(error?.message).toContain(cause);
		expect(error?.description).toContain(remedy);
		expect(error?.description).toContain(`HTTP ${status}`);
		expect(error?.httpCode).toBe(String(status));
		expect(waits).toEqual([]);
	});

	it.each([400, 402, 403, 406, 409, 418, 422])('%i, in the headline', async (status) => {
		product().reply(status, { message: 'The words of the service.' });
		const { error } = await getProduct();
		expect(error?.message).toMatch(/: The words of the service\.$/);
	});

	it.each([302, 401, 404])('%i, in the description', async (status) => {
		product().reply(status, { message: 'The words of the service.' });
		const { error } = await getProduct();
		expect(error?.description).toContain('The service says: "The words of the service."');
	});

	it('304, which has no words', async () => {
		product().reply(304);
		const { error } = await getProduct();
		expect(error?.message).toContain('nothing has changed');
		expect(error?.description).toContain('caching');
	});

	it.each([429, 500, 501, 502, 503, 504, 505])('%i, after several tries', async (status) => {
		product().times(6).reply(status, { message: 'The words of the service.' });
		const { error } = await getProduct();
		expect(error?.description).toContain(`HTTP ${status}`);
		expect(error?.description).toContain('The words of the service.');
		expect(waits.length).toBeGreaterThanOrEqual(5);
		expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true);
	});

	it('in the form of the OAuth endpoints', async () => {
		product().reply(401, { error: 'invalid_token', error_description: 'It has expired.' });
		const { error } = await getProduct();
		expect(error?.description).toContain('invalid_token: It has expired.');
	});

	it.each([
		['a web page', '<!doctype html><h1>Oops</h1>'],
		['nothing', ''],
		['not JSON', 'oops'],
	])('with %s as its body', async (_, body) => {
		product().reply(404, body);
		const { error } = await getProduct();
		expect(error?.description).toContain('HTTP 404');
		expect(error?.description).not.toContain('The service says');
	});
});

describe('an answer that cannot be used ends in a sentence', () => {
	it.each([
		['a web page', '<!doctype html><h1>Welcome</h1>', 'a web page instead of data'],
		['not JSON', 'welcome', 'not JSON'],
		['nothing', '', 'without the record'],
		['nested absurdly', '['.repeat(500) + ']'.repeat(500), 'nested too deeply'],
	])('%s', async (_, body, cause) => {
		product().reply(200, body);
		const { error } = await getProduct();
		expect(error?.message).toContain(cause);
		expect(error?.description).toContain('Base URL');
	});
});

describe('no connection says why', () => {
	it.each([
		['ECONNREFUSED', 'No service listens', 6],
		['ENOTFOUND', 'does not exist', 1],
		['EAI_AGAIN', 'could not be looked up', 6],
		['ECONNRESET', 'was cut', 6],
		['ETIMEDOUT', 'did not answer in time', 6],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 1],
		['CERT_HAS_EXPIRED', 'certificate', 1],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 1],
	])('%s', async (code, cause, tries) => {
		product()
			.times(tries)
			.replyWithError(Object.assign(new Error(`failed: ${code}`), { code }));
		const { error } = await getProduct();
		expect(error?.message).toContain(cause);
		expect(error?.description).toContain('Base URL');
		expect(error?.description).toContain(code);
	});
});

describe('a request that is safe to repeat', () => {
	it.each([
		['seconds', '7', 7_000],
		['a date', new Date(NOW + 9_000).toUTCString(), 9_000],
	])('waits as long as the service asks, in %s', async (_, header, milliseconds) => {
		product().reply(429, {}, { 'Retry-After': header });
		product().reply(200, { id: 5 });
		const { json, error } = await getProduct();
		expect(error).toBeUndefined();
		expect(json).toEqual([{ id: 5 }]);
		expect(waits[0]).toBe(milliseconds);
	});

	it('gives up rather than wait longer than is sensible', async () => {
		product().reply(429, { message: 'Come back tomorrow.' }, { 'Retry-After': '86400' });
		const { error } = await getProduct();
		expect(error?.message).toContain('too many requests');
		expect(waits).toEqual([]);
	});

	it('succeeds after a fault, a cut connection and a time-out', async () => {
		product().reply(503, 'busy');
		product().replyWithError(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
		product().replyWithError(Object.assign(new Error('slow'), { code: 'ECONNABORTED' }));
		product().reply(200, { id: 5 });
		expect((await getProduct()).json).toEqual([{ id: 5 }]);
	});

	it('that deletes, and finds nothing left the second time, has done it', async () => {
		const deletion = () =>
			nock(ORIGIN).delete('/customers/3/products', { product: `${ORIGIN}/products/5` });
		deletion().reply(502);
		deletion().reply(404, { message: 'Not found' });
		const { json, error } = await runNode({
			node: 'customer',
			parameters: { operation: 'removeProduct', customer: 3, product: 5 },
			credential: apiKey(),
		});
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, customerId: 3, productId: 5 }]);
	});

	it('is not repeated once the execution is cancelled', async () => {
		const controller = new AbortController();
		vi.spyOn(clock, 'sleep').mockImplementation(async () => {
			controller.abort();
			return await new Promise(() => {});
		});
		product().reply(503, 'busy');
		const { items } = await getProduct({ signal: controller.signal });
		expect(items).toEqual([]);
	});
});

describe('the creation of a customer', () => {
	it('is repeated when the service refused to take it', async () => {
		creation().reply(429, {}, { 'Retry-After': '1' });
		creation().replyWithError(Object.assign(new Error('off'), { code: 'ECONNREFUSED' }));
		creation().reply(201, { id: 9 });
		expect((await createCustomer()).json).toEqual([{ id: 9 }]);
	});

	it('is not repeated when the customer turns out to have been created', async () => {
		const created = { id: 9, email: 'Ada@example.com', created_at: '2026-03-01T12:00:00Z' };
		creation().reply(504, 'time-out');
		// It takes a while to appear in lists.
		lookup()
			.times(3)
			.reply(200, { _embedded: { customers: [] } });
		lookup().reply(
			200,
			{ _embedded: { customers: [created] } },
			{ Date: new Date(NOW).toUTCString() },
		);
		expect((await createCustomer()).json[0]).toMatchObject({ id: 9 });
	});

	it('is not repeated when the customer does not appear', async () => {
		creation().replyWithError(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
		const other = { id: 8, email: 'other@example.com' };
		lookup()
			.times(10)
			.reply(200, { _embedded: { customers: [other] } });
		const { error } = await createCustomer();
		expect(error?.description).toContain('may have been created all the same');
		expect(now - NOW).toBe(30_000);
	});

	it('ends in an error that says what may have happened when nobody can tell', async () => {
		creation().reply(500, { message: 'Oops.' });
		lookup().reply(
			200,
			{
				_embedded: {
					customers: [{ id: 9, email: 'ada@example.com', created_at: '2025-01-01T00:00:00Z' }],
				},
			},
			{ Date: new Date(NOW).toUTCString() },
		);
		const { error } = await createCustomer();
		expect(error?.description).toContain('may have been created all the same');
		expect(error?.description).toContain('Get Many');
	});
});

describe('no secret is told', () => {
	const everything = (value: unknown) =>
		`${inspect(value, { depth: 20, showHidden: true, getters: true })} ${JSON.stringify(value)}`;

	function expectNoSecret(error: unknown, ...secrets: string[]) {
		const told = everything(error);
		for (const secret of secrets) {
			expect(told).not.toContain(secret);
			expect(told).not.toContain(encodeURIComponent(secret));
			expect(told).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
		}
	}

	it('not even one that the service echoes', async () => {
		creation().reply(403, (_, body) => ({
			message: `Bad ${JSON.stringify(body)} with ${API_KEY} or ${Buffer.from(`${API_KEY}:`).toString('base64')}`,
		}));
		const { error } = await createCustomer({
			parameters: {
				operation: 'create',
				email: 'ada@example.com',
				product: '5',
				additionalFields: { password: '={{ "correct" + " horse" }}' },
			},
		});
		expect(error?.message).toContain('[hidden]');
		expectNoSecret(error, API_KEY, 'correct horse');
	});

	it('not when the connection fails', async () => {
		product()
			.times(6)
			.replyWithError(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
		expectNoSecret((await getProduct()).error, API_KEY);
	});

	it('not of the token of a customer', async () => {
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
			credential: apiKey(),
		});
		expect(error?.message).toContain('access token of the customer');
		expectNoSecret(error, 'customer_token_77aa', API_KEY);
	});
});

describe('credentials go nowhere else', () => {
	it('not after a redirect', async () => {
		const elsewhere = nock('https://evil.test').get('/').reply(200, {});
		product().reply(302, '', { Location: 'https://evil.test/' });
		const { error } = await getProduct();
		expect(error?.message).toContain('redirect');
		expect(elsewhere.isDone()).toBe(false);
		nock.cleanAll();
	});

	it.each(['http://svc.test', 'svc.test', 'ftp://svc.test', '', 'https://svc.test?x=1'])(
		'not to the base address %j',
		async (baseUrl) => {
			const credential = { ...apiKey(), data: { baseUrl, apiKey: API_KEY } };
			const { error } = await getProduct({ credential });
			expect(error?.message).toContain('Base URL of the credential');
			expect(error?.description).toContain('https://');
		},
	);

	it.each([
		'https://evil.test/products/5',
		'https://svc.test.evil.test/products/5',
		'//evil.test/products/5',
	])('not to the address %j of an item', async (address) => {
		const { error } = await getProduct({ parameters: { operation: 'get', product: address } });
		expect(error?.message).toContain('"Product"');
	});
});

describe('each item stands for itself', () => {
	const input = [{ id: 1 }, { id: 'a/b' }, { id: 3 }, { id: 4 }];
	const parameters = { operation: 'get', output: 'raw', product: '={{ $json.id }}' };

	function answerSome() {
		nock(ORIGIN).get('/products/1').reply(200, { id: 1 });
		nock(ORIGIN).get('/products/3').reply(404, { message: 'Gone.' });
		nock(ORIGIN).get('/products/4').reply(200, { id: 4 });
	}

	it('when failures go on as items', async () => {
		answerSome();
		const { items } = await getProduct({ input, parameters, onError: 'continueRegularOutput' });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(items[0]?.json).toEqual({ id: 1 });
		expect(items[1]?.json.error).toContain('"Product" is not an ID');
		expect(items[2]?.json.error).toBe('No product 3');
		expect(items[2]?.json.message).toContain('The service says: "Gone."');
		expect(items[3]?.json).toEqual({ id: 4 });
	});

	it('when failures go to the error output', async () => {
		answerSome();
		const { items, failed } = await getProduct({
			input,
			parameters,
			onError: 'continueErrorOutput',
		});
		expect(items.map(({ json }) => json)).toEqual([{ id: 1 }, { id: 4 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(failed).toHaveLength(2);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
	});

	it('and the one that stops the workflow is named', async () => {
		answerSome();
		const { error } = await getProduct({ input, parameters });
		expect(error?.context.itemIndex).toBe(1);
	});
});

describe('OAuth2', () => {
	const token = (access_token: string) => ({
		access_token,
		token_type: 'bearer',
		expires_in: 7200,
	});
	const tokenRequest = () =>
		nock(ORIGIN).post(
			'/oauth/token',
			(body: Record<string, unknown>) =>
				body.client_secret === CLIENT_SECRET && body.grant_type === 'client_credentials',
		);
	const many = Array.from({ length: 30 }, (_, id) => ({ id }));
	const parameters = {
		authentication: 'oAuth2',
		operation: 'get',
		output: 'raw',
		product: '={{ $json.id }}',
	};

	it('asks for one token for many items, also the very first time', async () => {
		tokenRequest().reply(200, token('first_token'));
		nock(ORIGIN)
			.get(/products/)
			.matchHeader('authorization', 'Bearer first_token')
			.times(30)
			.reply(200, (uri) => ({ id: Number(uri.split('/')[2]) }));
		const { json } = await getProduct({ parameters, input: many, credential: oAuth2() });
		expect(json).toEqual(many);
	});

	it('renews an expired token once, and all items succeed', async () => {
		const credential = oAuth2();
		credential.data.oauthTokenData = token('old_token');
		tokenRequest().reply(200, token('new_token'));
		const answers = new Map<string, number>();
		nock(ORIGIN)
			.persist()
			.get(/products/)
			.reply(function (uri) {
				const { authorization } = this.req.headers;
				answers.set(String(authorization), (answers.get(String(authorization)) ?? 0) + 1);
				return authorization === 'Bearer new_token'
					? [200, { id: Number(uri.split('/')[2]) }]
					: [401, { message: 'Expired.' }];
			});
		const { json } = await getProduct({ parameters, input: many, credential });
		nock.cleanAll();
		expect(json).toEqual(many);
		expect(answers.get('Bearer new_token')).toBe(30);
	});

	it('says so when the client is wrong, without its secret', async () => {
		tokenRequest().reply(401, {
			error: 'invalid_client',
			error_description: `Unknown client with ${CLIENT_SECRET}`,
		});
		const { error } = await getProduct({ parameters, input: [{ id: 1 }], credential: oAuth2() });
		expect(error?.message).toContain('did not accept the credential');
		expect(error?.description).toContain('Client Secret');
		expect(error?.description).toContain('invalid_client');
		expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(CLIENT_SECRET);
	});
});
