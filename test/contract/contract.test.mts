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
import { decodeBody } from '../../service/decode.mts';
import { routes } from '../../service/handlers/index.mts';
import { settle } from '../../service/options.mts';
import { Render } from '../../service/render.mts';
import { onContract } from '../../service/route.mts';
import { AccountState } from '../../service/state.mts';
import { Tokens } from '../../service/tokens.mts';
import { Lag } from '../../service/traits/lag.mts';

const accepts = (id: EndpointId, place: 'query' | 'body', value: unknown) =>
	endpointOf(id)[place].safeParse(value).success;

const base = 'https://api.example.com/v1';
const product = `${base}/products/101`;
const video = `${base}/videos/9`;

describe('the list of endpoints', () => {
	it('is answered whole by the simulated service', () => {
		const answered = routes.map(({ endpoint }) => endpoint.id);
		expect(
			endpoints.map(({ id }) => id).filter((id) => !answered.includes(id)),
			'The contract has these, and nothing answers them: add a handler in service/handlers/',
		).toEqual([]);
	});

	it('needs a handler only where it does not say itself what happens', () => {
		const settings = settle({});
		const state = new AccountState(settings);
		const render = new Render(settings, state);
		const given = { settings, state, render, tokens: new Tokens(settings) };
		const lag = new Lag(settings.now, 0, 0);
		const world = { ...given, lag, missingRemovals: { count: 0 }, pages: { count: 0 } };
		const answered = (item: z.ZodType, id = '305') => {
			const [route] = onContract(
				endpoint('collections.get', 'PUT', '/collections/:id/x', { item }),
			);
			const asked = { params: { id }, path: '', rawQuery: new URLSearchParams(), query: {} };
			const of = { customerId: undefined, onBehalfOf: undefined, body: decodeBody('', '') };
			return route?.run(world, { ...asked, ...of });
		};
		expect(answered(contract.collection)).toMatchObject({ status: 200, json: { id: 305 } });
		expect(answered(contract.done)).toEqual({ status: 204 });
		expect(() => answered(contract.done, '9')).toThrow('collections 9 not found');
		expect(answered(contract.video)).toBeUndefined();
		expect(answered(contract.deleted)).toEqual({ status: 204 });
		expect(state.has('collections', 305)).toBe(false);
	});

	it('refuses what no endpoint documents', () => {
		for (const { query, body } of endpoints) {
			expect(query.safeParse({ surprise: '1' }).success).toBe(false);
			expect(body.safeParse({ surprise: 1 }).success).toBe(false);
		}
	});
});

describe('references', () => {
	it('are found inside arrays and objects', () => {
		const { body } = endpointOf('collections.create');
		const given = { type: 'series', name: 'A', video_ids: [video], series_id: '5' };
		expect(referencesIn(body, given)).toEqual([
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

describe('what requests may carry', () => {
	const create = { email: 'ana@example.com', product };
	it.each<[EndpointId, 'query' | 'body', boolean, unknown]>([
		['customers.create', 'body', false, { ...create, product: video }],
		['customers.create', 'body', false, { ...create, expires_in: '3 months' }],
		['customers.create', 'body', false, { ...create, expires_in: '0-days' }],
		['customers.create', 'body', false, { ...create, password: 'seven77' }],
		['customers.create', 'body', false, { ...create, billing: { provider: 'roku', receipt: 't' } }],
		['customers.getAll', 'query', false, { page: '0' }],
		['videos.create', 'body', true, { title: 'A', description: null, geo_available: 'DE,pt' }],
		['videos.create', 'body', false, { title: 'A', geo_available: 'Germany' }],
		['videos.create', 'body', false, { title: 'A', time_available: '2026-01-01T00:00:00.000Z' }],
		['videos.update', 'body', true, {}],
		['videos.update', 'body', false, { metadata: { episode_number: 2 } }],
		['videos.update', 'body', false, { metadata: { a: { b: 1 } } }],
		['videos.update', 'body', false, { genres: 'action,cooking' }],
		['collections.update', 'body', false, { metadata: { season_number: 1 } }],
		['collections.addItem', 'body', false, {}],
		['collections.addItem', 'body', false, { video_id: 5, file_id: 5 }],
		['collections.getAll', 'query', false, { type: 'series,film' }],
		['analytics.getReport', 'query', true, { type: 'units', by: 'day', from: '10-week-ago' }],
		['analytics.getReport', 'query', false, { type: 'units', from: '11-week-ago' }],
		['analytics.getReport', 'query', false, { type: 'units', from: '2026-02-30T00:00:00' }],
		['analytics.getReport', 'query', false, { type: 'traffic', by: 'day' }],
		['analytics.getReport', 'query', false, { type: 'video' }],
	])('%s %s: %s for %j', (id, place, isAccepted, value) => {
		expect(accepts(id, place, value)).toBe(isAccepted);
	});
});
