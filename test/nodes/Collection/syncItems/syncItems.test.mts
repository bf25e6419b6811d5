import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { responseToAgent } from '../../../kit/agent.mts';
import { defined } from '../../../kit/defined.mts';
import type { RunOptions } from '../../../kit/engine.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import type { CollectionRecord } from '../../../../service/records.mts';
import { exceededBy, hintAbout, NOTHING_CHANGED, stopHeadline } from '../../runTexts.mts';
import { REMOVAL_LIMIT } from '../../../../nodes/Collection/syncItems/input.ts';
import { removingNothing } from '../../../../nodes/Collection/syncItems/outcomes.ts';
import { unlistedNote } from '../../../../nodes/shared/run/lines.ts';

const account = new Account('collection', {
	resource: 'collection',
	operation: 'syncItems',
	video: chosen('={{ $json.video }}'),
	collectionItem: chosen('={{ $json.video }}'),
	file: chosen('={{ $json.video }}'),
});

const GO_ON = { onError: 'continueRegularOutput' } as const;

let playlist: CollectionRecord;
beforeEach(() => {
	playlist = account.service.state.addCollection({ type: 'playlist' });
	for (let id = 1; id <= 9; id++) account.service.state.addVideo({ id, title: `Video ${id}` });
});

function fill(...ids: number[]): void {
	for (const id of ids) account.service.state.addItem(playlist, 'videos', id);
}

/** Returns the content of the collection: the IDs of videos, and the kinds of other items. */
const held = () => playlist.items.map(({ kind, id }) => (kind === 'videos' ? id : kind));

const rowsOf = (...ids: unknown[]) => ids.map((video) => ({ video })) as IDataObject[];

/** Runs Sync Items without Dry Run and without an effective limit. */
const sync = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	options: Partial<RunOptions> = {},
) =>
	await account.run(
		{
			collection: chosen(playlist.id),
			dryRun: false,
			stopIfMoreRemovedThan: '100%',
			...parameters,
		},
		{ input, ...options },
	);

const placesOf = (json: IDataObject[]) =>
	json.map(({ outcome, id, position }) => [outcome, id, position]);

const ITEMS = () => `/collections/${playlist.id}/items`;

