import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, searchList } from '../../../kit/engine.mts';
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
	/** What is shown for each record, and chosen. */
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
			{ id: 1, item_id: 91, title: 'Salt', type: 'video' },
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
		'$method',
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

	it('filters the comments on the chosen video itself, because the API does not search them', async () => {
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
		['JavaScript:alert(1)', undefined],
		['data:text/html,x', undefined],
		['file:///etc/passwd', undefined],
		['/c/1', undefined],
		[{ href: 5 }, undefined],
	])('links a choice to %j only where that is a web page', async (href, url) => {
		const collections = [{ id: 1, name: 'Harbour', _links: { collection_page: { href } } }];
		nock(ORIGIN).get('/collections').query(true).reply(200, page('collections', collections));
		const credential = apiKeyCredential(ORIGIN);
		const { results } = await searchList({
			...{ node: 'collection', method: 'searchCollections', parameters: {}, credential },
		});
		expect(results).toEqual([{ name: 'Harbour', value: '1', ...(url && { url }) }]);
	});

	it('cuts a long comment, and offers no record with an unusable id', async () => {
		const comments = [
			{ id: 1, content: `INDEED ${'x'.repeat(500)}` },
			{ id: { value: 2 }, content: 'INDEED' },
		];
		nock(ORIGIN).get('/comments').query(true).reply(200, page('comments', comments));
		const { results } = await searchComments('5');
		expect(results).toHaveLength(1);
		expect(results[0]?.name.length).toBeLessThan(100);
	});

	it('asks for the parameter that it depends on', async () => {
		await expect(searchComments('')).rejects.toThrow('The parameter "Video" is empty');
	});

	const products = async (
		answer: IDataObject,
		records: IDataObject[],
		paginationToken?: string,
	) => {
		nock(ORIGIN)
			.get('/products')
			.query(true)
			.reply(200, { ...page('products', records), ...answer });
		return await searchList({
			node: 'product',
			method: 'searchProducts',
			parameters: {},
			credential: apiKeyCredential(ORIGIN),
			...(paginationToken && { paginationToken }),
		});
	};

	it.each([
		['https://watch.example.com/1', 'https://watch.example.com/1'],
		['javascript:alert(1)', undefined],
		['data:text/html,x', undefined],
		['/products/1', undefined],
	])('links the choice with the address %s to %s', async (href, url) => {
		const { results } = await products({}, [{ id: 1, _links: { self: { href } } }]);
		expect(results).toEqual([{ name: 'Without a name', value: '1', url }]);
	});

	it('offers another page while the total says that there is more, and leaves out records without id', async () => {
		const records = [
			{ id: 1, name: 'A' },
			{ id: null, name: 'B' },
		];
		const found = await products({ total: 120 }, records);
		expect(found).toMatchObject({ results: [{ name: 'A' }], paginationToken: '2' });
		expect((await products({ total: 2 }, records)).paginationToken).toBeUndefined();
		expect((await products({ total: 102 }, records, '3')).paginationToken).toBeUndefined();
		expect((await products({ total: 103 }, records, '3')).paginationToken).toBe('4');
		expect((await products({ total: 120 }, [])).paginationToken).toBeUndefined();
	});
});
