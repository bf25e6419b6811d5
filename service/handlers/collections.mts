import { endpointOf, type BodyOf, type QueryOf } from '../contract/index.mts';
import { notFound, Refusal, unprocessable, violation } from '../response.mts';
import { contains, idIn, missing, listPage, type World } from '../call.mts';
import type { CollectionRecord } from '../records.mts';
import { on } from '../route.mts';
import { move } from '../state.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { unsortedOrders } from '../traits/lists.mts';
import { catalogPage } from './catalog.mts';

type Given = BodyOf<'collections.update'>;

/** @throws Refusal 422 for a parameter of another type of collection */
const assertFits = (type: string, { is_featured, is_automatic, season_number }: Given): void => {
	if ((is_featured ?? is_automatic) !== undefined && type !== 'category') {
		throw violation(422, 'is_featured, is_automatic: are for categories only');
	}
	if (season_number !== undefined && type !== 'season') {
		throw violation(422, 'season_number: is for seasons only');
	}
};

/** Applies the parameters of a request. */
const change = ({ state }: World, collection: CollectionRecord, fields: Given): void => {
	const { name, description, slug, thumbnail_url, plans, metadata, season_number, ...rest } =
		fields;
	const { is_featured, ...hidden } = rest;
	if (is_featured === 'true') {
		for (const other of state.collections.all()) other.isFeatured = false;
	}
	if (is_featured !== undefined) collection.isFeatured = is_featured === 'true';
	collection.name = name ?? collection.name;
	collection.description = description ?? collection.description;
	collection.slug = slug ?? collection.slug;
	collection.thumbnailUrl = thumbnail_url ?? collection.thumbnailUrl;
	collection.plans = plans ?? collection.plans;
	collection.seasonNumber = season_number ?? collection.seasonNumber;
	collection.metadata = { ...collection.metadata, ...metadata };
	collection.hidden = { ...collection.hidden, ...hidden };
	state.collections.changed();
};

type Sort = NonNullable<QueryOf<'collections.getAll'>['sort']>;
const sorts: Record<Sort, (a: CollectionRecord, b: CollectionRecord) => number> = {
	alphabetical: (a, b) => a.name.localeCompare(b.name),
	newest: newestFirst,
	oldest: oldestFirst,
	latest: newestFirst,
};

type Member = BodyOf<'collections.addItem'>;
const memberOf = ({ video_id, collection_id, file_id }: Member) => {
	if (video_id !== undefined) return { kind: 'videos', id: video_id } as const;
	if (collection_id !== undefined) return { kind: 'collections', id: collection_id } as const;
	return { kind: 'files', id: file_id ?? 0 } as const;
};

const entriesShown = ({ state, render }: World, { items }: CollectionRecord) =>
	items.flatMap((entry, index) => {
		const { kind, itemId: id } = entry;
		const record = state.tables[kind].get(entry.id);
		const item = render.item(entry, index + 1);
		if (record === undefined || item === undefined) return [];
		const title = 'title' in record ? record.title : record.name;
		const isSeason = 'type' in record && record.type === 'season';
		const { createdAt, updatedAt } = record;
		return [{ id, kind, isSeason, title, createdAt, updatedAt, item }];
	});
type Shown = ReturnType<typeof entriesShown>[number];

type ItemQuery = QueryOf<'collections.getItems'>;
const itemOrders: Record<NonNullable<ItemQuery['sort']>, (a: Shown, b: Shown) => number> = {
	position: () => 0,
	newest: newestFirst,
	oldest: oldestFirst,
};
const itemKinds: Record<NonNullable<ItemQuery['type']>, (shown: Shown) => boolean> = {
	videos: ({ kind }) => kind === 'videos',
	extras: ({ kind }) => kind === 'files',
	seasons: ({ isSeason }) => isSeason,
};

