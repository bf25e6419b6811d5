import { expect, it } from 'vitest';
import nock from 'nock';

import { apiKeyCredential, searchList } from '../../../kit/engine.mts';
import { page } from '../../kit.mts';

const ORIGIN = 'https://service.test';

const search = async (filter?: string, paginationToken?: string) =>
	await searchList({
		node: 'liveEvent',
		method: 'searchLiveEvents',
		parameters: { operation: 'get' },
		credential: apiKeyCredential(ORIGIN),
		...(filter !== undefined && { filter }),
		...(paginationToken !== undefined && { paginationToken }),
	});

const opening = { id: 7, title: 'The opening', live_status: 'pending' };
const gala = {
	id: 8,
	title: 'Gala',
	_links: { self: 'me', live_event_page: { href: 'https://watch.example.com/gala' } },
};

const events = (product: number, ...found: Array<typeof opening | typeof gala>) =>
	[{ product: String(product), page: 1, per_page: 50 }, page('live_events', found)] as const;

it('searchLiveEvents lists the live events of all products, each once', async () => {
	const products = [1, 2, 3].map((id) => ({ id }));
	const scope = nock(ORIGIN)
		.get('/products')
		.query({ page: 1, per_page: 20 })
		.reply(200, page('products', products));
	for (const [query, answer] of [events(1, opening), events(2, opening, gala), events(3)]) {
		scope.get('/live_events').query(query).reply(200, answer);
	}
	expect(await search()).toEqual({
		results: [
			{ name: 'The opening (pending)', value: '7', url: undefined },
			{ name: 'Gala', value: '8', url: 'https://watch.example.com/gala' },
		],
		paginationToken: undefined,
	});
	expect(scope.pendingMocks()).toEqual([]);
});

it('searchLiveEvents sends the filter, and reads the next products for its next page', async () => {
	const next = { _links: { next: { href: `${ORIGIN}/products?page=4` } } };
	const [query, answer] = events(61, gala);
	const scope = nock(ORIGIN)
		.get('/products')
		.query({ page: 3, per_page: 20 })
		.reply(200, { ...page('products', [{ id: 61 }]), ...next })
		.get('/live_events')
		.query({ ...query, query: 'gala' })
		.reply(200, answer);
	const { results, paginationToken } = await search('gala', '3');
	expect(results.map(({ value }) => value)).toEqual(['8']);
	expect(paginationToken).toBe('4');
	expect(scope.pendingMocks()).toEqual([]);
});

it('searchLiveEvents reads the live events of at most 20 products a page', async () => {
	const products = Array.from({ length: 30 }, (_, index) => ({ id: index + 1 }));
	let asked = 0;
	nock(ORIGIN)
		.get('/products')
		.query(true)
		.reply(200, page('products', products))
		.get('/live_events')
		.query(true)
		.times(30)
		.reply(() => {
			asked++;
			return [200, page('live_events', [])];
		});
	expect((await search()).results).toEqual([]);
	expect(asked).toBe(20);
	nock.cleanAll();
});
