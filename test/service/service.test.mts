import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import * as contract from '../../service/contract/index.mts';
import { errorBody, type Kind } from '../../service/contract/index.mts';
import type { CustomerStatus } from '../../service/records.mts';
import { createService, type ServiceOptions, type SimulatedService } from '../../service/index.mts';

const start = Date.parse('2026-03-01T12:00:00Z');

interface ParsedResponse {
	status: number;
	headers: Record<string, string>;
	json: unknown;
}

let service: SimulatedService;
let nowMs: number;

const begin = (options: ServiceOptions = {}): void => {
	nowMs = start;
	service = createService({ now: () => new Date(nowMs), ...options });
};
beforeEach(() => begin());

const basic = (user: string, password = '') =>
	`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const send = (
	method: string,
	path: string,
	{
		query = '',
		body,
		headers = {},
	}: { query?: string; body?: unknown; headers?: Record<string, string> } = {},
): ParsedResponse => {
	const response = service.handle({
		method,
		path,
		query,
		headers: {
			authorization: basic(service.settings.apiKey),
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	const json: unknown = response.body === '' ? undefined : JSON.parse(response.body);
	return { status: response.status, headers: response.headers, json };
};
const get = (path: string, query = '') => send('GET', path, { query });

const envelope = z.looseObject({
	_links: z.looseObject({
		prev: z.object({ href: z.string().nullable() }),
		next: z.object({ href: z.string().nullable() }),
	}),
	count: z.int(),
	total: z.int(),
	_embedded: z.record(z.string(), z.array(z.looseObject({ id: z.int().optional() }))),
});
const list = (path: string, query = '') => {
	const { _embedded, ...rest } = envelope.parse(get(path, query).json);
	const records = Object.values(_embedded)[0] ?? [];
	return { ...rest, records, ids: records.map(({ id }) => id) };
};
const messageOf = ({ json }: ParsedResponse) => errorBody.parse(json).message;

const href = (kind: Kind, id: number) => service.href(kind, id);
const product = () => href('products', 101);
const video = (index = 0) => href('videos', 20_001 + index);
const encoded = encodeURIComponent;

describe('every record', () => {
	it.each([
		['/products/102', contract.product, ['sections_count', 'categories_count', 'types']],
		['/customers/1000001', contract.customer, []],
		['/videos/20001', contract.video, []],
		['/collections/306', contract.collection, []],
		['/live_events/701', contract.liveEvent, []],
		['/comments/500001', contract.comment, []],
	])('%s shows every documented field', (path, { shape }, onlyEmbedded: readonly string[]) => {
		const documented = Object.keys(shape);
		const shown = z.record(z.string(), z.unknown()).parse(get(path).json);
		expect(documented.filter((name) => !(name in shown))).toEqual(onlyEmbedded);
	});
});

describe('a record shows only what is documented of it:', () => {
	const shown = z.looseObject({ _links: z.looseObject({}), _embedded: z.looseObject({}) });
	const names = (record: unknown) => Object.keys(shown.parse(record));

	it('a product its types only inside a customer', () => {
		const { _embedded } = shown.parse(get('/customers/1000001').json);
		expect(_embedded.products).toMatchObject([{ types: ['subscription'] }]);
		expect(names(get('/products/101').json)).not.toContain('types');
		expect(names(list('/products').records[0])).not.toContain('types');
	});

	it('a customer the platform and the links of lists only where retrieved', () => {
		const path = '/customers/1000001';
		const body = { product: product() };
		expect(names(get(path).json)).toContain('platform');
		for (const { json } of [
			send('POST', '/customers', { body: { ...body, email: 'new@example.com' } }),
			send('PUT', path, { body: { name: 'Ana' } }),
			send('PUT', `${path}/products`, { body }),
			send('DELETE', `${path}/products`, { body }),
		]) {
			expect(names(json)).toContain('email');
			expect(names(json)).not.toContain('platform');
			expect(Object.keys(shown.parse(json)._links)).toEqual(['self']);
		}
	});

	it('a product no source of its picture', () => {
		const pictured = z.looseObject({ thumbnail: z.looseObject({}) });
		const { thumbnail } = pictured.parse(get('/products/101').json);
		expect(Object.keys(thumbnail)).toEqual(['small', 'medium', 'large']);
	});

	it('an extra its identifiers', () => {
		const { records } = list('/collections/306/items', 'type=extras');
		expect(records.map((record) => Object.keys(record))).toEqual([
			['id', 'item_id'],
			['id', 'item_id'],
		]);
	});

	it('an item its place only if it is a video', () => {
		const { records } = list('/collections/301/items');
		expect(records).toMatchObject([{ position: 1 }, { position: 2 }, { position: 3 }, {}]);
		expect(records[3]).toMatchObject(z.looseObject({}).parse(get('/collections/306').json));
	});

	it('a blank field as null', () => {
		send('PUT', '/customers/1000001', { body: { name: '' } });
		send('PUT', '/videos/20001', { body: { description: '' } });
		send('PUT', '/collections/306', { body: { description: '', slug: '' } });
		expect(get('/customers/1000001').json).toMatchObject({ name: null });
		expect(get('/videos/20001').json).toMatchObject({ description: null });
		expect(get('/collections/306').json).toMatchObject({ description: null, slug: null });
	});
});

describe('live events', () => {
	it('are sorted in descending order unless the order is given, also from the oldest', () => {
		const sorted = (query: string) => list('/live_events', `product=101&sort=${query}`).ids.join();
		for (const sort of ['newest', 'oldest', 'latest', 'title', 'updated_at', 'created_at']) {
			expect(sorted(sort)).toBe(sorted(`${sort}&order=DESC`));
		}
		expect(sorted('alphabetical')).toBe(sorted('alphabetical&order=ASC'));
		expect(sorted('oldest')).toBe(sorted('newest&order=ASC'));
	});
});

describe('a field of a video for one media type', () => {
	const update = (body: object) => send('PUT', '/videos/20001', { body }).status;
	it('is refused for another type, and for none', () => {
		expect(update({ movie_type: 'feature' })).toBe(422);
		expect(update({ media_type: 'movie', episode_number: 1 })).toBe(422);
		expect(update({ media_type: 'movie' })).toBe(200);
		expect(update({ movie_type: 'feature' })).toBe(200);
		expect(update({ sports_type: 'nba' })).toBe(422);
	});
});

describe('a request that breaks the contract', () => {
	const create = () => ({ email: 'new@example.com', product: product() });
	const cases: Array<[string, number, string, () => ParsedResponse]> = [
		['an unknown query parameter', 400, 'limit', () => get('/customers', 'limit=5')],
		[
			'an unknown nested parameter',
			400,
			'canonical_collection.name',
			() =>
				send('POST', '/videos', {
					body: { title: 'A', canonical_collection: { id: 301, name: 'x' } },
				}),
		],
		[
			'a body parameter in the query',
			400,
			'product: does not belong in the query',
			() =>
				send('DELETE', '/customers/1000001/products', { query: `product=${encoded(product())}` }),
		],
		[
			'a missing parameter',
			422,
			'product',
			() => send('POST', '/customers', { body: { email: 'a@example.com' } }),
		],
		[
			'an address of another kind',
			422,
			'product',
			() => send('POST', '/customers', { body: { ...create(), product: video() } }),
		],
		[
			'JSON that cannot be read',
			400,
			'not JSON',
			() => send('POST', '/customers', { body: '{"email":' }),
		],
		['a PUT without Content-Length', 400, 'Content-Length: 0', () => send('PUT', '/videos/20001')],
		['an id that is no number', 404, '/videos/..', () => get('/videos/..')],
		[
			'an unknown header',
			400,
			'"user"',
			() => send('GET', '/products', { headers: { 'SVC-User': '1' } }),
		],
	];
	it.each(cases)(
		'with %s is refused with %i and logged as a violation',
		(_name, status, problem, act) => {
			const response = act();
			expect(response.status).toBe(status);
			expect(messageOf(response)).toContain(problem);
			expect(service.violations).toMatchObject([
				{ problem: expect.stringContaining(problem), request: { status } },
			]);
		},
	);
});

describe('authentication', () => {
	const status = (authorization: string, path = '/products') =>
		send('GET', path, { headers: { authorization } }).status;
	it('accepts only the API key with an empty password', () => {
		const { apiKey } = service.settings;
		expect(status(basic(apiKey))).toBe(200);
		expect(status(basic(apiKey, 'x'))).toBe(401);
		expect(status(basic('wrong'))).toBe(401);
		expect(status(`Basic ${Buffer.from(apiKey).toString('base64')}`)).toBe(401);
		expect(status('')).toBe(401);
		expect(messageOf(send('GET', '/products', { headers: { authorization: '' } }))).toContain(
			'required',
		);
	});
});

describe('a request on behalf of a customer', () => {
	it.each([
		['ACME-Customer', 'counts for the customer with the prefix of the service', 3],
		['SVC-Customer', 'counts for no customer with another prefix', 0],
	])('with the header %s %s', (name, _, count) => {
		begin({ headerPrefix: 'ACME' });
		const customer = href('customers', 1_000_001);
		const { json } = send('GET', '/customers/1000001/watching', { headers: { [name]: customer } });
		expect(envelope.parse(json).count).toBe(count);
	});
});

describe('customers', () => {
	const path = '/customers';
	const add = (status: CustomerStatus, products: number[]) =>
		service.state.addCustomer({ email: `${status}@example.com`, status, products }).id;

	it('are listed with the status enabled unless another one is asked for', () => {
		begin({ seed: 'empty' });
		const ids = (['enabled', 'paused', 'cancelled'] as const).map((status) => add(status, [101]));
		expect(list(path).ids).toEqual(ids.slice(0, 1));
		expect(list(path, 'status=paused').ids).toEqual(ids.slice(1, 2));
		expect(list(path, 'status=all').ids.sort()).toEqual(ids);
		// One address of another status is not listed either.
		expect(list(path, 'email=paused@example.com').ids).toEqual([]);
	});

	it('whose access has lapsed have only what is granted anew', () => {
		const id = add('expired', [101, 102]);
		const body = { product: href('products', 103) };
		expect(send('PUT', `${path}/${id}/products`, { body }).status).toBe(200);
		for (const [other, status] of [
			[101, 404],
			[102, 404],
			[103, 200],
		] as const) {
			const query = `product=${encoded(href('products', other))}`;
			expect(get(`${path}/${id}`, query).status).toBe(status);
		}
		expect(list(path, `product=${encoded(product())}&status=all`).ids).not.toContain(id);
	});
});

it.each([{ content: '' }, {}])('a comment without a text is refused: %j', (text) => {
	const body = { video: video(), customer: href('customers', 1_000_001), ...text };
	expect(send('POST', '/comments', { body })).toMatchObject({ status: 422 });
	const written = { ...body, content: 'x' };
	expect(send('POST', '/comments', { body: written }).status).toBe(201);
});

describe('a list', () => {
	it('links pages without per_page, and with null at both ends', () => {
		const first = list('/customers', 'status=all&per_page=25');
		expect(first._links.prev.href).toBeNull();
		expect(first._links.next.href).toBe('http://127.0.0.1:4010/customers?status=all&page=2');
		expect([first.count, first.total]).toEqual([25, 60]);
		expect(list('/customers', 'status=all&per_page=25&page=3')._links.next.href).toBeNull();
	});

	it('has 50 records a page by default and 100 at most, and none after its end', () => {
		begin({ customers: 300 });
		expect(list('/customers', 'status=all').count).toBe(50);
		expect(list('/customers', 'status=all&per_page=500').count).toBe(100);
		expect(list('/customers', 'status=all&page=9').records).toEqual([]);
	});
});
