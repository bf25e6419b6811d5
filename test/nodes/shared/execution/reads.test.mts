import type { IDataObject, IExecuteSingleFunctions, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { listRequest } from '../../../../nodes/shared/execution/lists';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, CUSTOMER_HEADERS, FOR_CUSTOMER } from '../../kit.mts';

/** Serves a list longer than a page and the default limit, whose links lose every filter, like the service's. */
const ALL = Array.from({ length: 57 }, (_, index) => ({
	id: index + 1,
	title: `Video ${index + 1}`,
}));

interface Asked {
	query: Record<string, string>;
	headers: IDataObject;
}

let asked: Asked[];

beforeEach(() => {
	asked = [];
	nock(BASE_URL)
		.persist()
		.get('/videos')
		.query(true)
		.reply(function (uri) {
			const query = Object.fromEntries(new URL(uri, BASE_URL).searchParams);
			asked.push({ query, headers: this.req.headers });
			const [page, size] = [Number(query.page ?? 1), Number(query.per_page)];
			const videos = ALL.slice((page - 1) * size, page * size);
			const next = page * size < ALL.length ? `${BASE_URL}/videos?page=${page + 1}` : null;
			const _links = { next: { href: next } };
			return [200, { _links, count: videos.length, total: ALL.length, _embedded: { videos } }];
		});
});

async function list(parameters: INodeParameters) {
	const { error, items } = await runNode({
		node: 'video',
		parameters: { resource: 'video', operation: 'getAll', ...parameters },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error).toBeUndefined();
	return items;
}

const idsOf = (items: Awaited<ReturnType<typeof list>>) => items.map(({ json }) => json.id);

describe('a list', () => {
	it('ends at the limit, and requests no page after it', async () => {
		expect(idsOf(await list({ limit: 2, options: { perPage: 3 } }))).toEqual([1, 2]);
		expect(asked).toHaveLength(1);
		expect(idsOf(await list({ limit: 5, options: { perPage: 3 } }))).toEqual([1, 2, 3, 4, 5]);
		expect(asked.slice(1).map(({ query }) => query.page)).toEqual(['1', '2']);
	});

	it('is complete with Return All, which ignores the limit', async () => {
		const items = await list({ returnAll: true, limit: 2, options: { perPage: 20 } });
		expect(idsOf(items)).toEqual(ALL.map(({ id }) => id));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ALL.map(() => ({ item: 0 })));
	});

	it('keeps its filters, its order and its customer header on every page', async () => {
		const options = { ...FOR_CUSTOMER, perPage: 20 };
		await list({
			returnAll: true,
			filters: { query: 'sea', plan: ['free', 'public'] },
			sorting: { sort: 'newest' },
			options,
		});
		expect(asked).toHaveLength(3);
		for (const { query, headers } of asked) {
			expect(query).toMatchObject({
				query: 'sea',
				plan: 'free,public',
				sort: 'newest',
				per_page: '20',
			});
			expect(headers).toMatchObject(CUSTOMER_HEADERS);
		}
	});

	it('that is shorter than its total logs a warning with both numbers', () => {
		const warn = vi.fn();
		const context = { logger: { warn }, getNode: () => ({ name: 'Videos' }) };
		const request = {
			context: context as unknown as IExecuteSingleFunctions,
			options: { url: '' },
		};
		const { onShortfall } = listRequest(request, 'live_events', { firstPage: 1, perPage: 50 });
		onShortfall?.({ received: 60, total: 63 });
		expect(warn.mock.calls).toEqual([
			[expect.stringMatching(/^Videos: the list of live events ended after 60 .* total is 63/)],
		]);
	});

	it('begins at the requested page', async () => {
		const items = await list({ returnAll: true, options: { page: 2, perPage: 50 } });
		expect(idsOf(items)).toEqual([51, 52, 53, 54, 55, 56, 57]);
	});
});

describe('a list whose range is invalid', () => {
	it.each([
		['Limit', { limit: 0 }],
		['Return All', { returnAll: 'perhaps' }],
		['Page', { options: { page: 'two' } }],
		['Page Size', { options: { perPage: -1 } }],
	])('is refused by the name of %s', async (label, parameters) => {
		const { error } = await runNode({
			node: 'video',
			parameters: { resource: 'video', operation: 'getAll', ...parameters },
			credential: apiKeyCredential(BASE_URL),
		});
		expect(error?.message).toContain(`"${label}" `);
		expect(asked).toEqual([]);
	});
});

describe('a response that is split into rows', () => {
	const report = async (output: string) => {
		const data = { entries: [{ plays: 1 }, { plays: 2 }] };
		nock(BASE_URL).get('/analytics').query(true).reply(200, { data });
		const { error, json } = await runNode({
			node: 'analytics',
			parameters: {
				...{ resource: 'analytics', operation: 'getReport', type: 'units', period: 'all' },
				output,
			},
			credential: apiKeyCredential(BASE_URL),
		});
		expect(error).toBeUndefined();
		return json;
	};

	it('is an item for each row', async () => {
		expect(await report('simplified')).toMatchObject([{ plays: 1 }, { plays: 2 }]);
	});

	it.each(['full', 'raw'])('is one item with the output %s', async (output) => {
		expect(await report(output)).toMatchObject([{ data: { entries: [{}, {}] } }]);
	});
});

describe('an array', () => {
	const files = async (body: unknown) => {
		nock(BASE_URL).get('/videos/5/files').reply(200, JSON.stringify(body));
		const parameters = { resource: 'video', operation: 'getFiles', video: '5', output: 'raw' };
		return await runNode({ node: 'video', parameters, credential: apiKeyCredential(BASE_URL) });
	};

	it('is an item for each of its records', async () => {
		const records = [{ quality: '720p' }, { quality: '360p' }];
		expect((await files(records)).json).toEqual(records);
	});

	it.each([[[{ quality: '720p' }, 5]], [{ files: [] }], ['files']])(
		'is refused when it does not consist of records: %j',
		async (body) => {
			const { error } = await files(body);
			expect(error?.message).toMatch(/^The service answered without the list/);
			expect(error?.description).toMatch(/Base URL/);
		},
	);

	it('of more records than n8n can pass on is refused with the same error as a list', async () => {
		const { error, json } = await files(Array(150_000).fill({ quality: '720p' }));
		expect(error?.message).toMatch(/^The list has more than 110000 records/);
		expect(json).toEqual([]);
	});
});

it('a report of more rows than n8n can pass on is refused with the same error as a list', async () => {
	const data = { entries: Array(150_000).fill({ plays: 1 }) };
	nock(BASE_URL).get('/analytics').query(true).reply(200, { data });
	const { error, json } = await runNode({
		node: 'analytics',
		parameters: { resource: 'analytics', operation: 'getReport', type: 'units', period: 'all' },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.message).toMatch(/^The list has more than 110000 records/);
	expect(error?.description).toContain('a shorter period');
	expect(json).toEqual([]);
});
