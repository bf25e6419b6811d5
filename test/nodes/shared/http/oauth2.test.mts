import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { oAuth2Credential, runNode, type RunOptions, searchList } from '../../../kit/engine.mts';

interface Asked {
	method: string;
	path: string;
	page: number;
}

let close = () => {};
beforeAll(() => nock.enableNetConnect('127.0.0.1'));
afterEach(() => close());

let credentials = 0;

/**
 * A service whose access tokens are good for one request each: every request of an operation, whichever it is,
 * meets one that has expired.
 *
 * @param answer what it says to a request whose token is good
 */
async function serve(answer: (asked: Asked, response: ServerResponse) => void) {
	const asked: string[] = [];
	let given = 0;
	let isUsed = false;
	const handle = (request: IncomingMessage, response: ServerResponse) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
		const { method = 'GET', headers } = request;
		if (pathname === '/oauth/token') {
			given++;
			isUsed = false;
			return json(response, { access_token: `token_${given}`, token_type: 'bearer' });
		}
		if (headers.authorization !== `Bearer token_${given}` || isUsed) {
			return json(response, { message: 'The token has expired' }, 401);
		}
		isUsed = true;
		asked.push(`${method} ${pathname}`);
		return answer(
			{ method, path: pathname, page: Number(searchParams.get('page') ?? 1) },
			response,
		);
	};
	const server = createServer(handle);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	close = () => {
		server.closeAllConnections();
		server.close();
	};
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, asked, given: () => given };
}

