import { inspect } from 'node:util';

import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { API_KEY, apiKeyCredential, runNode, type RunOptions } from '../../../kit/engine.mts';

const ORIGIN = 'https://svc.test';

let credentials = 0;
const apiKey = () => ({ ...apiKeyCredential(ORIGIN), id: `api-${++credentials}` });

async function getProduct(options: Partial<RunOptions> = {}) {
	return await runNode({
		node: 'product',
		parameters: { operation: 'get', output: 'raw', product: '5' },
		credential: apiKey(),
		...options,
	});
}

describe('an error', () => {
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

	it('hides a secret that the service echoes', async () => {
		nock(ORIGIN)
			.post('/customers')
			.reply(403, (_, body) => ({
				message: `Bad ${JSON.stringify(body)} with ${API_KEY} or ${Buffer.from(`${API_KEY}:`).toString('base64')}`,
			}));
		const { error } = await runNode({
			node: 'customer',
			parameters: {
				operation: 'create',
				email: 'ada@example.com',
				product: '5',
				additionalFields: { password: '={{ "correct" + " horse" }}' },
			},
			credential: apiKey(),
		});
		expect(error?.message).toContain('[hidden]');
		expectNoSecret(error, API_KEY, 'correct horse');
	});

	it('hides the token of a customer', async () => {
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

describe('a credential', () => {
	it('is not sent to the target of a redirect', async () => {
		const elsewhere = nock('https://evil.test').get('/').reply(200, {});
		nock(ORIGIN).get('/products/5').reply(302, '', { Location: 'https://evil.test/' });
		const { error } = await getProduct();
		expect(error?.message).toContain('redirect');
		expect(elsewhere.isDone()).toBe(false);
		nock.cleanAll();
	});

	it('is not sent to an invalid Base URL', async () => {
		const credential = { ...apiKey(), data: { baseUrl: 'http://svc.test', apiKey: API_KEY } };
		const { error } = await getProduct({ credential });
		expect(error?.message).toContain('Base URL of the credential');
		expect(error?.description).toContain('https://');
	});

	it.each([
		'https://evil.test/products/5',
		'https://svc.test.evil.test/products/5',
		'//evil.test/products/5',
	])('is not sent to the address %j of an item', async (address) => {
		const { error } = await getProduct({ parameters: { operation: 'get', product: address } });
		expect(error?.message).toContain('"Product"');
	});
});

describe('a failing item', () => {
	const input = [{ id: 1 }, { id: 'a/b' }, { id: 3 }, { id: 4 }];
	const parameters = { operation: 'get', output: 'raw', product: '={{ $json.id }}' };

	function answerSome() {
		nock(ORIGIN).get('/products/1').reply(200, { id: 1 });
		nock(ORIGIN).get('/products/3').reply(404, { message: 'Gone.' });
		nock(ORIGIN).get('/products/4').reply(200, { id: 4 });
	}

	it('leaves other items unchanged when errors continue as items', async () => {
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

	it('leaves other items unchanged when errors go to the error output', async () => {
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

	it('is named when it stops the workflow', async () => {
		answerSome();
		const { error } = await getProduct({ input, parameters });
		expect(error?.context.itemIndex).toBe(1);
	});
});