describe('Sync Items', () => {
	it('adds, removes and moves items until the collection equals the list', async () => {
		fill(1, 2, 3, 4);
		const { json, items, error } = await sync(rowsOf(4, 1, 5, 3));
		expect(error).toBeUndefined();
		expect(held()).toEqual([4, 1, 5, 3]);
		expect(json).toEqual([
			{ outcome: 'moved', id: 4, title: 'Video 4', position: 1 },
			{ outcome: 'added', id: 5, title: 'Video 5', position: 3 },
			{ outcome: 'removed', id: 2, title: 'Video 2', position: 2 },
		]);
		expect(Object.keys(json[0] ?? {})).toEqual(['outcome', 'id', 'title', 'position']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }, []]);
		expect(account.writes).toHaveLength(4);
	});

	it('is a dry run by default, and reports what a run would do', async () => {
		fill(1, 2, 3, 4);
		const { json, hints } = await account.run(
			{ collection: chosen(playlist.id) },
			{ input: rowsOf(4, 1, 5, 3) },
		);
		expect(placesOf(json)).toEqual([
			['wouldMove', 4, 1],
			['wouldAdd', 5, 3],
			['wouldRemove', 2, 2],
		]);
		expect(account.writes).toEqual([]);
		const named = { wouldAdd: ['Video 5'], wouldMove: ['Video 4'], wouldRemove: ['Video 2'] };
		const unchanged = ['Video 1', 'Video 3'];
		expect(hints).toEqual([hintAbout({ ...named, unchanged }, { isDry: true })]);
	});

	it('sends no write when nothing differs, and returns unchanged items on request', async () => {
		fill(1, 2);
		const { json, hints } = await sync(rowsOf(1, '2'), { options: { outputUnchanged: true } });
		expect(placesOf(json)).toEqual([
			['unchanged', 1, 1],
			['unchanged', 2, 2],
		]);
		expect(hints).toEqual([hintAbout({ unchanged: ['Video 1', 'Video 2'] })]);
		expect(account.asked).toEqual([`GET /collections/${playlist.id}`, `GET ${ITEMS()}`]);
	});

	it.each([
		['remove', { remove: false }, [4, 1, 2, 3, 5]],
		['keepOrder', { keepOrder: false }, [1, 4, 5]],
	])('with %s off does everything except that', async (_, options, items) => {
		fill(1, 2, 3, 4);
		const { error } = await sync(rowsOf(4, 1, 5), { options });
		expect(error).toBeUndefined();
		expect(held()).toEqual(items);
	});

	it('takes the position of a collection for its place among all collections', async () => {
		const { state } = account.service;
		const [first, second, third] = [1, 2, 3].map(() => state.addCollection().id);
		for (const id of [third, first, second]) state.addItem(playlist, 'collections', Number(id));
		const unchanged = await sync(rowsOf(third, first, second), { itemType: 'collection' });
		expect(unchanged.json).toEqual([]);
		const { json, error } = await sync(rowsOf(first, second, third), { itemType: 'collection' });
		expect(error).toBeUndefined();
		expect(placesOf(json)).toEqual([['moved', third, 3]]);
		expect(playlist.items.map(({ id }) => id)).toEqual([first, second, third]);
	});

	it.each([
		['collection', 'collections', () => account.service.state.addCollection({ id: 9 }).id],
		['file', 'files', () => account.service.state.addExtra({ id: 9 }).id],
	] as const)('adds items of the type %s, and shows their name', async (itemType, kind, add) => {
		fill(9);
		const { json } = await sync(rowsOf(add()), { itemType });
		const title = itemType === 'collection' && { title: 'Collection 9' };
		expect(json).toEqual([{ outcome: 'added', id: 9, ...title, position: 2 }]);
		expect(playlist.items).toMatchObject([
			{ kind: 'videos', id: 9 },
			{ kind, id: 9 },
		]);
	});

	it('sends the headers of its options with every request', async () => {
		fill(1, 2, 3);
		account.service.state.addCustomer({ id: 7 });
		const options = { clientIp: '203.0.113.7', onBehalfOfCustomer: chosen('7') };
		await sync(rowsOf(3, 1, 4), { options });
		expect(account.asked.length).toBeGreaterThan(5);
		for (const { headers } of account.service.requests) {
			expect(headers).toMatchObject({ 'acme-client-ip': '203.0.113.7' });
			expect(String(headers['acme-customer'])).toMatch(/\/customers\/7$/);
		}
	});
});