export const collectionRoutes = [
	on(endpointOf('collections.create'), (call) => {
		const { state, body } = call;
		const { type, collection_ids, video_ids, file_ids, series_id, ...described } = body;
		const series = series_id === undefined ? undefined : state.collections.get(idIn(series_id));
		if (series !== undefined && (type !== 'season' || series.type !== 'series')) {
			throw unprocessable('series_id: is for a season, and must name a series');
		}
		assertFits(type, described);
		const slug = body.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
		const collection = state.addCollection({ type, slug, plans: [] });
		change(call, collection, described);
		for (const href of video_ids ?? []) state.addItem(collection, 'videos', idIn(href));
		for (const href of collection_ids ?? []) state.addItem(collection, 'collections', idIn(href));
		for (const href of file_ids ?? []) state.addItem(collection, 'files', idIn(href));
		if (series !== undefined) state.addItem(series, 'collections', collection.id);
		call.lag.created('collections', collection.id);
		return { status: 201, json: call.render.collection(collection) };
	}),
	on(endpointOf('collections.get'), ({ state, query, id }) => {
		const collection = state.collections.existing(id);
		const isOutside =
			query.product !== undefined && !collection.productIds.includes(idIn(query.product));
		if (isOutside) throw notFound('Collection');
	}),
	on(endpointOf('collections.getAll'), (call) => {
		const { product, sort, active } = call.query;
		const types: readonly string[] | undefined = call.query.type;
		return catalogPage(call, 'collections', call.state.collections, {
			keep: ({ type, productIds, plans }) =>
				(types === undefined || types.includes(type)) &&
				(product === undefined || productIds.includes(idIn(product))) &&
				(active === undefined || plans.length > 0 === (active === 'true')),
			compare: sort && sorts[sort],
			show: (collection) => call.render.collection(collection),
		});
	}),
	on(endpointOf('collections.update'), (call) => {
		const collection = call.state.collections.existing(call.id);
		assertFits(collection.type, call.body);
		change(call, collection, call.body);
		collection.updatedAt = Math.floor(Number(call.settings.now()) / 1000) * 1000;
	}),
	on(endpointOf('collections.updatePosition'), ({ state, id, body }) => {
		const isMoved = move(state.collectionOrder, state.positionOf(id) - 1, body.position);
		if (!isMoved) throw new Refusal(400, 'Invalid position');
		return { status: 200, json: {} };
	}),
	on(endpointOf('collections.getItems'), (call) => {
		const { query, type, include_events, sort } = call.query;
		const { unsortedOrder } = call.settings;
		// Without `sort` the order is not documented; items usually come by position.
		const unsorted =
			unsortedOrder === 'oldest' ? itemOrders.position : unsortedOrders[unsortedOrder];
		const collection = call.state.collections.existing(call.id);
		const all = entriesShown(call, collection)
			.filter(({ kind }) => kind !== 'live_events' || include_events === 1)
			.filter((shown) => type === undefined || itemKinds[type](shown))
			.filter(({ title }) => contains(query, title))
			.sort(sort === undefined ? unsorted : itemOrders[sort]);
		return listPage(call, 'items', all, ({ item }) => item);
	}),
	on(endpointOf('collections.addItem'), ({ state, lag, id, body }) => {
		const collection = state.collections.existing(id);
		const member = memberOf(body);
		if (member.kind === 'collections' && member.id === id) {
			throw unprocessable('collection_id: a collection cannot hold itself');
		}
		const itemId = state.addItem(collection, member.kind, member.id);
		if (itemId !== undefined) lag.created('items', itemId);
	}),
	on(endpointOf('collections.updateItemPosition'), ({ state, render, id, params, body }) => {
		const { items } = state.collections.existing(id);
		const entry = items.find(({ itemId }) => itemId === Number(params.item_id));
		if (entry === undefined) throw notFound('Item');
		const isMoved = move(items, items.indexOf(entry), body.position);
		if (!isMoved) throw new Refusal(400, 'Invalid position');
		return { status: 200, json: render.item(entry, body.position) };
	}),
	on(endpointOf('collections.removeItem'), (call) => {
		const { state } = call;
		const collection = state.collections.existing(call.id);
		const { kind, id } = memberOf(call.body);
		const kept = collection.items.filter((entry) => entry.kind !== kind || entry.id !== id);
		if (kept.length === collection.items.length) throw missing(call, 'Item');
		collection.items = kept;
		state.collections.changed();
	}),
];
