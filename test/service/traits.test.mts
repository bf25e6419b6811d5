import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createService, SimulatedFault, type ServiceOptions } from '../../service/index.mts';
import { traitList, traits } from '../../service/traits/index.mts';

const start = Date.parse('2026-03-01T12:00:00Z');

/** A service with some traits, and what is asked of it. */
const withTraits = (options: ServiceOptions) => {
	const clock = { now: start };
	const service = createService({ now: () => new Date(clock.now), ...options });
	const { apiKey } = service.settings;
	const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	const send = (method: string, path: string, body?: object, headers = {}) => {
		const [pathname = '', query = ''] = path.split('?');
		return service.handle({
			method,
			path: pathname,
			query,
			headers: {
				authorization: basic,
				...(body && { 'content-type': 'application/json' }),
				...headers,
			},
			body: body && JSON.stringify(body),
		});
	};
	const get = (path: string, headers = {}): unknown =>
		JSON.parse(send('GET', path, undefined, headers).body);
	const create = (email: string) =>
		send('POST', '/customers', { email, product: service.href('products', 101) });
	return { clock, service, send, get, create };
};

const envelope = z.looseObject({
	_links: z.looseObject({ next: z.object({ href: z.string().nullable() }) }),
	count: z.int(),
	total: z.unknown().optional(),
	_embedded: z.record(z.string(), z.unknown()),
});
const rows = z.array(z.looseObject({ id: z.int() }));
const idsOf = (page: unknown): number[] =>
	Object.values(envelope.parse(page)._embedded).flatMap((all) =>
		rows.parse(all).map(({ id }) => id),
	);
const product = encodeURIComponent('http://127.0.0.1:4010/products/101');

describe('the list of traits', () => {
	it('names every trait, with its default first and something else beside it', () => {
		expect(traitList.map(({ name }) => name)).toEqual(Object.keys(traits.shape));
		const realistic = Object.fromEntries(traitList.map(({ name, values }) => [name, values[0]]));
		expect(traits.parse({})).toEqual(realistic);
		for (const { values } of traitList) expect(new Set(values).size).toBeGreaterThan(1);
	});
});

describe('the real service', () => {
	it('has browse rows without an id, whose addresses carry the product', () => {
		const page = envelope.parse(withTraits({}).get(`/browse?product=${product}`));
		expect(z.array(z.unknown()).parse(page._embedded.items)[0]).toMatchObject({
			_links: {
				self: { href: `http://127.0.0.1:4010/collections/301?product=${product}` },
				items: { href: `http://127.0.0.1:4010/collections/301/items?product=${product}` },
			},
		});
		expect(JSON.stringify(page._embedded)).not.toContain('"id"');
	});

	it('shows what a customer watches only where the header names that customer', () => {
		const { get, service } = withTraits({});
		const watched = (index: number) =>
			get('/customers/1000001/watching', {
				'SVC-Customer': service.href('customers', 1_000_000 + index),
			});
		expect(idsOf(get('/customers/1000001/watching'))).toEqual([]);
		expect(idsOf(watched(2))).toEqual([]);
		expect(idsOf(watched(1))).toEqual([20_001, 20_002, 20_003]);
	});
});

describe('lists', () => {
	it.each([
		['list', 30],
		['page', 20],
		['absent', undefined],
		['text', 'many'],
		['negative', -1],
		['same', 7],
	] as const)('have a total: %s', (total, told) => {
		const { get } = withTraits({ total });
		expect(envelope.parse(get('/videos?per_page=20')).total).toBe(told);
	});

	it.each([
		['complete', 'http://127.0.0.1:4010/videos?per_page=20&page=2'],
		['withoutPerPage', 'http://127.0.0.1:4010/videos?page=2'],
		['literal', 'http://127.0.0.1:4010/videos?page=2&href=%3Ahref'],
		['foreign', 'http://elsewhere.invalid/videos?per_page=20&page=2'],
		['endless', 'http://127.0.0.1:4010/videos?page=2'],
		['itself', 'http://127.0.0.1:4010/videos?per_page=20&page=1'],
	] as const)('have a next page: %s', (next, address) => {
		const { get } = withTraits({ next });
		const nextOf = (page: number) =>
			envelope.parse(get(`/videos?per_page=20${page > 1 ? `&page=${page}` : ''}`))._links.next.href;
		expect(nextOf(1)).toBe(address);
		expect(nextOf(2) !== null).toBe(['endless', 'itself'].includes(next));
	});

	it('show what a request created only after a while', () => {
		const { get, send, service, clock } = withTraits({ listLagSeconds: 3 });
		send('POST', '/videos', { title: 'New' });
		service.state.addVideo();
		const created = 20_031;
		expect(get(`/videos/${created}`)).toMatchObject({ title: 'New' });
		expect(idsOf(get('/videos?sort=newest&per_page=2'))).toEqual([20_032, 20_030]);
		clock.now += 3000;
		expect(idsOf(get('/videos?sort=newest&per_page=2'))).toEqual([20_032, 20_031]);
	});
});