describe('items of another type', () => {
	beforeEach(() => {
		const { state } = account.service;
		fill(1);
		state.addItem(playlist, 'collections', state.addCollection({ id: 2 }).id);
		fill(2);
		state.addItem(playlist, 'files', state.addExtra().id);
		fill(3);
		state.addItem(playlist, 'live_events', state.addLiveEvent().id);
	});

	it.each<[Array<number | 'collections' | 'files' | 'live_events'>, number[]]>([
		[
			[9, 1, 2, 3],
			[2, 3, 1],
		],
		[
			['live_events', 9, 1, 2, 3],
			[3, 1, 2],
		],
		[
			[1, 9, 'files', 8, 2, 'live_events', 3],
			[3, 2, 1],
		],
		[
			[1, 'collections', 9, 2, 3],
			[3, 4, 1],
		],
	])(
		'let videos get into order around the positions of deleted records: %j to %j',
		async (before, wanted) => {
			const { state } = account.service;
			const other = {
				collections: () => state.addCollection().id,
				files: () => state.addExtra().id,
				live_events: () => state.addLiveEvent().id,
			};
			playlist.items = [];
			for (const entry of before) {
				if (typeof entry === 'number') state.addItem(playlist, 'videos', entry);
				else state.addItem(playlist, entry, other[entry]());
			}
			for (const id of [8, 9]) state.remove('videos', id);
			const { error } = await sync(rowsOf(...wanted));
			expect(error).toBeUndefined();
			const videos = () => held().filter((id) => typeof id === 'number' && id < 8);
			expect(videos()).toEqual(wanted);
			const others = () => held().filter((kind) => typeof kind === 'string');
			expect(others().toSorted()).toEqual(
				before.filter((entry) => typeof entry === 'string').toSorted(),
			);
			expect((await sync(rowsOf(...wanted))).json).toEqual([]);
		},
	);

	it('stay also when the list shows no positions and encodes its links', async () => {
		const { state } = account.service;
		const event = defined(playlist.items.pop());
		playlist.items.unshift(event);
		account.onTheWay({
			body: (body) =>
				body
					.replaceAll(/,"position":\d+/g, '')
					.replaceAll(/"self":\{"href":"([^"]*)"/g, (_, href: string) => {
						return `"self":{"href":"${encodeURIComponent(href)}"`;
					}),
		});
		const { error, hints, json } = await sync(rowsOf(3, 1));
		expect(error).toBeUndefined();
		expect(placesOf(json)).toEqual([
			['moved', 3, 2],
			['removed', 2, 4],
		]);
		const named = { moved: ['Video 3'], removed: ['Video 2'], unchanged: ['Video 1'] };
		expect(hints).toEqual([hintAbout(named)]);
		expect(held()).toEqual(['live_events', 3, 1, 'collections', 'files']);
		expect(state.collections.get(2)).toBeDefined();
	});

	it.each(['9', '7.5', '90000$1'])('keep their order where all positions are %s', async (shown) => {
		account.onTheWay({
			body: (body) => body.replaceAll(/"position":(\d)/g, `"position":${shown}`),
		});
		const { error } = await sync(rowsOf(3, 1), { options: { remove: false } });
		expect(error).toBeUndefined();
		expect(held().filter((id) => id === 1 || id === 3)).toEqual([3, 1]);
	});

	it('do not count towards the percentage of Stop If More Removed Than', async () => {
		const { error } = await sync(rowsOf(3), { stopIfMoreRemovedThan: '66%' });
		const excess = { count: 2, current: 3, allowed: '66%' };
		expect(error?.message).toBe(stopHeadline(REMOVAL_LIMIT, excess));
		expect(account.writes).toEqual([]);
	});
});

