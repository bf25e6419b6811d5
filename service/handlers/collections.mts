import { endpointOf, type BodyOf, type QueryOf } from '../contract/index.mts';
import { notFound, Refusal, unprocessable, violation } from '../response.mts';
import { contains, existing, found, idIn, missing, listPage, type World } from '../call.mts';
import type { CollectionRecord, CollectionEntry } from '../records.mts';
import { on } from '../route.mts';
import { move } from '../state.mts';
import { newestFirst, oldestFirst } from '../table.mts';
import { unsortedOrders } from '../traits/lists.mts';

/** Applies the parameters of a request. */
const change = (
	{ state }: World,
	collection: CollectionRecord,
	given: Partial<BodyOf<'collections.update'>>,
): void => {
	const { name, description, slug, thumbnail_url, plans, metadata, season_number, ...rest } = given;
	const { is_featured, ...hidden } = rest;
	const isOnlyForCategories = is_featured !== undefined || hidden.is_automatic !== undefined;
	if (isOnlyForCategories && collection.type !== 'category') {
		throw violation(422, 'is_featured, is_automatic: are for categories only');
	}
	if (season_number !== undefined && collection.type !== 'season') {
		throw violation(422, 'season_number: is for seasons only');
	}
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
const memberOf = (given: Member): Pick<CollectionEntry, 'kind' | 'id'> => {
	const named = [
		{ kind: 'videos', id: given.video_id },
		{ kind: 'collections', id: given.collection_id },
		{ kind: 'files', id: given.file_id },
	] as const;
	for (const { kind, id } of named) {
		if (id !== undefined) return { kind, id };
	}
	throw new TypeError('The contract let a request through that names no item');
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
const itemSorts: Record<NonNullable<ItemQuery['sort']>, (a: Shown, b: Shown) => number> = {
	position: () => 0,
	newest: newestFirst,
	oldest: oldestFirst,
};
const itemKinds: Record<NonNullable<ItemQuery['type']>, (shown: Shown) => boolean> = {
	videos: ({ kind }) => kind === 'videos',
	extras: ({ kind }) => kind === 'files',
	seasons: ({ isSeason }) => isSeason,
};

const notInSlugs = /[^a-z0-9]+/g;

export const collectionRoutes = [
	on(endpointOf('collections.create'), (call) => {
		const { state, body } = call;
		const { type, collection_ids, video_ids, file_ids, series_id, ...described } = body;
		const series = series_id === undefined ? undefined : state.collections.get(idIn(series_id));
		if (series !== undefined && (type !== 'season' || series.type !== 'series')) {
			throw unprocessable('series_id: is for a season, and must name a series');
		}
		const collection = state.addCollection({
			type,
			slug: body.name.toLowerCase().replaceAll(notInSlugs, '-'),
			plans: [],
		});
		try {
			change(call, collection, described);
		} catch (refusal) {
			state.remove('collections', collection.id);
			throw refusal;
		}
		for (const href of video_ids ?? []) state.addItem(collection, 'videos', idIn(href));
		for (const href of collection_ids ?? []) state.addItem(collection, 'collections', idIn(href));
		for (const href of file_ids ?? []) state.addItem(collection, 'files', idIn(href));
		if (series !== undefined) state.addItem(series, 'collections', collection.id);
		call.lag.created('collections', collection.id);
		return { status: 201, json: call.render.collection(collection) };
	}),
	on(endpointOf('collections.get'), ({ state, query, id }) => {
		const collection = found(state.collections.get(id), 'Collection');
		const isOutside =
			query.product !== undefined && !collection.productIds.includes(idIn(query.product));
		if (isOutside) throw notFound('Collection');
	}),
	on(endpointOf('collections.getAll'), (call) => {
		const { type, product, query, plan, sort, active } = call.query;
		const productId = product === undefined ? undefined : existing(call, 'products', product);
		const types: readonly string[] | undefined = type;
		const all = call.state.collections.view(
			JSON.stringify([type, productId, query, plan, sort, active]),
			(collection) =>
				(types === undefined || types.includes(collection.type)) &&
				(productId === undefined || collection.productIds.includes(productId)) &&
				contains(query, collection.name, collection.description) &&
				(plan === undefined || plan.some((one) => collection.plans.includes(one))) &&
				(active === undefined || collection.plans.length > 0 === (active === 'true')),
			sort === undefined ? unsortedOrders[call.settings.unsortedOrder] : sorts[sort],
		);
		return listPage(call, 'collections', all, (collection) => call.render.collection(collection));
	}),
	on(endpointOf('collections.update'), (call) => {
		const collection = found(call.state.collections.get(call.id), 'Collection');
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
			unsortedOrder === 'oldest' ? itemSorts.position : unsortedOrders[unsortedOrder];
		const collection = found(call.state.collections.get(call.id), 'Collection');
		const all = entriesShown(call, collection)
			.filter(({ kind }) => kind !== 'live_events' || include_events === 1)
			.filter((shown) => type === undefined || itemKinds[type](shown))
			.filter(({ title }) => contains(query, title))
			.sort(sort === undefined ? unsorted : itemSorts[sort]);
		return listPage(call, 'items', all, ({ item }) => item);
	}),
	on(endpointOf('collections.addItem'), ({ state, lag, id, body }) => {
		const collection = found(state.collections.get(id), 'Collection');
		const member = memberOf(body);
		if (member.kind === 'collections' && member.id === id) {
			throw unprocessable('collection_id: a collection cannot hold itself');
		}
		const itemId = state.addItem(collection, member.kind, member.id);
		if (itemId !== undefined) lag.created('items', itemId);
	}),
	on(endpointOf('collections.updateItemPosition'), ({ state, render, params, body }) => {
		const collection = found(state.collections.get(Number(params.collection_id)), 'Collection');
		const index = collection.items.findIndex(({ itemId }) => itemId === Number(params.item_id));
		const entry = found(collection.items.at(index < 0 ? collection.items.length : index), 'Item');
		if (!move(collection.items, index, body.position)) throw new Refusal(400, 'Invalid position');
		return { status: 200, json: render.item(entry, body.position) };
	}),
	on(endpointOf('collections.removeItem'), (call) => {
		const { state } = call;
		const collection = found(state.collections.get(call.id), 'Collection');
		const member = memberOf(call.body);
		const kept = collection.items.filter(
			(entry) => entry.kind !== member.kind || entry.id !== member.id,
		);
		if (kept.length === collection.items.length) throw missing(call, 'Item');
		collection.items = kept;
		state.collections.changed();
	}),
];