describe('customers', () => {
	it('can have one address twice', () => {
		const { create, get } = withTraits({ duplicateEmail: 'another' });
		create('two@example.com');
		create('two@example.com');
		expect(idsOf(get('/customers?email=two@example.com'))).toHaveLength(2);
	});

	it.each([
		['404', [404, 404]],
		['409', [409, 409]],
		['drawn', [404, 422, 400, 409]],
	] as const)('refuse to lose what they do not have: %s', (missingRemoval, statuses) => {
		const { send, service } = withTraits({ missingRemoval });
		const body = { product: service.href('products', 106) };
		expect(statuses.map(() => send('DELETE', '/customers/1000001/products', body).status)).toEqual(
			statuses,
		);
	});
});

describe('writes', () => {
	it.each([
		['nothing', /^$/],
		['blank', /^ $/],
		['ok', /^OK$/],
		['html', /^<!DOCTYPE html>/],
		['cut', /^\{"_links"/],
	] as const)('succeed and are answered with %s', (writeAnswer, body) => {
		const { create, get, send } = withTraits({ writeAnswer });
		const answer = create('new@example.com');
		expect(answer).toMatchObject({ status: 201, body: expect.stringMatching(body) });
		expect(() => void JSON.parse(answer.body)).toThrow(SyntaxError);
		expect(idsOf(get('/customers?email=new@example.com'))).toHaveLength(1);
		const refused = send('POST', '/customers', { email: 'new@example.com', product: 'none' });
		expect(JSON.parse(refused.body)).toHaveProperty('message');
	});
});

describe('access tokens', () => {
	it('expire before a request', () => {
		const { send, service } = withTraits({ tokensExpireBefore: 2 });
		const { clientId: client_id, clientSecret: client_secret } = service.settings;
		const asked = { client_id, client_secret, grant_type: 'client_credentials', scope: 'read' };
		const token = () =>
			z
				.looseObject({ access_token: z.string() })
				.parse(JSON.parse(send('POST', '/oauth/token', asked).body)).access_token;
		const ask = (given: string) =>
			send('GET', '/products', undefined, { authorization: `Bearer ${given}` }).status;
		const first = token();
		expect([ask(first), ask(first), ask(first)]).toEqual([200, 401, 401]);
		const second = token();
		expect([ask(second), ask(second)]).toEqual([200, 200]);
	});
});

describe('the clock', () => {
	it.each([
		['right', [0, 0, 0]],
		['ahead', [1200, 1200, 1200]],
		['behind', [-1200, -1200, -1200]],
	] as const)('is %s', (which, expected) => {
		const { send, clock } = withTraits({ clock: which });
		const offsets = [0, 1, 2].map((index) => {
			clock.now = start + index * 120_000;
			const date = send('GET', '/products').headers.date ?? '';
			return (Date.parse(date) - clock.now) / 1000;
		});
		expect(offsets).toEqual(expected);
	});

	it('gives some records no date, or one in the future', () => {
		const missing = withTraits({ dates: 'someMissing' });
		expect(missing.get('/videos/20027')).not.toMatchObject({ created_at: null });
		expect(missing.get('/videos/20028')).toMatchObject({ created_at: null, updated_at: null });
		const { get } = withTraits({ dates: 'someInFuture' });
		expect(get('/videos/20028')).toMatchObject({ created_at: '2026-03-01T18:00:00Z' });
	});
});

describe('disturbances', () => {
	it.each([
		['504', 'performed', 1],
		['504', 'dropped', 0],
		['524', 'performed', 1],
		['429', 'performed', 0],
	] as const)('a creation that is answered %s is %s', (disturbance, disturbedRequest, made) => {
		const { create, get } = withTraits({ disturbance, disturbedRequest });
		const answer = create('new@example.com');
		expect(answer).toMatchObject({
			status: Number(disturbance),
			headers: { date: 'Sun, 01 Mar 2026 12:00:00 GMT' },
		});
		expect(idsOf(get('/customers?email=new@example.com'))).toHaveLength(made);
		// the first one only
		expect(create('other@example.com').status).toBe(201);
	});

	it.each([
		['disconnect', 'ECONNRESET'],
		['cutBody', 'ECONNRESET'],
		['malformed', 'HPE_INVALID_CONSTANT'],
		['drip', 'ETIMEDOUT'],
	] as const)('a creation meets %s', (disturbance, code) => {
		const { create, get } = withTraits({ disturbance });
		const act = () => create('new@example.com');
		expect(act).toThrow(SimulatedFault);
		expect(idsOf(get('/customers?email=new@example.com'))).toHaveLength(1);
		const again = withTraits({ disturbance });
		expect(() => again.create('new@example.com')).toThrow(expect.objectContaining({ code }));
	});

	it.each([
		['reads', 'everySecond', [503, 200, 503, 200]],
		['reads', 'each', [503, 503, 503, 503]],
		['writes', 'each', [200, 200, 200, 200]],
		['all', 'first', [503, 200, 200, 200]],
	] as const)('meet %s, %s', (disturbed, disturbedTimes, statuses) => {
		const { send } = withTraits({ disturbance: '503', disturbed, disturbedTimes });
		expect(statuses.map(() => send('GET', '/products').status)).toEqual(statuses);
	});
});

describe('reports', () => {
	const report = z.looseObject({
		from: z.string(),
		data: z.looseObject({
			reasons_total: z.int(),
			reasons_count: z.int(),
			pause_reasons: z.looseObject({ reasons: z.array(z.unknown()) }),
			cancellation_reasons: z.looseObject({ reasons: z.array(z.unknown()) }),
		}),
	});

	it('are cut at the page size, and tell how many reasons there are', () => {
		const { get, service } = withTraits({ customers: 400 });
		const asked = (query: string) => report.parse(get(`/analytics?type=churn${query}`)).data;
		const lapsed = (['paused', 'cancelled'] as const)
			.map((status) => service.state.customers.list({ status }, 'newest', 0, 1).total)
			.reduce((sum, one) => sum + one);
		for (const [query, count] of [
			['', 50],
			['&per_page=3', 3],
			['&per_page=999', lapsed],
		] as const) {
			const { pause_reasons, cancellation_reasons, ...told } = asked(query);
			expect(told).toEqual({ reasons_total: lapsed, reasons_count: count });
			const shown = [...pause_reasons.reasons, ...cancellation_reasons.reasons];
			expect(shown).toHaveLength(count);
		}
	});

	it.each([
		['3-weeks-ago', '2026-02-08'],
		['3-week-ago', '2026-02-08'],
		['1-day-ago', '2026-02-28'],
		['today', '2026-03-01'],
	])('take from=%s', (from, day) => {
		const { get, service } = withTraits({});
		expect(report.parse(get(`/analytics?type=churn&from=${from}`)).from).toBe(day);
		expect(service.violations).toEqual([]);
	});

	it.each(['', '&from=3-days-ago', '&by=hour&from=1-day-ago', '&by=day&from=2-weeks-ago'])(
		'asked twice tell the same: %s',
		(query) => {
			const { get, clock } = withTraits({});
			const asked = () => get(`/analytics?type=units${query}`);
			const first = asked();
			clock.now += 90_000;
			expect(asked()).toEqual(first);
		},
	);
});