it.each(['null', '{"href":"/videos/9"}'])(
	'Sync Items leaves items of unknown type (link %s) and duplicates alone, and counts them in a hint',
	async (link) => {
		fill(1, 2);
		const [first] = playlist.items;
		playlist.items.push({ ...defined(first), itemId: 77 });
		account.onTheWay({
			body: (body) => body.replace(/"self":\{"href":"[^"]*videos\/2"\}/, `"self":${link}`),
		});
		const { hints, error } = await sync(rowsOf(1, 3));
		expect(error).toBeUndefined();
		const named = { added: ['Video 3'], unchanged: ['Video 1'] };
		expect(hints).toEqual([expect.stringContaining(`${hintAbout(named)} 2 of the items `)]);
		expect(account.writes.some((write) => write.startsWith('DELETE'))).toBe(false);
	},
);

it('Sync Items removes a video that stands twice in the collection and not in the list', async () => {
	fill(1, 2);
	const [first] = playlist.items;
	playlist.items.push({ ...defined(first), itemId: 77 });
	const { json, hints } = await sync(rowsOf(2), { stopIfMoreRemovedThan: '2' });
	expect(held()).toEqual([2]);
	const named = { removed: ['Video 1', 'Video 1'], unchanged: ['Video 2'] };
	expect(hints).toEqual([hintAbout(named)]);
	expect(json.map(({ outcome, id }) => [outcome, id])).toEqual([
		['removed', 1],
		['removed', 1],
	]);
});

it('Sync Items sends no further write after it was cancelled', async () => {
	fill(1, 2, 3, 4, 5);
	const cancelling = new AbortController();
	account.before('PUT', () => cancelling.abort());
	await sync(rowsOf(5, 4, 3, 2, 1), {}, { signal: cancelling.signal });
	expect(account.writes).toHaveLength(1);
});

describe('an extra, of which the list shows nothing but its identifiers,', () => {
	const addExtra = (id: number) =>
		account.service.state.addItem(playlist, 'files', account.service.state.addExtra({ id }).id);

	it('is not taken for the video with its ID', async () => {
		fill(1);
		addExtra(7);
		fill(2);
		const { error, json } = await sync(rowsOf(1, 7, 2));
		expect(error).toBeUndefined();
		expect(held()).toEqual([1, 7, 'files', 2]);
		expect(placesOf(json)).toEqual([['added', 7, 2]]);
	});

	it('is not looked up by a dry run, because no request finds it', async () => {
		const added = account.service.state.addExtra({ id: 7 }).id;
		const { json } = await sync(rowsOf(added), { itemType: 'file', dryRun: true });
		expect(json).toEqual([{ outcome: 'wouldAdd', id: 7, position: 1 }]);
	});

	it('is moved and removed by a list of extras', async () => {
		fill(1);
		for (const id of [7, 8, 9]) addExtra(id);
		const { error } = await sync(rowsOf(9, 7), { itemType: 'file' });
		expect(error).toBeUndefined();
		expect(playlist.items.map(({ id }) => id)).toEqual([1, 9, 7]);
		expect(account.writes).toHaveLength(2);
	});
});

describe('a list whose positions', () => {
	it('are not in order is put into the order of the positions', async () => {
		fill(1, 2, 3);
		account.onTheWay({
			body: (body, { path }) => {
				if (!path.endsWith('items')) return body;
				const list = JSON.parse(body) as { _embedded: { items: unknown[] } };
				list._embedded.items.reverse();
				return JSON.stringify(list);
			},
		});
		const { json, error } = await sync(rowsOf(3, 2, 1));
		expect(error).toBeUndefined();
		expect(json).toHaveLength(2);
		expect(held()).toEqual([3, 2, 1]);
	});

	it('begin with 0 is moved by such positions', async () => {
		fill(1, 2, 3);
		account.onTheWay({
			body: (body) =>
				body.replace(
					/"position":(\d)/g,
					(_, position: string) => `"position":${Number(position) - 1}`,
				),
		});
		const { json } = await sync(rowsOf(1, 3, 2));
		expect(placesOf(json)).toEqual([['moved', 3, 1]]);
		const [request] = account.service.requests.filter(({ method }) => method === 'PUT');
		expect(request?.body).toBe('{"position":1}');
	});

	it('are missing for some items counts the places', async () => {
		fill(1, 2, 3);
		account.onTheWay({ body: (body) => body.replace(',"position":2', '') });
		await sync(rowsOf(3, 2, 1));
		expect(held()).toEqual([3, 2, 1]);
	});
});

describe('a dry run', () => {
	const dry = async (input: IDataObject[], parameters: INodeParameters = {}, options = {}) =>
		await sync(input, { dryRun: true, ...parameters }, options);

	it('has the titles of additions', async () => {
		account.service.state.addCollection({ id: 8, name: 'Season 1' });
		const { json } = await dry(rowsOf(3));
		expect(json).toEqual([{ outcome: 'wouldAdd', id: 3, title: 'Video 3', position: 1 }]);
		const season = await dry(rowsOf(8), { itemType: 'collection' });
		expect(season.json).toMatchObject([{ outcome: 'wouldAdd', id: 8, title: 'Season 1' }]);
	});

	it.each([
		['continue', GO_ON],
		['stop', {}],
	])(
		'fails for a video that does not exist as the real run, when errors %s',
		async (_, options) => {
			fill(1, 2);
			const textsOf = ({ json, error }: Awaited<ReturnType<typeof sync>>) => ({
				rows: json.map(({ outcome, id, error: text }) => text ?? [outcome, id]),
				message: error?.message,
			});
			const predicted = textsOf(await dry(rowsOf(3, 999, 1), {}, options));
			expect(account.writes).toEqual([]);
			const done = textsOf(await sync(rowsOf(3, 999, 1), {}, options));
			const real = (text: unknown) => (text === 'wouldAdd' ? 'added' : text);
			expect(predicted.rows.map((row) => (Array.isArray(row) ? row.map(real) : row))).toEqual(
				done.rows,
			);
			expect(predicted.message).toBe(done.message);
		},
	);

	it('says in one sentence that the limit would stop the run', async () => {
		fill(1, 2, 3, 4);
		const { hints } = await dry(rowsOf(1), { stopIfMoreRemovedThan: '2' });
		const exceeded = [exceededBy(REMOVAL_LIMIT, { count: 3, current: 4, allowed: '2' })];
		const wouldRemove = ['Video 2', 'Video 3', 'Video 4'];
		expect(hints).toEqual([
			hintAbout({ wouldRemove, unchanged: ['Video 1'] }, { isDry: true, exceeded }),
		]);
	});
});

describe('the error of Sync Items', () => {
	it('names only the video that does not exist, and says that nothing was removed', async () => {
		fill(1, 2);
		const { error } = await sync(rowsOf(1, 999));
		expect(error?.message).toBe('Video 999: The service found no such video');
		expect(error?.description).toContain('Check the ID.');
		expect(error?.description).toContain(`${removingNothing(false)} because`);
	});

	it('about the whole list names no item', async () => {
		fill(1, 2, 3);
		const { error } = await sync(rowsOf(1), { stopIfMoreRemovedThan: '1' });
		const excess = { count: 2, current: 3, allowed: '1' };
		expect(error?.message).toBe(stopHeadline(REMOVAL_LIMIT, excess));
		expect(error?.context).not.toHaveProperty('itemIndex');
	});
});

it('Sync Items refuses Execute Once, which makes the whole list one row', async () => {
	fill(1, 2, 3);
	const { error } = await sync(rowsOf(1, 2, 3), {}, { executeOnce: true });
	expect(error?.message).toBe('"Execute Once" would make the whole list one row');
	expect(error?.description).toContain('Turn off "Execute Once"');
	expect(account.asked).toEqual([]);
});

it('Sync Items counts towards its limit what was removed before n8n retries the node', async () => {
	fill(1, 2, 3, 4);
	account.before('PUT', () => fill(5));
	account.fail('PUT', { status: 400 });
	const { error } = await sync(rowsOf(2, 1), { stopIfMoreRemovedThan: '2' }, { maxTries: 2 });
	const excess = { count: 3, current: 4, allowed: '2', isLater: true };
	expect(error?.message).toBe(stopHeadline(REMOVAL_LIMIT, excess));
	expect(held()).toContain(5);
});

it('Sync Items does not count towards its limit a removal that was refused before n8n retries the node', async () => {
	fill(1, 2);
	account.fail('DELETE', { status: 422 });
	const { json, error } = await sync(rowsOf(1), { stopIfMoreRemovedThan: '1' }, { maxTries: 2 });
	expect(error).toBeUndefined();
	expect(placesOf(json)).toEqual([['removed', 2, 2]]);
	expect(held()).toEqual([1]);
});

describe('a collection of one item', () => {
	it.each([[[1]], [[2]], [[2, 1]], [[1, 2]]])('becomes %j', async (ids) => {
		fill(1);
		const { error } = await sync(rowsOf(...ids), { stopIfMoreRemovedThan: '10%' });
		expect(error).toBeUndefined();
		expect(held()).toEqual(ids);
	});

	it('loses its item under any percentage but 0%', async () => {
		fill(1);
		const { error } = await sync(rowsOf(2), { stopIfMoreRemovedThan: '0%' });
		const excess = { count: 1, current: 1, allowed: '0%' };
		expect(error?.message).toBe(stopHeadline(REMOVAL_LIMIT, excess));
		expect(held()).toEqual([1]);
		await sync(rowsOf(2), { stopIfMoreRemovedThan: '1%' });
		expect(held()).toEqual([2]);
	});
});

describe('a list of rows', () => {
	it.each(['', 'https://elsewhere.example/watch/1'])(
		'with the bad row %j removes nothing, does the rest, and names the row',
		async (bad) => {
			fill(1, 2);
			const { items } = await sync(rowsOf(3, bad), {}, GO_ON);
			expect(items.map(({ json, pairedItem }) => [json.outcome ?? 'failed', pairedItem])).toEqual([
				['failed', { item: 1 }],
				['added', { item: 0 }],
			]);
			expect(items[0]?.json.error).toContain('Row 2: The parameter "Video"');
			expect(items[0]?.json.message).toContain(`${removingNothing(false)}: row 2 `);
			expect(held().toSorted()).toEqual([1, 2, 3]);
		},
	);

	it('with a bad row changes nothing when errors stop the workflow', async () => {
		fill(1);
		const { error } = await sync(rowsOf(2, ''));
		expect(error?.message).toContain('Row 2: ');
		expect(error?.description).toContain(`${NOTHING_CHANGED} Row 2 `);
		expect(account.asked).toEqual([]);
	});

	it('without rows does nothing', async () => {
		fill(1);
		expect(await sync([])).toMatchObject({ error: undefined, json: [], hints: [] });
		expect(account.asked).toEqual([]);
	});

	it('that repeats a video uses its first row, and names the other one', async () => {
		const { json, hints } = await sync(rowsOf(1, 2, '01', 3));
		expect(held()).toEqual([1, 2, 3]);
		expect(placesOf(json).map(([, id]) => id)).toEqual([1, 2, 3]);
		const hint = hintAbout({ added: ['Video 1', 'Video 2', 'Video 3'] });
		expect(hints).toEqual([expect.stringContaining(hint)]);
		expect(hints.join()).toMatch(/row 3\.$/);
	});

	it('with a video that does not exist removes nothing, and does the rest', async () => {
		fill(1, 2);
		const { hints } = await sync(rowsOf(3, 999, 1), {}, GO_ON);
		expect(held()).toEqual([3, 1, 2]);
		expect(hints.join()).toContain(`${removingNothing(false)} because`);
		expect(account.clock.waits).toEqual([]);
	});
});

describe('Sync Items refuses before any request', () => {
	it.each([
		[{ stopIfMoreRemovedThan: '={{ $itemIndex }}' }, '"Stop If More Removed Than" differs'],
		[{ dryRun: '={{ $itemIndex === 1 }}' }, '"Dry Run" differs'],
		[{ collection: chosen('={{ 101 + $itemIndex }}') }, '"Collection" differs'],
		[{ itemType: '={{ $itemIndex ? "video" : "file" }}' }, '"Item Type" differs'],
		[{ options: { remove: '={{ null }}' } }, '"Remove" is neither'],
	])('%j', async (parameters, sentence) => {
		fill(1, 2, 3);
		const { error } = await sync(rowsOf(1, 2, 3), parameters);
		expect(error?.message).toContain(sentence);
		expect(account.asked).toEqual([]);
	});
});

describe('a collection', () => {
	const noWrites = async (sentence: string) => {
		const { error } = await sync(rowsOf(4));
		expect(error?.message).toContain(sentence);
		expect(error?.description).toContain(NOTHING_CHANGED);
		expect(account.writes).toEqual([]);
	};
	beforeEach(() => fill(1, 2, 3));

	it('whose total is too high by less than a page is synced, and the hint says so', async () => {
		account.onTheWay({
			body: (body, { path }) =>
				path.endsWith('items') && account.writes.length === 0
					? body.replace(/"total":\d+/, '"total":5')
					: body,
		});
		const { error, hints } = await sync(rowsOf(3, 1, 2));
		expect(error).toBeUndefined();
		expect(held()).toEqual([3, 1, 2]);
		const named = { moved: ['Video 3'], unchanged: ['Video 1', 'Video 2'] };
		expect(hints).toEqual([hintAbout(named, { notes: [unlistedNote(2, 'items')] })]);
	});

	it('whose list is short of its total by a page or more is left alone', async () => {
		account.onTheWay({ body: (body) => body.replace(/"total":\d+/, '"total":500') });
		await noWrites('incomplete: ');
	});

	it('whose list is empty gets the items of the rows when the collection has no count', async () => {
		playlist.items.length = 0;
		account.onTheWay({ body: (body) => body.replace(/"items_count":\d+,/, '') });
		const { json } = await sync(rowsOf(1));
		expect(json).toMatchObject([{ outcome: 'added', id: 1 }]);
	});

	it('whose list is empty although the collection counts items is left alone', async () => {
		const body = JSON.stringify({ count: 0, total: 0, _embedded: { items: [] } });
		account.service.faults.add({ status: 200, body, times: 9, match: { path: /items$/ } });
		await noWrites('The service lists no items, but says that the collection has 3');
	});

	it.each([true, 1])('that is automatic (%j) is left alone', async (automatic) => {
		account.onTheWay({
			body: (body, { path }) =>
				path.endsWith('items')
					? body
					: JSON.stringify({ ...JSON.parse(body), is_automatic: automatic }),
		});
		await noWrites('"Is Automatic" is on');
	});
});

describe('Sync Items with a failing service', () => {
	const LOST = [
		['disconnect', {}],
		['status', { status: 408 }],
		['status', { status: 502, isPerformed: true }],
		['foreignJson', {}],
	] as const;

	it.each(LOST)('repeats a move after %s %j, and completes it', async (kind, fault) => {
		fill(1, 2, 3, 4);
		account.service.faults.add({ kind, ...fault, match: { method: 'PUT', path: /items\/\d+$/ } });
		const { json, error } = await sync(rowsOf(4, 3, 1, 2));
		expect(error).toBeUndefined();
		expect(held()).toEqual([4, 3, 1, 2]);
		expect(placesOf(json)).toEqual([
			['moved', 4, 1],
			['moved', 3, 2],
		]);
		expect(account.writes).toHaveLength(3);
	});

	it.each(LOST)('repeats a removal after %s %j, and completes it', async (kind, fault) => {
		fill(1, 2);
		account.service.faults.add({ kind, ...fault, match: { method: 'DELETE' } });
		const { json, error } = await sync(rowsOf(2));
		expect(error).toBeUndefined();
		expect(held()).toEqual([2]);
		expect(placesOf(json)).toEqual([['removed', 1, 1]]);
		expect(account.writes).toHaveLength(2);
	});

	it.each(LOST)(
		'never repeats an addition after %s %j, and removes the rest',
		async (kind, fault) => {
			fill(1, 3);
			account.service.faults.add({ kind, ...fault, match: { method: 'PUT', path: /items$/ } });
			const { json } = await sync(rowsOf(2, 1), {}, GO_ON);
			const wasDone = 'isPerformed' in fault;
			expect(held()).toEqual(wasDone ? [2, 1] : [1]);
			const added = wasDone ? ['added', 2, 1] : ['failed', '', ''];
			expect(placesOf(json)).toEqual([added, ['removed', 3, 2]]);
			const additions = account.writes.filter((write) => /^PUT .*items$/.test(write));
			expect(additions).toHaveLength(1);
		},
	);

	it('does the rest when a removal is refused, and names the item', async () => {
		fill(1, 2, 3);
		account.service.faults.add({ status: 403, match: { method: 'DELETE' } });
		const { json } = await sync(rowsOf(3), {}, GO_ON);
		expect(json.map(({ outcome }) => outcome ?? 'failed')).toEqual(['failed', 'removed']);
		expect(json[0]?.error).toContain('Video 1 (Video 1): ');
		expect(held()).toEqual([1, 3]);
	});

	it('moves around an item whose removal was refused', async () => {
		fill(2, 3, 1, 4);
		account.service.faults.add({ status: 403, match: { method: 'DELETE' } });
		const { json } = await sync(rowsOf(4, 3), {}, GO_ON);
		expect(held()).toEqual([2, 4, 3]);
		expect(placesOf(json)[0]).toEqual(['moved', 4, 2]);
	});

	it.each([
		['a move', /items\/\d+$/, 'The service did not accept the position'],
		['an addition', /items$/, 'The service could not use the request'],
	])('explains a 400 in response to %s', async (_, path, cause) => {
		fill(1, 2);
		account.service.faults.add({ status: 400, match: { method: 'PUT', path } });
		const { json } = await sync(rowsOf(3, 2, 1), {}, GO_ON);
		expect(json.map(({ error }) => error).join()).toContain(cause);
	});

	it('takes a removal for done by its status, also while the list still shows the item', async () => {
		fill(1, 2);
		account.service.faults.add({ status: 204, times: 99, match: { method: 'DELETE' } });
		const { json } = await sync(rowsOf(2));
		expect(placesOf(json)).toEqual([['removed', 1, 1]]);
		expect(account.writes).toHaveLength(1);
	});

	it('stops moving after a refused move, and fails for each misplaced item', async () => {
		fill(1, 2, 3, 4);
		account.service.faults.add({ status: 422, times: 9, match: { method: 'PUT' } });
		const options = { outputUnchanged: true };
		const { json } = await sync(rowsOf(4, 3, 2, 1), { options }, GO_ON);
		expect(account.writes).toHaveLength(1);
		const problem = 'It was not moved because an earlier move failed';
		expect(json.map(({ error, outcome, position }) => error ?? [outcome, position])).toEqual([
			expect.stringContaining('The service refused the values'),
			`Video 3 (Video 3): ${problem}`,
			`Video 2 (Video 2): ${problem}`,
			['unchanged', 1],
		]);
	});

	it.each([true, false])(
		'reports an addition by its status while the list is late, and with Keep Order %s says that it has no place',
		async (keepOrder) => {
			const body = JSON.stringify({ _embedded: { items: [] } });
			const match = { method: 'GET', path: /items$/ };
			account.service.faults.add({ status: 200, body, times: 99, match });
			const { json, hints, error } = await sync(rowsOf(1), { options: { keepOrder } });
			expect(error).toBeUndefined();
			expect(json).toEqual([{ outcome: 'added', id: 1 }]);
			expect(hints.join().includes('does not list all added items yet')).toBe(keepOrder);
		},
	);

	it('takes an item for removed that the service does not have any more', async () => {
		fill(1, 2);
		account.before('DELETE', () => void playlist.items.shift());
		const { json, error } = await sync(rowsOf(2));
		expect(error).toBeUndefined();
		expect(placesOf(json)).toEqual([['removed', 1, 1]]);
	});

	it('reports what was done when the list cannot be read after additions', async () => {
		fill(1, 2);
		const match = { method: 'GET', path: /items$/ };
		account.service.faults.add({ status: 502, body: '<html>', times: 99, after: 1, match });
		const { json } = await sync(rowsOf(1, 3), {}, GO_ON);
		expect(json).toEqual([
			{ outcome: 'added', id: 3 },
			{ outcome: 'removed', id: 2, title: 'Video 2', position: 2 },
		]);
	});

	it('counts only removals that were made', async () => {
		fill(1, 2, 3);
		account.service.faults.add({ status: 422, match: { method: 'DELETE' } });
		const { error } = await sync(rowsOf(3));
		expect(error?.description).toContain('Items that were removed: 1.');
		account.service.faults.add({ status: 422, match: { method: 'DELETE' } });
		const again = await sync(rowsOf(3));
		expect(again.error?.description).toContain(`${removingNothing(false)}.`);
	});

	it('waits until every addition is listed, also for twenty seconds', async () => {
		let readings = 0;
		account.onTheWay({
			body: (body, { method, path }) => {
				if (method !== 'GET' || !path.endsWith('items')) return body;
				readings++;
				if (readings === 1 || readings > 7) return body;
				const list = JSON.parse(body) as { _embedded: { items: unknown[] } };
				return JSON.stringify({ _embedded: { items: list._embedded.items.slice(1) } });
			},
		});
		const { json } = await sync(rowsOf(1, 2));
		expect(placesOf(json)).toEqual([
			['added', 1, 1],
			['added', 2, 2],
		]);
	});

	it('does the rest in another run when the first run failed halfway', async () => {
		fill(1, 2, 3);
		account.service.faults.add({ status: 503, times: 200, after: 3, match: {} });
		const { error } = await sync(rowsOf(5, 3, 4, 1));
		expect(error?.description).toMatch(/safe/);
		account.service.faults.clear();
		// Until the next request, the service counts as down.
		account.clock.now += 5_000;
		await sync(rowsOf(5, 3, 4, 1));
		expect(held()).toEqual([5, 3, 4, 1]);
	});
});

describe('a collection that changes during the run', () => {
	beforeEach(() => fill(1, 2, 3, 4));

	it('because an item was moved is put into order by the next run', async () => {
		account.before('PUT', () => playlist.items.reverse());
		await sync(rowsOf(4, 1, 2, 3));
		const { error } = await sync(rowsOf(4, 1, 2, 3));
		expect(error).toBeUndefined();
		expect(held()).toEqual([4, 1, 2, 3]);
	});

	it('because the item to be moved was removed fails for it', async () => {
		account.before('PUT', () => playlist.items.pop());
		const { json } = await sync(rowsOf(4, 1, 2, 3), {}, GO_ON);
		expect(json).toHaveLength(1);
		expect(json[0]?.error).toContain('Video 4 (Video 4): ');
	});
});

it('Sync Items is refused to an agent', async () => {
	const parameters = { collection: chosen(5), video: chosen(7), dryRun: false };
	const response = await responseToAgent('collection', { operation: 'syncItems', ...parameters });
	expect(response).toContain('Sync Items is not for agents');
});
