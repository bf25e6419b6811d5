import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, searchList } from '../../../kit/engine.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { chosen, page } from '../../kit.mts';

const ORIGIN = 'https://service.test';

interface Case {
	node: string;
	method: string;
	parameters?: INodeParameters;
	path: string;
	key: string;
	query?: IDataObject;
	records: IDataObject[];
	/** The expected name and value of each choice. */
	shows: Array<[name: string, value: string]>;
}

const cases: Case[] = [
	{
		node: 'comment',
		method: 'searchCustomers',
		path: '/customers',
		key: 'customers',
		query: { status: 'all' },
		records: [
			{ id: 1, name: 'Ada', email: 'ada@example.com' },
			{ id: 2, email: 'b@example.com' },
			{ id: 3 },
		],
		shows: [
			['Ada (ada@example.com)', '1'],
			['b@example.com', '2'],
			['Without a name', '3'],
		],
	},
	{
		node: 'browse',
		method: 'searchProducts',
		path: '/products',
		key: 'products',
		records: [{ id: 1, name: 'All access' }],
		shows: [['All access', '1']],
	},
	{
		node: 'comment',
		method: 'searchVideos',
		path: '/videos',
		key: 'videos',
		records: [{ id: 1, title: 'Salt', status: 'uploaded' }],
		shows: [['Salt (uploaded)', '1']],
	},
	{
		node: 'collection',
		method: 'searchCollections',
		path: '/collections',
		key: 'collections',
		records: [{ id: 1, name: 'Harbour', type: 'series' }],
		shows: [['Harbour (series)', '1']],
	},
	{
		node: 'collection',
		method: 'searchItems',
		parameters: { collection: chosen('4') },
		path: '/collections/4/items',
		key: 'items',
		records: [
			{ id: 1, item_id: 91, title: 'Salt', name: 'salt', type: 'video' },
			{ id: 2, name: 'Season 1' },
		],
		shows: [
			['Salt (video)', '91'],
			['Season 1', '2'],
		],
	},
];