function json(response: ServerResponse, body: unknown, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listOf(key: string, records: IDataObject[], next: string | null = null): IDataObject {
	return { _links: { next: { href: next } }, total: 4, _embedded: { [key]: records } };
}

function credentialOf(url: string) {
	return { ...oAuth2Credential(url), id: `expiring-${++credentials}` };
}

async function run(
	url: string,
	node: string,
	parameters: INodeParameters,
	options: Pick<RunOptions, 'input' | 'onError'> = {},
) {
	return await runNode({
		...options,
		node,
		parameters: { resource: node, authentication: 'oAuth2', output: 'raw', ...parameters },
		credential: credentialOf(url),
	});
}

describe('a token that has expired before each request is renewed', () => {
	it('of a read', async () => {
		const { url, given } = await serve((_, response) => json(response, { id: 5 }));
		for (let count = 0; count < 2; count++) {
			const { error, json: items } = await run(url, 'product', { operation: 'get', product: 5 });
			expect(error).toBeUndefined();
			expect(items).toEqual([{ id: 5 }]);
		}
		expect(given()).toBeGreaterThanOrEqual(2);
	});

	it('of each page', async () => {
		const { url, asked } = await serve(({ page }, response) => {
			const next = page < 4 ? `http://127.0.0.1/products?page=${page + 1}` : null;
			const own = next?.replace('http://127.0.0.1', url) ?? null;
			json(response, listOf('products', [{ id: page }], own));
		});
		const { error, json: items } = await run(url, 'product', {
			operation: 'getAll',
			returnAll: true,
			options: { perPage: 1 },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
		expect(asked).toHaveLength(4);
	});

	it('of a retry', async () => {
		let faults = 2;
		const { url, asked } = await serve((_, response) =>
			faults-- > 0 ? json(response, { message: 'busy' }, 503) : json(response, { id: 5 }),
		);
		const { error } = await run(url, 'product', { operation: 'get', product: 5 });
		expect(error).toBeUndefined();
		expect(asked).toHaveLength(3);
	});

	it('of a write, which is done once', async () => {
		const { url, asked } = await serve((_, response) => json(response, { id: 5, name: 'Ada' }));
		const updateFields = { name: 'Ada' };
		const parameters = { operation: 'update', customer: 5, updateFields };
		expect((await run(url, 'customer', parameters)).error).toBeUndefined();
		const deletion = { operation: 'delete', video: 6 };
		expect((await run(url, 'video', deletion)).json).toEqual([{ deleted: true, id: 6 }]);
		expect(asked).toEqual(['PUT /customers/5', 'DELETE /videos/6']);
	});

	it('of each step of an operation that takes several', async () => {
		const { url, asked } = await serve(({ method }, response) =>
			method === 'POST'
				? json(response, { id: 5, email: 'ada@example.com' }, 201)
				: json(response, listOf('customers', [])),
		);
		const { error, json: items } = await run(url, 'customer', {
			operation: 'createOrUpdate',
			email: 'ada@example.com',
			product: 7,
		});
		expect(error).toBeUndefined();
		expect(items[0]).toMatchObject({ id: 5 });
		expect(asked.filter((request) => request.startsWith('POST'))).toEqual(['POST /customers']);
	});

	it('of a search in the editor', async () => {
		const { url } = await serve((_, response) =>
			json(response, listOf('products', [{ id: 1, name: 'All' }])),
		);
		const credential = credentialOf(url);
		const parameters = { authentication: 'oAuth2' };
		for (let count = 0; count < 2; count++) {
			const search = { node: 'product', method: 'searchProducts', parameters, credential };
			expect((await searchList(search)).results).toHaveLength(1);
		}
	});
});

it('a write that is refused says that the scope may be the reason; a read does not', async () => {
	const { url } = await serve((_, response) => json(response, { message: 'Forbidden' }, 403));
	const update = { operation: 'update', customer: 5, updateFields: { name: 'Ada' } };
	expect((await run(url, 'customer', update)).error?.description).toContain('Scope');
	const read = { operation: 'get', customer: 5 };
	expect((await run(url, 'customer', read)).error?.description).not.toContain('Scope');
});

describe('the first token', () => {
	const ids = [1, 2, 3, 4, 5];
	const input = ids.map((id) => ({ id }));
	const getVideo = { operation: 'get', video: '={{ $json.id }}' };

	/** A service that gives one token, and does not know the first video that it is asked for. */
	async function servingTokens(tokenStatus: number) {
		const asked: string[] = [];
		const server = createServer(({ url = '' }, response) => {
			const { pathname } = new URL(url, 'http://localhost');
			asked.push(pathname);
			if (pathname === '/oauth/token') {
				const token = { access_token: 'token_1', token_type: 'bearer' };
				return json(response, tokenStatus === 200 ? token : { error: 'no' }, tokenStatus);
			}
			const id = Number(pathname.split('/')[2]);
			return id === 1
				? json(response, { message: 'Not found' }, 404)
				: json(response, { id, title: `Video ${id}` });
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		close = () => {
			server.closeAllConnections();
			server.close();
		};
		return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
	}

	it('is fetched once; what else becomes of the first request is its own matter', async () => {
		const { url, asked } = await servingTokens(200);
		const result = await run(url, 'video', getVideo, { input, onError: 'continueErrorOutput' });
		expect(result.items.map(({ json: { id } }) => id)).toEqual([2, 3, 4, 5]);
		expect(result.failed.map(({ json: { error } }) => error)).toEqual(['No video 1']);
		expect(asked.filter((path) => path === '/oauth/token')).toHaveLength(1);
		expect([...new Set(asked)].sort()).toEqual([
			'/oauth/token',
			...ids.map((id) => `/videos/${id}`),
		]);
	});

	it('that is not given fails all that waited for it', async () => {
		const { url, asked } = await servingTokens(401);
		const result = await run(url, 'video', getVideo, { input, onError: 'continueErrorOutput' });
		expect(result.failed.map(({ json: { error } }) => error)).toEqual(
			ids.map(() => 'The service did not accept the credential'),
		);
		expect(asked).toEqual(['/oauth/token']);
	});
});

describe('a token that cannot be had', () => {
	async function without(status: number, body: unknown) {
		const server = createServer((request, response) =>
			request.url === '/oauth/token' ? json(response, body, status) : json(response, {}, 500),
		);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		close = () => {
			server.closeAllConnections();
			server.close();
		};
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const comment = { operation: 'create', video: 1, customer: 2, content: 'Hello' };
		return (await run(url, 'comment', comment)).error;
	}

	it('is told as that: nothing else was sent, so nothing may have happened', async () => {
		const error = await without(404, { message: 'Not found' });
		expect(error?.message).toBe('Nobody gives access tokens at this Base URL');
		expect(error?.description).not.toContain('may have been');
	});

	it('says what is wrong with the client', async () => {
		const error = await without(401, { error: 'invalid_client', error_description: 'Unknown.' });
		expect(error?.message).toContain('did not accept the credential');
		expect(error?.description).toContain('Client Secret');
	});
});
