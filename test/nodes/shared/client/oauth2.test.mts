import { beforeEach, describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';

const account = new Account('product', { authentication: 'oAuth2' });

const node = (name: string) => ({ node: name });
const TOKEN = 'POST /oauth/token';

/** Returns the successful requests, without those for tokens. */
const done = () =>
	account.service.requests
		.filter(({ status, path }) => status !== null && status < 300 && path !== '/oauth/token')
		.map(({ method, path }) => `${method} ${path}`);

describe('an expired token is renewed', () => {
	/** Lets each token expire after one request. */
	beforeEach(() => {
		const used = new Set<string>();
		const handle = account.service.handle.bind(account.service);
		account.service.handle = (request) => {
			const { authorization = '' } = request.headers ?? {};
			const isOver = authorization.startsWith('Bearer') && used.has(authorization);
			used.add(authorization);
			const expired = { ...request.headers, authorization: 'Bearer expired' };
			return handle(isOver ? { ...request, headers: expired } : request);
		};
	});

	it('for each page and for a retry', async () => {
		account.service.faults.add({ status: 503, after: 1 });
		const { error, json } = await account.run({
			...{ operation: 'getAll', returnAll: true, options: { perPage: 2 } },
		});
		expect(error).toBeUndefined();
		expect(json).toHaveLength(8);
		expect(done()).toEqual(Array(4).fill('GET /products'));
	});

	it('for a write, which is done once', async () => {
		const { state } = account.service;
		const [customer, video] = [state.addCustomer().id, state.addVideo().id];
		const update = { operation: 'update', customer, updateFields: { name: 'Ada' } };
		expect((await account.run(update, node('customer'))).error).toBeUndefined();
		const deletion = { operation: 'delete', video };
		expect((await account.run(deletion, node('video'))).error).toBeUndefined();
		expect(done()).toEqual([`PUT /customers/${customer}`, `DELETE /videos/${video}`]);
	});

	it('for each step of an operation with several requests', async () => {
		const ada = { operation: 'createOrUpdate', email: 'ada@example.com', product: 101 };
		const { json } = await account.run(ada, node('customer'));
		expect(json).toMatchObject([{ outcome: 'created' }]);
		expect(account.customers).toHaveLength(1);
	});

	it('for a search in the editor', async () => {
		for (let count = 0; count < 2; count++) {
			expect((await account.search('searchProducts')).results).toHaveLength(8);
		}
	});
});

it('the error of a refused write names the scope, and that of a read does not', async () => {
	account.service.faults.add({ status: 403, times: 2, match: { path: /customers/ } });
	const update = { operation: 'update', customer: 5, updateFields: { name: 'Ada' } };
	expect((await account.run(update, node('customer'))).error?.description).toContain('Scope');
	const read = { operation: 'get', customer: 5 };
	expect((await account.run(read, node('customer'))).error?.description).not.toContain('Scope');
});

describe('the first token', () => {
	const products = [999, 101, 102, 103, 104];
	const input = products.map((id) => ({ id }));
	const all = async () =>
		await account.run(
			{ operation: 'get', product: '={{ $json.id }}' },
			{ input, onError: 'continueErrorOutput' },
		);

	it('is fetched once, also when the first request fails', async () => {
		const { items, failed } = await all();
		expect(items.map(({ json: { id } }) => id)).toEqual(products.slice(1));
		expect(failed.map(({ json: { error } }) => error)).toEqual(['No product 999']);
		expect(account.asked.filter((request) => request === TOKEN)).toHaveLength(1);
	});

	it('that is refused fails every request that waited for it', async () => {
		account.service.faults.add({ status: 401, match: { path: '/oauth/token' } });
		const { failed } = await all();
		expect(failed.map(({ json: { error } }) => error)).toEqual(
			products.map(() => 'The service did not accept the credential'),
		);
		expect(account.asked).toEqual([TOKEN]);
	});
});

describe('a token request that fails', () => {
	it.each([
		[404, 'Nobody gives access tokens at this Base URL', /^(?!.*may have been)/],
		[401, 'The service did not accept the credential', /Client Secret/],
	])(
		'with %i is reported as such, and no write as ambiguous',
		async (status, message, description) => {
			account.service.faults.add({ status, match: { path: '/oauth/token' } });
			const comment = { operation: 'create', video: 1, customer: 2, content: 'Hello' };
			const { error } = await account.run(comment, node('comment'));
			expect(error?.message).toBe(message);
			expect(error?.description).toMatch(description);
			expect(account.asked).toEqual([TOKEN]);
		},
	);

	it.each(['<html>Log in</html>', 'OK', '', '{"access_to', '{}', '[]', '{"access_token":null}'])(
		'with %s yields no token, and no write is reported as done or ambiguous',
		async (body) => {
			account.service.faults.add({ status: 200, body, times: 50, match: { path: '/oauth/token' } });
			const comment = { operation: 'create', video: 1, customer: 2, content: 'Hello' };
			const deletion = { operation: 'delete', video: 1 };
			for (const result of [
				await account.run(comment, node('comment')),
				await account.run(deletion, node('video')),
			]) {
				expect(result.items).toEqual([]);
				expect(result.error?.message).toBe('The service gave no access token');
				expect(result.error?.description).not.toContain('may have been done');
			}
			expect([...new Set(account.asked)]).toEqual([TOKEN]);
		},
	);
});
