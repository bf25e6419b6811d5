import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { BASE_URL, chosen, CUSTOMER_HEADERS, FOR_CUSTOMER, itSends } from '../kit.mts';

const collection = chosen(5);

/** The three types of items, with the names that they send and give. */
const MEMBERS = [
	['video', 'video_id', 'video_id'],
	['collection', 'collection_id', 'collection_item_id'],
	['file', 'file_id', 'file_id'],
] as const;

/** Cases for every type with all three fields filled in, because n8n shows and routes all of them for an expression. */
const memberCases = (method: string) =>
	Object.fromEntries(
		MEMBERS.map(([itemType, property, name], index) => [
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

itSends('collection', 'updatePosition', {
	'position 0 too': {
		parameters: { collection, position: 0 },
		sends: [{ method: 'PUT', path: '/collections/5/update_position', body: { position: 0 } }],
		answer: {},
		gives: [{ success: true, collection_id: 5 }],
	},
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
