import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import * as contract from '../../service/contract/index.mts';
import {
	endpoint,
	endpointOf,
	endpoints,
	referencesIn,
	type EndpointId,
} from '../../service/contract/index.mts';
import { createWorld } from '../../service/call.mts';
import { routes } from '../../service/handlers/index.mts';
import { toSettings } from '../../service/options.mts';
import { onContract } from '../../service/route.mts';

const base = 'https://api.example.com/v1';
const product = `${base}/products/101`;
const video = `${base}/videos/9`;

describe('the contract', () => {
	it('has a route of the simulated service for each endpoint', () => {
		const answered = routes.map(({ endpoint }) => endpoint.id);
		expect(
			endpoints.map(({ id }) => id).filter((id) => !answered.includes(id)),
			'These endpoints have no route: add a handler in service/handlers/',
		).toEqual([]);
	});

	it('needs no handler for an endpoint that shows the record in its path', () => {
		const world = createWorld(toSettings({}));
		const responseFor = (item: z.ZodType, id = '305') => {
			const [route] = onContract(
				endpoint('collections.get', 'PUT', '/collections/:id/x', { item }),
			);
			const asked = { params: { id }, path: '', rawQuery: new URLSearchParams(), query: {} };
			const of = { customerId: undefined, onBehalfOf: undefined, body: {} };
			return route?.run(world, { ...asked, ...of });
		};
		expect(responseFor(contract.collection)).toMatchObject({ status: 200, json: { id: 305 } });
		expect(responseFor(contract.done)).toEqual({ status: 204 });
		expect(() => responseFor(contract.done, '9')).toThrow('collections 9 not found');
		expect(responseFor(contract.video)).toBeUndefined();
	});

	it('refuses parameters that no endpoint documents', () => {
		for (const { query, body } of endpoints) {
			expect(query.safeParse({ surprise: '1' }).success).toBe(false);
			expect(body.safeParse({ surprise: 1 }).success).toBe(false);
		}
	});
});

describe('referencesIn', () => {
	it('finds addresses and ids inside arrays and objects', () => {
		const { body } = endpointOf('collections.create');
		const sent = { type: 'series', name: 'A', video_ids: [video], series_id: '5' };
		expect(referencesIn(body, sent)).toEqual([
			{ kind: 'videos', own: false, path: ['video_ids', 0], value: video },
			{ kind: 'collections', own: false, path: ['series_id'], value: '5' },
		]);
		expect(
			referencesIn(endpointOf('videos.update').body, { canonical_collection: { id: 3 } }),
		).toEqual([
			{ kind: 'collections', own: false, path: ['canonical_collection', 'id'], value: 3 },
		]);
	});
});

describe('the parameters of', () => {
	const create = { email: 'ana@example.com', product };
	const client = { client_id: 'c', client_secret: 's', grant_type: 'client_credentials' };
	it.each<[EndpointId, 'accepts' | 'refuses', unknown]>([
		['customers.create', 'refuses', { ...create, product: video }],
		['customers.create', 'refuses', { ...create, expires_in: '3 months' }],
		['customers.create', 'refuses', { ...create, expires_in: '0-days' }],
		['customers.create', 'refuses', { ...create, expires_in: '1-month' }],
		['customers.create', 'refuses', { ...create, password: 'seven77' }],
		['customers.create', 'refuses', { ...create, password: '\u{1F511}'.repeat(7) }],
		['customers.create', 'refuses', { ...create, billing: { provider: 'roku', receipt: 't' } }],
		['customers.getAll', 'refuses', { page: '0' }],
		['videos.create', 'accepts', { title: 'A', description: null, geo_available: 'DE,pt' }],
		['videos.create', 'refuses', { title: 'A', geo_available: 'Germany' }],
		['videos.create', 'refuses', { title: 'A', geo_available: 'DE, pt' }],
		['videos.create', 'refuses', { title: 'A', source_url: 'master.mp4' }],
		['videos.update', 'refuses', { thumbnail_url: 'ftp://files.example.com/still.jpg' }],
		['videos.update', 'refuses', { metadata: { poster: 'image_url:still.jpg' } }],
		['videos.create', 'refuses', { title: 'A', time_available: '2026-01-01T00:00:00.000Z' }],
		['videos.update', 'accepts', {}],
		['videos.update', 'refuses', { metadata: { episode_number: 2 } }],
		['videos.update', 'refuses', { metadata: { a: { b: 1 } } }],
		['videos.update', 'refuses', { genres: 'action,cooking' }],
		['videos.update', 'refuses', { genres: 'action, comedy' }],
		['collections.update', 'refuses', { metadata: { season_number: 1 } }],
		['collections.addItem', 'refuses', {}],
		['collections.addItem', 'refuses', { video_id: 5, file_id: 5 }],
		['collections.getAll', 'refuses', { type: 'series,film' }],
		['collections.getAll', 'refuses', { type: 'series, movie' }],
		['accessToken.create', 'accepts', { ...client, scope: 'read' }],
		['accessToken.create', 'refuses', { ...client, scope: 'public' }],
		['accessToken.create', 'refuses', client],
		['analytics.getReport', 'accepts', { type: 'units', by: 'day', from: '10-week-ago' }],
		['analytics.getReport', 'refuses', { type: 'units', from: '11-week-ago' }],
		['analytics.getReport', 'refuses', { type: 'units', from: '2026-02-30T00:00:00' }],
		['analytics.getReport', 'refuses', { type: 'traffic', by: 'day' }],
		['analytics.getReport', 'refuses', { type: 'video' }],
	])('%s %s %j', (id, verdict, value) => {
		const { method, query, body } = endpointOf(id);
		const { success } = (method === 'GET' ? query : body).safeParse(value);
		expect(success).toBe(verdict === 'accepts');
	});
});
