import { describe, expect, it } from 'vitest';

import { nodeTypeOf } from '../../kit/engine.mts';
import { Account } from '../account.mts';
import {
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
} from '../kit.mts';

const collection = chosen(5);

/** The three types of items, with their fields and the values that they send. */
const MEMBERS = [
	['video', 'video', 'video_id', 'video_id'],
	['collection', 'collectionItem', 'collection_id', 'collection_item_id'],
	['file', 'file', 'file_id', 'file_id'],
] as const;

/** Cases for every type with all three fields filled in, because n8n shows and routes all of them for an expression. */
const memberCases = (method: string) =>
	Object.fromEntries(
		MEMBERS.map(([itemType, , property, name], index) => [
			`the ID of the ${itemType} alone, and gives ${name}`,
			{
				parameters: {
					collection,
					itemType: `={{ "${itemType}" }}`,
					video: chosen(10),
					collectionItem: chosen(`${BASE_URL}/collections/11`, 'url'),
					file: chosen('012'),
					options: FOR_CUSTOMER,
				},
				sends: [
					{
						method,
						path: '/collections/5/items',
						body: { [property]: 10 + index },
						headers: CUSTOMER_HEADERS,
					},
				],
				gives: [{ success: true, collection_id: 5, [name]: 10 + index }],
			},
		]),
	);

itSends('collection', 'addItem', memberCases('PUT'));
itSends('collection', 'removeItem', memberCases('DELETE'));

for (const operation of ['addItem', 'removeItem']) {
	itRefuses(
		'collection',
		operation,
		[
			{
				parameters: { collection, video: '={{ $json.tried }}' },
				good: 7,
				bad: ['', 'seven', 1.5, `${BASE_URL}/collections/7`],
				names: 'Video',
			},
			{
				parameters: {
					collection,
					itemType: '={{ $json.tried }}',
					video: chosen(7),
					collectionItem: chosen(7),
					file: chosen(7),
				},
				good: 'video',
				bad: ['live_event', '', null],
				names: 'Item Type',
			},
		],
		null,
	);
}

const moved = { id: 900, item_id: 31, position: 2, title: 'Moved', _links: {} };

itSends('collection', 'updateItemPosition', {
	'the item_id in the path, not the ID of the video, and position 0': {
		parameters: { collection, item: chosen(31), position: 0 },
		sends: [{ method: 'PUT', path: '/collections/5/items/31', body: { position: 0 } }],
		answer: moved,
		gives: [{ id: 900, title: 'Moved', item_id: 31, position: 2 }],
	},
	'a position given as text as a number': {
		parameters: { collection, item: chosen('31'), position: '={{ "3" }}' },
		sends: [{ method: 'PUT', path: '/collections/5/items/31', body: { position: 3 } }],
		answer: moved,
		gives: [{ id: 900, title: 'Moved', item_id: 31, position: 2 }],
	},
	'what it is asked, and gives the IDs where the service answers nothing': {
		parameters: { collection, item: chosen(31), position: 1 },
		sends: [{ method: 'PUT', path: '/collections/5/items/31', body: { position: 1 } }],
		gives: [{ success: true, collection_id: 5, item_id: 31 }],
	},
});

itSends('collection', 'updatePosition', {
	'position 0 too': {
		parameters: { collection, position: 0 },
		sends: [{ method: 'PUT', path: '/collections/5/update_position', body: { position: 0 } }],
		answer: {},
		gives: [{ success: true, collection_id: 5 }],
	},
});

for (const operation of ['updatePosition', 'updateItemPosition']) {
	itRefuses('collection', operation, [
		{
			parameters: { collection, item: chosen(31), position: '={{ $json.tried }}' },
			good: 2,
			bad: [-1, 1.5, 'first', '', null],
			names: 'Position',
		},
	]);
}

const record = { id: 5, name: 'Harbour', _links: { self: { href: `${BASE_URL}/collections/5` } } };
const simplified = { id: 5, name: 'Harbour', href: `${BASE_URL}/collections/5` };

itSends('collection', 'create', {
	'switches as text, a series as text, and what it holds as addresses': {
		parameters: {
			type: 'season',
			name: 'Harbour',
			additionalFields: {
				isFeatured: true,
				isAutomatic: false,
				seriesId: chosen(8),
				seasonNumber: 2,
				videoIds: '1, 2',
				collectionIds: '={{ [3] }}',
				fileIds: '4',
			},
		},
		sends: [
			{
				method: 'POST',
				path: '/collections',
				body: {
					type: 'season',
					name: 'Harbour',
					is_featured: 'true',
					is_automatic: 'false',
					series_id: '8',
					season_number: 2,
					video_ids: [1, 2].map((id) => `${BASE_URL}/videos/${id}`),
					collection_ids: [`${BASE_URL}/collections/3`],
					file_ids: [`${BASE_URL}/files/4`],
				},
			},
		],
		answer: record,
		gives: [simplified],
	},
});

