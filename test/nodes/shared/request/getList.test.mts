import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';
import nock from 'nock';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ListsModule from '../../../../nodes/shared/request/getList';
import { built } from '../../../kit/built.mts';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { BASE_URL, CUSTOMER_HEADERS, FOR_CUSTOMER, page } from '../../kit.mts';

const { getList, logMissing, rangeOf } = built<typeof ListsModule>('shared/request/getList');

describe('rangeOf', () => {
	const of = (parameters: IDataObject) => {
		const getNodeParameter = (name: string, fallback: unknown) => parameters[name] ?? fallback;
		return rangeOf({ getNodeParameter } as unknown as IExecuteSingleFunctions);
	};

	it.each([
		[{}, { firstPage: 1, perPage: 50, maxRecords: 50 }],
		[{ limit: 7 }, { firstPage: 1, perPage: 7, maxRecords: 7 }],
		[{ limit: 120 }, { firstPage: 1, perPage: 40, maxRecords: 120 }],
		[
			{ limit: 7, 'options.perPage': 3 },
			{ firstPage: 1, perPage: 3, maxRecords: 7 },
		],
		[
			{ limit: 7, 'options.page': 1 },
			{ firstPage: 1, perPage: 7, maxRecords: 7 },
		],
		[
			{ limit: 7, 'options.page': 2 },
			{ firstPage: 2, perPage: 50, maxRecords: 7 },
		],
		[
			{ returnAll: true, limit: 7 },
			{ firstPage: 1, perPage: 100 },
		],
		[
			{ returnAll: true, 'options.page': 2 },
			{ firstPage: 2, perPage: 50 },
		],
		[
			{ returnAll: true, 'options.page': 3, 'options.perPage': 20 },
			{ firstPage: 3, perPage: 20 },
		],
	])('of %j is %j', (parameters, range) => {
		expect(of(parameters)).toEqual(range);
	});

	it.each([
		['Limit', { limit: 0 }],
		['Return All', { returnAll: 'perhaps' }],
		['Page', { 'options.page': 'two' }],
		['Page Size', { 'options.perPage': -1 }],
	])('is refused by the name of %s', (label, parameters) => {
		expect(() => of(parameters)).toThrow(`"${label}" `);
	});
});

it('a list that is shorter than its total is logged with both numbers', () => {
	const warn = vi.fn();
	const parts = { logger: { warn }, getNode: () => ({ name: 'Videos' }) };
	const context = parts as unknown as IExecuteSingleFunctions;
	logMissing(context, 'live_events', 60, 0);
	logMissing(context, 'live_event_rows', 60, 3);
	expect(warn.mock.calls).toEqual([
		[
			'Videos: the list of live event rows ended too early. Records: 60. Its total counts 3 more, which no page contains.',
		],
	]);
});

it('the operation of a list logs that records are missing', async () => {
	const clock = new TurnedClock();
	const httpRequestWithAuthentication = async (_: string, { qs }: IHttpRequestOptions) => {
		const videos = qs?.page === 1 ? [{ id: 1 }] : [];
		return { statusCode: 200, headers: {}, body: { ...page('videos', videos), total: 3 } };
	};
	const getNodeParameter = (name: string, fallback: unknown) =>
		name === 'returnAll' ? true : fallback;
	const logger = { warn: vi.fn() };
	const item = itemContext({ helpers: { httpRequestWithAuthentication } });
	const context = Object.assign(item, { getNodeParameter, logger });
	const options = { url: '/videos', baseURL: BASE_URL };
	const listing = getList('videos', 'video').call(context as never, { options } as never);
	expect(await listing.finally(() => clock.putBack())).toMatchObject([{ json: { id: 1 } }]);
	expect(logger.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('2 more'));
});

describe('in n8n, a list', () => {
	/** Longer than a page and the default limit. */
	const ALL = Array.from({ length: 57 }, (_, index) => ({
		id: index + 1,
		title: `Video ${index + 1}`,
	}));

	let asked: Array<{ query: Record<string, string>; headers: IDataObject }>;

	/** Serves a list whose links lose every filter, like the service's. */
	beforeEach(() => {
		asked = [];
		nock(BASE_URL)
			.persist()
			.get('/videos')
			.query(true)
			.reply((request: Request) => {
				const query = Object.fromEntries(new URL(request.url).searchParams);
				asked.push({ query, headers: Object.fromEntries(request.headers) });
				const [page, size] = [Number(query.page), Number(query.per_page)];
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
	const idsFrom = (first: number) => ALL.map(({ id }) => id).slice(first - 1);

	it('ends at the limit, and requests no page after it', async () => {
		expect(idsOf(await list({ limit: 2, options: { perPage: 3 } }))).toEqual([1, 2]);
		expect(asked).toHaveLength(1);
		expect(idsOf(await list({ limit: 5, options: { perPage: 3 } }))).toEqual([1, 2, 3, 4, 5]);
		expect(asked.slice(1).map(({ query }) => query.page)).toEqual(['1', '2']);
	});

	it('is complete with Return All, begins at its page, and is paired', async () => {
		const items = await list({ returnAll: true, limit: 2, options: { perPage: 20 } });
		expect(idsOf(items)).toEqual(idsFrom(1));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(ALL.map(() => ({ item: 0 })));
		const behind = await list({ returnAll: true, options: { page: 2, perPage: 50 } });
		expect(idsOf(behind)).toEqual(idsFrom(51));
	});

	it('keeps its filters, its order and its customer header on every page', async () => {
		await list({
			returnAll: true,
			sorting: { sort: 'newest' },
			filters: { query: 'sea', plan: ['free', 'public'] },
			options: { ...FOR_CUSTOMER, perPage: 20 },
		});
		expect(asked).toHaveLength(3);
		const query = { query: 'sea', plan: 'free,public', sort: 'newest', per_page: '20' };
		for (const request of asked)
			expect(request).toMatchObject({ query, headers: CUSTOMER_HEADERS });
	});
});