describe('a searchable list', () => {
	it.each(cases)(
		'of $method sends the filter and the page, and returns names and values',
		async ({ node, method, parameters = {}, path, key, query, records, shows }) => {
			const scope = nock(ORIGIN)
				.get(path)
				.query({ ...query, query: 'sal', page: 3, per_page: 50 })
				.reply(200, {
					...page(key, records),
					_links: { next: { href: `${ORIGIN}${path}?page=4` } },
				});
			const found = await searchList({
				node,
				method,
				parameters,
				credential: apiKeyCredential(ORIGIN),
				filter: 'sal',
				paginationToken: '3',
			});
			expect(found.results.map(({ name, value }) => [name, value])).toEqual(shows);
			expect(found.paginationToken).toBe('4');
			expect(scope.isDone()).toBe(true);
		},
	);

	const searchComments = async (video: string) =>
		await searchList({
			node: 'comment',
			method: 'searchComments',
			parameters: { operation: 'create', video: chosen(video) },
			credential: apiKeyCredential(ORIGIN),
			filter: 'INDEED',
		});

	it('of comments is filtered by the node, because the service has no filter on their text', async () => {
		const comments = [
			{ id: 1, content: 'Indeed.', _embedded: { customer: { name: 'Ada' } } },
			{ id: 2, content: 'No.' },
		];
		nock(ORIGIN)
			.get('/comments')
			.query({ video: `${ORIGIN}/videos/5`, page: 1, per_page: 50 })
			.reply(200, page('comments', comments));
		expect(await searchComments('5')).toEqual({
			results: [{ name: 'Indeed. (Ada)', value: '1', url: undefined }],
			paginationToken: undefined,
		});
	});

	it.each([
		['https://site.test/c/1', 'https://site.test/c/1'],
		['http://site.test/c/1', 'http://site.test/c/1'],
		['javascript:alert(1)', undefined],
		['data:text/html,x', undefined],
		['file:///etc/passwd', undefined],
		['/c/1', undefined],
		[{ href: 5 }, undefined],
	])('links a choice to %j only when that is a web page', async (href, url) => {
		const links = { self: { href: '/collections/1' }, collection_page: { href } };
		const collections = [{ id: 1, name: 'Harbour', _links: links }];
		nock(ORIGIN).get('/collections').query(true).reply(200, page('collections', collections));
		const search = { node: 'collection', method: 'searchCollections', parameters: {} };
		const { results } = await searchList({ ...search, credential: apiKeyCredential(ORIGIN) });
		expect(results).toEqual([{ name: 'Harbour', value: '1', ...(url && { url }) }]);
	});

	it('links a live event among the items to its own page', async () => {
		const href = 'https://site.test/events/7';
		const links = { self: { href: '/live_events/7' }, live_event_page: { href } };
		const items = [{ id: 7, item_id: 9, title: 'Gala', _links: links }];
		nock(ORIGIN).get('/collections/5/items').query(true).reply(200, page('items', items));
		const { results } = await searchList({
			node: 'collection',
			method: 'searchItems',
			parameters: { operation: 'updateItemPosition', collection: chosen('5') },
			credential: apiKeyCredential(ORIGIN),
		});
		expect(results).toEqual([{ name: 'Gala', value: '9', url: href }]);
	});

	it('truncates a long comment, and offers no comment with an invalid ID', async () => {
		const comments = [
			{ id: 1, content: `INDEED ${'x'.repeat(500)}` },
			{ id: { value: 2 }, content: 'INDEED' },
		];
		nock(ORIGIN).get('/comments').query(true).reply(200, page('comments', comments));
		const { results } = await searchComments('5');
		expect(results.map(({ name }) => name)).toEqual([`INDEED ${'x'.repeat(53)}`]);
	});

	it('gives up after ten seconds, because a person waits for it', async () => {
		nock(ORIGIN).get('/products').query(true).times(99).reply(503);
		const clock = new TurnedClock();
		const began = clock.now;
		const search = { node: 'product', method: 'searchProducts', parameters: {} };
		const searching = searchList({ ...search, credential: apiKeyCredential(ORIGIN) });
		await expect(searching.finally(() => clock.putBack())).rejects.toThrow('The service failed');
		// The pauses are random fractions of a second.
		expect(clock.now - began).toBeCloseTo(10_000);
	});

	it('that shows none of its records is read again, and then fails instead of looking empty', async () => {
		const empty = { ...page('products', []), total: 120 };
		nock(ORIGIN).get('/products').query(true).times(99).reply(200, empty);
		const clock = new TurnedClock();
		const search = { node: 'product', method: 'searchProducts', parameters: {} };
		const searching = searchList({ ...search, credential: apiKeyCredential(ORIGIN) });
		await expect(searching.finally(() => clock.putBack())).rejects.toThrow(
			'The list is incomplete: a page is empty',
		);
	});

	it('names the empty parameter that it depends on', async () => {
		await expect(searchComments('')).rejects.toThrow('The parameter "Video" is empty');
	});

	it.each([
		[120, 1, 2, '2'],
		[2, 1, 2, undefined],
		[102, 3, 2, undefined],
		[151, 3, 2, undefined],
		[152, 3, 2, '4'],
		[120, 3, 0, undefined],
	])(
		'of %i records whose page %i has %i offers the next page %s',
		async (total, at, count, next) => {
			const records = [
				{ id: 1, name: 'A', _links: { self: { href: 'https://watch.example.com/1' } } },
				{ id: null, name: 'B' },
			].slice(0, count);
			const answer = { ...page('products', records), total };
			nock(ORIGIN).get('/products').query(true).reply(200, answer);
			const search = { node: 'product', method: 'searchProducts', parameters: {} };
			const credential = apiKeyCredential(ORIGIN);
			const found = await searchList({ ...search, credential, paginationToken: String(at) });
			const choice = { name: 'A', value: '1' };
			expect(found).toEqual({
				results: count > 0 ? [choice] : [],
				...(next && { paginationToken: next }),
			});
		},
	);
});
