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

	it('says that it may have happened when it never appears', async () => {
		const service = await serve(({ method }, response) =>
			method === 'POST' ? response.destroy() : json(response, list('customers', [])),
		);
		const result = await run(service, 'customer', create);
		expect(told(result)).toMatch(/may have been created/);
		expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
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

	it('a deletion that was never done is not done before', async () => {
		const service = await serve((_, response, all) =>
			all.length === 1
				? json(response, { message: 'slow down' }, 429, { 'retry-after': '1' })
				: json(response, { message: 'no such video' }, 404),
		);
		const result = await run(service, 'video', { operation: 'delete', video: locator(99999999) });
		expect(result.error?.message).toContain('99999999');
	});

	it('a deletion whose answer was lost is done', async () => {
		const service = await serve((_, response, all) =>
			all.length === 1 ? response.destroy() : json(response, { message: 'no such video' }, 404),
		);
		const result = await run(service, 'video', { operation: 'delete', video: locator(5) });
		expect(result.json).toEqual([{ deleted: true, id: 5 }]);
	});

	it('that may have happened is not told as failed without saying so', async () => {
		const service = await serve((_, response) => json(response, { message: 'late' }, 524));
		const result = await run(service, 'comment', {
			operation: 'create',
			video: locator(1),
			customer: locator(2),
			content: 'Hello',
		});
		expect(told(result)).toMatch(/may have been/);
		expect(service.asked).toHaveLength(1);
	});

	it('with nothing to update is refused before anything is sent', async () => {
		const service = await serve((_, response) => json(response, {}));
		for (const node of ['customer', 'video', 'collection']) {
			const result = await run(service, node, { operation: 'update', [node]: locator(5) });
			expect(result.error).toBeDefined();
		}
		expect(service.asked).toEqual([]);
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

	it('of a customer is the only one that is sent to their own list', async () => {
		const service: Service = await serve(({ path }, response) =>
			path === '/oauth/token'
				? json(response, { access_token: 'of_the_client', token_type: 'bearer', expires_in: 7200 })
				: json(response, list('items', [{ id: 1, title: 'Video' }])),
		);
		const result = await run(
			service,
			'customer',
			{
				authentication: 'oAuth2',
				operation: 'getWatching',
				customerSource: 'me',
				customerAccessToken: 'of_the_customer',
			},
			{ credential: withId(oAuth2Credential(service.url)) },
		);
		expect(result.json).toHaveLength(1);
		expect(service.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
			['/me/watching', 'Bearer of_the_customer'],
		]);
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

	it('acts on the one of two customers with the address who has access', async () => {
		const deleted: string[] = [];
		const service: Service = await serve(({ method, path, query }, response) => {
			if (method === 'DELETE') {
				deleted.push(path);
				return json(response, {});
			}
			const both = [1, 2].map((id) => customer(service.url, id, 'ada@example.com'));
			return json(response, list('customers', query.has('product') ? both.slice(1) : both));
		});
		const result = await run(service, 'customer', parameters);
		expect(result.error).toBeUndefined();
		expect(new Set(deleted)).toEqual(new Set(['/customers/2/products']));
		expect(result.json[0]).toMatchObject({ outcome: 'revoked', id: 2 });
	});

	it('does not take the Kelvin sign for a K', async () => {
		const service: Service = await serve((_, response) =>
			json(response, list('customers', [customer(service.url, 1, 'mike@example.com')])),
		);
		await run(service, 'customer', {
			...parameters,
			customer: locator('mi\u212Ae@example.com', 'email'),
		});
		expect(service.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
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

	it('of e-mail is looked up with one request, and a filter that is ignored is noticed on the first page', async () => {
		const service: Service = await serve(({ query }, response) => {
			const page = Number(query.get('page') ?? 1);
			const customers = Array.from({ length: 50 }, (_, n) =>
				customer(service.url, page * 50 + n, `c${page * 50 + n}@example.com`),
			);
			const next = { href: `${service.url}/customers?page=${page + 1}` };
			json(response, { ...list('customers', customers), total: 5000, _links: { next } });
		});
		const result = await run(service, 'customer', {
			operation: 'checkAccess',
			customer: locator('ada@example.com', 'email'),
			product: locator(7),
		});
		expect(result.error).toBeDefined();
		expect(service.asked.length).toBeLessThanOrEqual(3);
	});

	it('of e-mail reaches every place where a customer is chosen', async () => {
		const service: Service = await serve(({ path, query }, response) =>
			path === '/customers' && query.get('email')
				? json(response, list('customers', [customer(service.url, 5, String(query.get('email')))]))
				: json(response, { id: 1 }),
		);
		const byEmail = locator('ada@example.com', 'email');
		const authorization = await run(service, 'authorization', {
			operation: 'create',
			customer: byEmail,
			video: locator(1),
			options: { onBehalfOfCustomer: byEmail },
		});
		expect(authorization.error).toBeUndefined();
		const [sent] = service.asked.filter(({ method }) => method === 'POST');
		expect(sent?.body).toEqual({
			customer: `${service.url}/customers/5`,
			video: `${service.url}/videos/1`,
		});
		expect(sent?.headers['svc-customer']).toBe(`${service.url}/customers/5`);
		await run(service, 'customer', { operation: 'get', customer: byEmail });
		expect(service.asked.at(-1)?.path).toBe('/customers/5');
		const typed = await run(service, 'customer', {
			operation: 'get',
			customer: locator('ada@example.com'),
		});
		expect(told(typed)).toContain('By Email');
	});
});

describe('A list', () => {
	const all = { operation: 'getAll', returnAll: true };

	it.each([1, 50])(
		'that never brings anything new ends with an error (%i a page)',
		async (size) => {
			const service: Service = await serve((_, response, { length }) => {
				const videos = Array.from({ length: size }, (_unused, id) => ({
					id: id + 1,
					title: 'Again',
				}));
				const next = { href: `${service.url}/videos?page=${length + 1}&x=${length}` };
				json(response, { ...list('videos', videos), total: size, _links: { next } });
			});
			const result = await run(service, 'video', all);
			expect(result.error).toBeDefined();
			expect(service.asked.length).toBeLessThan(15);
		},
	);

	it.each(['all', 'page', 'none', 'text', -1, 3])(
		'is whole whatever its total tells: %s',
		async (total) => {
			const COUNT = 25;
			const service: Service = await serve(({ query }, response) => {
				const page = Number(query.get('page') ?? 1);
				const videos = Array.from({ length: COUNT }, (_, n) => ({ id: n + 1 })).slice(
					(page - 1) * 10,
					page * 10,
				);
				const told: Record<string, unknown> = {
					all: COUNT,
					page: videos.length,
					none: undefined,
					text: 'many',
				};
				const next = page * 10 < COUNT ? `${service.url}/videos?page=${page + 1}` : null;
				json(response, {
					...list('videos', videos),
					total: typeof total === 'number' ? total : told[total],
					_links: { next: { href: next } },
				});
			});
			const result = await run(service, 'video', { ...all, options: { perPage: 10 } });
			expect(result.json).toHaveLength(COUNT);
		},
	);

	it('that is one object is one record, or with numeric keys several', async () => {
		const one = { id: 1, title: 'One' };
		for (const [items, ids] of [
			[one, [1]],
			[{ 0: one, 1: { id: 2 } }, [1, 2]],
		] as const) {
			const service = await serve((_, response) =>
				json(response, { _links: {}, count: 1, total: 1, _embedded: { items } }),
			);
			const result = await run(service, 'customer', {
				operation: 'getWatching',
				customer: locator(5),
			});
			expect(result.json.map(({ id }) => id)).toEqual(ids);
			const [{ headers } = { headers: {} }] = service.asked;
			expect(headers).toMatchObject({ 'svc-customer': `${service.url}/customers/5` });
		}
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

	it.each(['__proto__', 'constructor'])('the metadata key %s is refused aloud', async (key) => {
		const service = await serve((_, response) => json(response, { id: 1 }));
		for (const additionalFields of [
			{ metadata: { entries: [{ key, kind: 'text', value: 'x' }] } },
			{ metadataJson: `{"${key}": "x"}` },
		]) {
			const result = await run(service, 'video', {
				operation: 'create',
				title: 'T',
				additionalFields,
			});
			expect(told(result)).toContain(key);
		}
		expect(service.asked).toEqual([]);
	});

	it('a wrong path in the Base URL is told as that', async () => {
		const { url, asked } = await serve(({ path }, response) =>
			path.startsWith('/admin')
				? response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not found</html>')
				: json(response, list('products', [])),
		);
		const result = await run({ url: `${url}/admin`, asked }, 'product', { operation: 'getAll' });
		expect(told(result)).toContain('/admin');
	});

	it('a 404 names the thing', async () => {
		const service = await serve((_, response) => json(response, { message: 'Not found' }, 404));
		const result = await run(service, 'customer', {
			operation: 'get',
			customer: locator(99999999),
		});
		expect(result.error?.message).toBe('No customer 99999999');
	});

	it('the words of the service stand in the headline, and no secret', async () => {
		const service = await serve(({ headers }, response) =>
			json(response, { message: `Email has already been taken ${headers.authorization}` }, 422),
		);
		const result = await run(service, 'customer', {
			operation: 'update',
			customer: locator(5),
			updateFields: { name: 'x' },
		});
		expect(result.error?.message).toMatch(
			/^The service refused the values: Email has already been taken/,
		);
		expect(JSON.stringify(result.error)).not.toContain(
			Buffer.from('key_for_tests_1f6b:').toString('base64'),
		);
	});
});

describe('Output', () => {
	it('is simplified, full, raw or selected, on reads and writes', async () => {
		const service: Service = await serve(({ path }, response) =>
			path === '/customers'
				? json(response, list('customers', [customer(service.url, 5, 'ada@example.com')]))
				: json(response, customer(service.url, 5, 'ada@example.com')),
		);
		const parameters = [
			{ operation: 'get', customer: locator(5) },
			{ operation: 'getAll' },
			{ operation: 'update', customer: locator(5), updateFields: { name: 'Ada' } },
		];
		for (const one of parameters) {
			const [simplified] = (await run(service, 'customer', one)).json;
			expect(Object.keys(simplified ?? {}).slice(0, 4)).toEqual(['id', 'name', 'email', 'plan']);
			expect(simplified).toHaveProperty('href', `${service.url}/customers/5`);
			expect(JSON.stringify(simplified)).not.toContain('sign_in_token');
			const [full] = (await run(service, 'customer', { ...one, output: 'full' })).json;
			expect(full).toMatchObject({ id: 5, href: `${service.url}/customers/5` });
			const [raw] = (await run(service, 'customer', { ...one, output: 'raw' })).json;
			expect(raw).toMatchObject({ _links: { self: { href: `${service.url}/customers/5` } } });
			const picked = await run(service, 'customer', {
				...one,
				output: 'selected',
				outputFields: ['email', 'id'],
			});
			expect(Object.keys(picked.json[0] ?? {}).sort()).toEqual(['email', 'id']);
		}
	});
});
