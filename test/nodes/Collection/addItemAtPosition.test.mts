import { describe, expect, it } from 'vitest';

import { defined, first } from '../../kit/defined.mts';
import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const account = new Account('collection', { operation: 'addItem' });

function playlistOf(...titles: string[]) {
	const { state } = account.service;
	const collection = state.addCollection({ type: 'playlist' });
	for (const title of titles) state.addItem(collection, 'videos', state.addVideo({ title }).id);
	return collection;
}

const titlesOf = (collection: { items: Array<{ id: number }> }) =>
	collection.items.map(({ id }) => account.service.state.videos.get(id)?.title);

const at = (position: unknown) => ({ additionalFields: { position: position as number } });

it('addItem adds a video and moves it to the position', async () => {
	const playlist = playlistOf('one', 'two');
	const { id } = account.service.state.addVideo({ title: 'new' });
	const parameters = { collection: chosen(playlist.id), video: chosen(id), ...at(1) };
	const item = await account.runOnce(parameters);
	const { itemId } = first(playlist.items);
	expect(item).toEqual({
		success: true,
		collection_id: playlist.id,
		video_id: id,
		item_id: itemId,
		position: 1,
		added: true,
	});
	expect(titlesOf(playlist)).toEqual(['new', 'one', 'two']);
	expect(account.asked).toEqual([
		`GET /collections/${playlist.id}/items`,
		`PUT /collections/${playlist.id}/items`,
		`GET /collections/${playlist.id}/items`,
		`PUT /collections/${playlist.id}/items/${itemId}`,
	]);
});

it('addItem moves an item that is in the collection already, also when it is repeated', async () => {
	const playlist = playlistOf('one', 'two', 'three');
	const parameters = {
		collection: chosen(playlist.id),
		video: chosen(defined(playlist.items[2]).id),
		...at('={{ "1" }}'),
	};
	for (let time = 1; time <= 2; time++) {
		expect(await account.runOnce(parameters)).toMatchObject({ position: 1, added: false });
		expect(titlesOf(playlist)).toEqual(['three', 'one', 'two']);
	}
	expect(account.writes).not.toContain(`PUT /collections/${playlist.id}/items`);
});

it('addItem finds the added item beyond the first page', async () => {
	const playlist = playlistOf(...Array.from({ length: 130 }, (_, index) => `video ${index}`));
	const { id } = account.service.state.addVideo({ title: 'new' });
	await account.runOnce({ collection: chosen(playlist.id), video: chosen(id), ...at(2) });
	expect(titlesOf(playlist).slice(0, 3)).toEqual(['video 0', 'new', 'video 1']);
});

it('addItem does not mistake a collection for the video with the same ID', async () => {
	const { state } = account.service;
	const parent = state.addCollection({ type: 'category' });
	const child = state.addCollection({ id: 4711 });
	state.addItem(parent, 'collections', child.id);
	state.addVideo({ id: 4711, title: 'namesake' });
	const parameters = { collection: chosen(parent.id), video: chosen(4711), ...at(1) };
	expect(await account.runOnce(parameters)).toMatchObject({ added: true });
	expect(parent.items).toMatchObject([{ kind: 'videos' }, { kind: 'collections' }]);
});

it('addItem at a position does not move the extra that has the ID of the video', async () => {
	const { state } = account.service;
	const playlist = playlistOf('one');
	const { id } = state.addVideo({ title: 'new' });
	state.addItem(playlist, 'files', state.addExtra({ id }).id);
	const parameters = { collection: chosen(playlist.id), video: chosen(id), ...at(1) };
	expect(await account.runOnce(parameters)).toMatchObject({ added: true, position: 1 });
	expect(playlist.items).toMatchObject([
		{ kind: 'videos', id },
		{ kind: 'videos' },
		{ kind: 'files', id },
	]);
});

it.each([
	['collection', 'collectionItem', 'collections', () => account.service.state.addCollection().id],
	['file', 'file', 'files', () => account.service.state.addExtra().id],
])('addItem places an item of the type %s', async (itemType, parameter, kind, add) => {
	const playlist = playlistOf('one');
	const id = add();
	await account.runOnce({
		collection: chosen(playlist.id),
		itemType,
		[parameter]: chosen(id),
		...at(1),
	});
	expect(playlist.items[0]).toMatchObject({ kind, id });
});

it('addItem places several items of one execution in order, and adds a repeated one once', async () => {
	const playlist = playlistOf('one');
	const rows = ['a', 'b', 'c'].map((title, index) => ({
		id: account.service.state.addVideo({ title }).id,
		position: index + 1,
	}));
	const input = [...rows, { ...first(rows), position: 3 }];
	const { json } = await account.run(
		{
			collection: chosen(playlist.id),
			video: chosen('={{ $json.id }}'),
			...at('={{ $json.position }}'),
		},
		{ input },
	);
	expect(json.map(({ added }) => added)).toEqual([true, true, true, false]);
	expect(titlesOf(playlist)).toEqual(['b', 'c', 'a', 'one']);
});

it('addItem without a position is sent only once when the response is lost', async () => {
	const { id } = playlistOf();
	account.service.faults.add({ status: 502, match: { method: 'PUT' } });
	const { error } = await account.run({ collection: chosen(id), video: chosen(7) });
	expect(error?.description).toContain('HTTP 502');
	expect(error?.description).toContain('may have been added anyway');
	expect(account.asked).toEqual([`PUT /collections/${id}/items`]);
});

describe('addItem at a position', () => {
	function newVideo() {
		const playlist = playlistOf('one');
		const { id } = account.service.state.addVideo({ title: 'new' });
		return { playlist, parameters: { collection: chosen(playlist.id), video: chosen(id) } };
	}

	it('finds an addition whose response was lost, and does not repeat it', async () => {
		const { playlist, parameters } = newVideo();
		account.service.faults.add({
			kind: 'disconnectAfter',
			match: { method: 'PUT', path: /items$/ },
		});
		expect(await account.runOnce({ ...parameters, ...at(1) })).toMatchObject({ added: true });
		expect(titlesOf(playlist)).toEqual(['new', 'one']);
	});

	it.each(['disconnect', 'status'] as const)(
		'reports an addition that is not listed after the fault %s as ambiguous',
		async (kind) => {
			const { playlist, parameters } = newVideo();
			account.service.faults.add({ kind, match: { method: 'PUT', path: /items$/ } });
			const { error } = await account.run({ ...parameters, ...at(1) });
			expect(error?.description).toContain('may have been added');
			expect(titlesOf(playlist)).toEqual(['one']);
		},
	);

	it('says in the error about a position that does not exist that the item was added', async () => {
		const { playlist, parameters } = newVideo();
		const input = [{}, {}];
		const { error } = await account.run({ ...parameters, ...at(99) }, { input });
		expect(error?.message).toContain('did not accept the position');
		expect(error?.description).toContain('The item was added.');
		expect(error?.description).not.toContain('It is safe to run this again');
		expect(titlesOf(playlist)).toEqual(['one', 'new']);
	});

	it('fails when the added item is never listed', async () => {
		const { parameters } = newVideo();
		const empty = JSON.stringify({ _embedded: { items: [] } });
		account.service.faults.add({
			status: 200,
			body: empty,
			times: 100,
			match: { method: 'GET', path: /items$/ },
		});
		const { error } = await account.run({ ...parameters, ...at(1) });
		expect(error?.message).toContain('does not list the added item');
		expect(account.clock.waits).toHaveLength(8);
	});
});