itSends('collection', 'update', {
	'no blank texts, what clears a field, and switches that are off': {
		parameters: {
			collection,
			updateFields: { slug: ' ', isFeatured: false, isAutomatic: true, tags: 'a;b' },
			options: { clearFields: ['description', 'plans'] },
		},
		sends: [
			{
				method: 'PUT',
				path: '/collections/5',
				body: {
					is_featured: 'false',
					is_automatic: 'true',
					tags: 'a,b',
					description: '',
					plans: [],
				},
			},
		],
		answer: record,
		gives: [simplified],
	},
});

const item = { ...moved, _links: { self: { href: `${BASE_URL}/videos/900` } } };

itSends('collection', 'getItems', {
	'its filters and sort, and gives item_id beside id': {
		parameters: {
			collection,
			limit: 2,
			filters: { type: 'seasons', includeEvents: false, query: 'sea' },
			sorting: { sort: 'position' },
		},
		sends: [
			{
				method: 'GET',
				path: '/collections/5/items',
				query: {
					page: '1',
					per_page: '2',
					type: 'seasons',
					include_events: '0',
					query: 'sea',
					sort: 'position',
				},
			},
		],
		answer: page('items', [item]),
		gives: [
			{
				id: 900,
				title: 'Moved',
				type: 'video',
				item_id: 31,
				position: 2,
				href: `${BASE_URL}/videos/900`,
			},
		],
	},
});

itSends('collection', 'getAll', {
	'types separated by commas, and a switch as text': {
		parameters: {
			limit: 3,
			filters: { type: ['series', 'section'], active: false, product: chosen(9), plan: ['free'] },
			sorting: { sort: 'latest' },
		},
		sends: [
			{
				method: 'GET',
				path: '/collections',
				query: {
					page: '1',
					per_page: '3',
					type: 'series,section',
					active: 'false',
					plan: 'free',
					product: `${BASE_URL}/products/9`,
					sort: 'latest',
				},
			},
		],
		answer: page('collections', [record]),
		gives: [simplified],
	},
});

itSends('collection', 'get', {
	'the product as its address': {
		parameters: { collection, filters: { product: chosen(9) } },
		sends: [
			{
				method: 'GET',
				path: '/collections/5',
				query: { product: `${BASE_URL}/products/9` },
			},
		],
		answer: record,
		gives: [simplified],
	},
});

it('the locator of Move Item has the modes list and ID, and no URL', () => {
	const { properties } = nodeTypeOf('collection').description;
	const [field] = properties.filter(({ name }) => name === 'item');
	expect(field?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
});

describe('the error for a position that does not exist', () => {
	const account = new Account('collection', { position: 999 });

	it.each(['updateItemPosition', 'updatePosition'])('is explained in %s', async (operation) => {
		const { state } = account.service;
		const playlist = state.addCollection();
		state.addItem(playlist, 'videos', state.addVideo().id);
		const item = chosen(playlist.items[0]?.itemId ?? 0);
		const { error } = await account.run({ operation, collection: chosen(playlist.id), item });
		expect(error?.message).toContain('The service did not accept the position');
	});
});

describe('addItem with the position of a workflow that was saved before 0.1.0', () => {
	const account = new Account('collection', { operation: 'addItem', itemType: 'video' });

	it.each([
		[{ position: 1 }, 0],
		[{ position: '={{ 1 }}' }, 0],
		[{}, 1],
		[undefined, 1],
	])('%j adds %i items, and a position is refused in a sentence', async (saved, added) => {
		const { state } = account.service;
		const playlist = state.addCollection({ type: 'playlist' });
		const video = chosen(state.addVideo().id);
		const parameters = { collection: chosen(playlist.id), video };
		const additionalFields = saved && { additionalFields: saved };
		const { error } = await account.run({ ...parameters, ...additionalFields });
		expect(playlist.items).toHaveLength(added);
		expect(error?.message).toBe(
			added === 0 ? 'Add Item no longer has the field "Position"' : undefined,
		);
	});
});

describe('removeItem, when the response is lost,', () => {
	const account = new Account('collection', { operation: 'removeItem', itemType: 'video' });

	function playlistWithNamesake() {
		const { state } = account.service;
		const playlist = state.addCollection({ type: 'playlist' });
		state.addItem(playlist, 'videos', state.addVideo({ id: 7 }).id);
		state.addItem(playlist, 'live_events', state.addLiveEvent({ id: 7 }).id);
		state.addItem(playlist, 'collections', state.addCollection({ id: 7 }).id);
		return playlist;
	}

	it.each([true, false])(
		'succeeds, whether the request was performed (%s) or not',
		async (isPerformed) => {
			const playlist = playlistWithNamesake();
			account.service.faults.add({ status: 502, isPerformed, match: { method: 'DELETE' } });
			const parameters = { collection: chosen(playlist.id), video: chosen(7) };
			expect(await account.runOnce(parameters)).toMatchObject({ success: true });
			expect(playlist.items.map(({ kind }) => kind)).toEqual(['live_events', 'collections']);
		},
	);
});
