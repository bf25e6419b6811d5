/**
 * What the README and the nodes promise, attacked over real connections by services that were written from the
 * documentation for the one case: nothing of the simulated service is used here. Waiting takes no time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, describe, expect, it } from 'vitest';

import {
	apiKeyCredential,
	oAuth2Credential,
	runNode,
	type Credential,
	type RunOptions,
	type RunResult,
} from './kit/engine.mts';
import { skipWaiting } from './kit/time.mts';

interface Asked {
	method: string;
	/** Below the base address, without the query. */
	path: string;
	query: URLSearchParams;
	body: IDataObject;
	headers: IncomingMessage['headers'];
	/** Milliseconds. */
	at: number;
}

type Answer = (asked: Asked, response: ServerResponse, all: Asked[]) => void;

interface Service {
	url: string;
	asked: Asked[];
}

skipWaiting();

const closing: Array<() => void> = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function bodyOf(request: IncomingMessage): Promise<IDataObject> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return text.startsWith('{') ? (JSON.parse(text) as IDataObject) : {};
}

/** A service that answers as the case says. */
async function serve(answer: Answer): Promise<Service> {
	const asked: Asked[] = [];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
			const { method = 'GET', headers } = request;
			const one = { method, path: pathname, query: searchParams, body, headers, at: Date.now() };
			asked.push(one);
			answer(one, response, asked);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	closing.push(() => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json = (response: ServerResponse, body: unknown, status = 200, headers = {}) =>
	response
		.writeHead(status, { 'content-type': 'application/json', ...headers })
		.end(JSON.stringify(body));

const list = (key: string, records: IDataObject[], more: IDataObject = {}) => ({
	_links: { next: { href: null } },
	count: records.length,
	total: records.length,
	...more,
	_embedded: { [key]: records },
});

const customer = (url: string, id: number, email: string): IDataObject => ({
	_links: { self: { href: `${url}/customers/${id}` } },
	_embedded: { browse_url: 'https://example.com/sign-in?token=sign_in_token' },
	id,
	name: 'Ada Lovelace',
	email,
	plan: 'standard',
	created_at: new Date().toISOString().replace(/\.\d+/, ''),
	updated_at: new Date().toISOString().replace(/\.\d+/, ''),
});

let credentials = 0;

const withId = (credential: Credential): Credential => ({
	...credential,
	id: `promise-${++credentials}`,
});

async function run(
	{ url }: Service,
	node: string,
	parameters: INodeParameters,
	more: Partial<RunOptions> = {},
): Promise<RunResult> {
	const credential = withId(apiKeyCredential(url));
	return await runNode({
		node,
		parameters: { resource: node, ...parameters },
		credential,
		...more,
	});
}

const locator = (value: string | number, mode = 'id') => ({ __rl: true as const, mode, value });

const told = ({ error }: RunResult): string =>
	`${error?.message ?? ''} ${error?.description ?? ''}`;

const SECONDS = 1000;

describe('A creation whose outcome is unknown', () => {
	const create = { operation: 'create', email: 'ada@example.com', product: locator(7) };
	const losses: Record<string, (response: ServerResponse) => void> = {
		'504': (response) => json(response, { message: 'late' }, 504),
		'408': (response) => json(response, { message: 'late' }, 408),
		'524': (response) => json(response, { message: 'late' }, 524),
		'a cut connection': (response) => response.destroy(),
		'malformed HTTP': (response) => response.socket?.end('HTP/x nonsense\r\n\r\n'),
		'a 201 cut off': (response) => {
			response.writeHead(201, { 'content-type': 'application/json', 'content-length': '500' });
			response.write('{"id": 9, "em', () => response.destroy());
		},
		'a 201 as a web page': (response) => response.writeHead(201).end('<html>done</html>'),
	};

	it.each(Object.entries(losses))('%s, listed 4 seconds late: one customer', async (_, lose) => {
		let createdAt = Infinity;
		const service: Service = await serve(({ method }, response) => {
			if (method === 'POST') {
				createdAt = Date.now();
				return lose(response);
			}
			const isListed = Date.now() - createdAt > 4 * SECONDS;
			return json(
				response,
				list('customers', isListed ? [customer(service.url, 9, 'ada@example.com')] : []),
			);
		});
		for (const operation of ['create', 'createOrUpdate']) {
			createdAt = Infinity;
			service.asked.length = 0;
			const result = await run(service, 'customer', { ...create, operation });
			expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
			if (result.error) expect(told(result)).toMatch(/may have been created/);
			else expect(result.json[0]?.id).toBe(9);
		}
	});
});

describe('A write', () => {
	const bodies: Record<string, (response: ServerResponse) => void> = {
		nothing: (response) => response.writeHead(204).end(),
		'a blank': (response) => response.writeHead(200).end(' '),
		OK: (response) => response.writeHead(200).end('OK'),
		'a web page': (response) => response.writeHead(200).end('<html>done</html>'),
		'a body that is cut off': (response) => {
			response.writeHead(200, { 'content-length': '500' });
			response.write('{"id":', () => response.destroy());
		},
	};
	it.each(Object.entries(bodies))('answered with 200 and %s succeeded', async (_, answer) => {
		const service = await serve((_asked, response) => answer(response));
		const updated = await run(service, 'customer', {
			operation: 'update',
			customer: locator(5),
			updateFields: { name: 'Ada' },
		});
		expect(updated.error).toBeUndefined();
		expect(updated.json[0]).toMatchObject({ success: true, customerId: 5 });
		const deleted = await run(service, 'video', { operation: 'delete', video: locator(5) });
		expect(deleted.json).toEqual([{ deleted: true, id: 5 }]);
		const authorized = await run(service, 'authorization', {
			operation: 'create',
			customer: locator(5),
			video: locator(7),
		});
		expect(authorized.json).toEqual([{ success: true, customerId: 5, videoId: 7 }]);
	});
});

describe('An OAuth2 token', () => {
	it('that expires before each page is renewed', async () => {
		let token = 0;
		const used = new Set<string>();
		const service: Service = await serve(({ path, query, headers }, response) => {
			if (path === '/oauth/token') {
				token++;
				return json(response, {
					access_token: `token_${token}`,
					token_type: 'bearer',
					expires_in: 7200,
				});
			}
			const { authorization = '' } = headers;
			if (authorization !== `Bearer token_${token}` || used.has(authorization)) {
				return json(response, { message: 'expired' }, 401);
			}
			used.add(authorization);
			const page = Number(query.get('page') ?? 1);
			const products = [{ id: page, name: `Product ${page}` }];
			const next = page < 4 ? `${service.url}/products?page=${page + 1}` : null;
			return json(response, {
				...list('products', products),
				total: 4,
				_links: { next: { href: next } },
			});
		});
		const result = await run(
			service,
			'product',
			{ authentication: 'oAuth2', operation: 'getAll', returnAll: true, options: { perPage: 1 } },
			{ credential: withId(oAuth2Credential(service.url)) },
		);
		expect(result.error).toBeUndefined();
		expect(result.json.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
	});
});

describe('Revoke Access', () => {
	const parameters = {
		operation: 'revokeAccess',
		customer: locator('ada@example.com', 'email'),
		product: locator(7),
	};

	it.each([400, 404, 409, 422])('takes %i as a refusal and looks', async (status) => {
		let has = new Set(['standard']);
		const service: Service = await serve(({ method, query, body }, response) => {
			if (method === 'DELETE') {
				if (!has.delete(String(body.plan))) return json(response, { message: 'not there' }, status);
				return json(response, customer(service.url, 5, 'ada@example.com'));
			}
			const isListed = !query.has('product') || has.size > 0 || query.get('status') === 'all';
			return json(
				response,
				list('customers', isListed ? [customer(service.url, 5, 'ada@example.com')] : []),
			);
		});
		const revoked = await run(service, 'customer', parameters);
		expect(revoked.error).toBeUndefined();
		expect(revoked.json[0]).toMatchObject({ outcome: 'revoked', revokedPlans: ['standard'] });
		has = new Set();
		const again = await run(service, 'customer', parameters);
		expect(again.error).toBeUndefined();
	});
});

describe('An address', () => {
	it('that one node gives can be put into the next', async () => {
		const service: Service = await serve(({ path }, response) => {
			const product = encodeURIComponent(`${service.url}/products/7`);
			const at = (below: string) => ({
				href: `${service.url}/collections/3${below}?product=${product}`,
			});
			if (path === '/browse') {
				return json(
					response,
					list('items', [{ _links: { self: at(''), items: at('/items') }, name: 'Row' }]),
				);
			}
			if (path === '/live_events/4') return json(response, { id: 4, title: 'Concert' });
			return path === '/collections/3'
				? json(response, { id: 3, name: 'Row' })
				: json(response, list('items', []));
		});
		const rows = await run(service, 'browse', {
			operation: 'getAll',
			product: locator(7),
			output: 'full',
		});
		const { href, links } = rows.json[0] as { href: string; links: { items: string } };
		for (const mode of ['url', 'id']) {
			for (const address of [href, links.items]) {
				const collection = locator(address, mode);
				const got = await run(service, 'collection', { operation: 'get', collection });
				expect(got.json[0]).toMatchObject({ id: 3 });
				const items = await run(service, 'collection', { operation: 'getItems', collection });
				expect(items.error).toBeUndefined();
			}
			const liveEvent = locator('https://shows.example.com/live_events/4', mode);
			const event = await run(service, 'liveEvent', { operation: 'get', liveEvent });
			expect(event.json[0]).toMatchObject({ id: 4 });
		}
	});

	it('with an id above 2^53 is refused, not rounded', async () => {
		const service = await serve((_, response) => json(response, { id: 1 }));
		for (const id of ['9007199254740993', 9007199254740992]) {
			const added = await run(service, 'collection', {
				operation: 'addItem',
				collection: locator(1),
				itemType: 'video',
				video: locator(id),
			});
			expect(added.error).toBeDefined();
		}
		expect(service.asked).toEqual([]);
	});
});

describe('Waiting', () => {
	it.each(['0', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
		'asks no faster than documented, with Retry-After %s',
		async (retryAfter) => {
			const service = await serve((_, response) =>
				json(response, { message: 'slow down' }, 429, { 'retry-after': retryAfter }),
			);
			await run(
				service,
				'pairingCode',
				{ operation: 'waitUntilPaired', code: 'A1B2C3' },
				{ credential: withId(oAuth2Credential(service.url)) },
			);
			const times = service.asked.map(({ at }) => at);
			const pauses = times.slice(1).map((at, before) => at - Number(times[before]));
			expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2.5 * SECONDS);
		},
	);
});

describe('Small and sharp', () => {
	it('a Client IP of 100,000 characters is refused at once', async () => {
		const service = await serve((_, response) => json(response, { id: 1 }));
		const started = process.hrtime.bigint();
		const result = await run(service, 'product', {
			operation: 'get',
			product: locator(5),
			options: { clientIp: `${':'.repeat(100_000)}x` },
		});
		expect(result.error).toBeDefined();
		expect(Number(process.hrtime.bigint() - started)).toBeLessThan(2e9);
	});
});
