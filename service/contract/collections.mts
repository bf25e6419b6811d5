import { z } from 'zod';

import {
	booleanText,
	countryCodes,
	done,
	endpoint,
	flag,
	href,
	integerId,
	integer,
	link,
	linkOrText,
	metadata,
	metadataInput,
	object,
	ownId,
	paging,
	planList,
	queryList,
	querySwitch,
	text,
	textId,
	texts,
	thumbnail,
	times,
	webAddress,
} from './common.mts';
import {
	collectionSorts,
	collectionTypes,
	itemSorts,
	itemTypes,
	listedCollectionTypes,
	plans,
	reservedCollectionMetadata,
} from './values.mts';
import { video } from './videos.mts';

export const collection = z.looseObject({
	_links: z.looseObject({ self: link, items: link, collection_page: link }).nullish(),
	_embedded: z.looseObject({ trailer: object }).nullish(),
	id: z.int(),
	name: text,
	description: text,
	slug: text,
	thumbnail,
	metadata,
	plans: texts,
	type: text,
	seasons_count: integer,
	items_count: integer,
	files_count: integer,
	is_featured: flag,
	position: integer,
	...times,
});

/**
 * A video, a collection, a live event or an extra (whose record is not shown), with its place in the
 * collection.
 */
export const collectionItem = video.partial().extend({
	_links: z.looseObject({ self: linkOrText, items: link, files: link }).nullish(),
	name: text,
	slug: text,
	type: text,
	items_count: integer,
	item_id: integer,
	position: integer,
});

const described = {
	description: z.string().optional(),
	// Empty text removes the picture.
	thumbnail_url: z.union([webAddress, z.literal('')]).optional(),
	plans: planList.optional(),
	short_description: z.string().optional(),
	season_number: z.int().optional(),
	is_featured: booleanText.optional(),
	is_automatic: booleanText.optional(),
	metadata: metadataInput(reservedCollectionMetadata).optional(),
};

const member = z
	.strictObject({
		video_id: integerId('videos').optional(),
		collection_id: integerId('collections').optional(),
		file_id: integerId('files').optional(),
	})
	.refine(
		(body) => Object.values(body).filter((id) => id !== undefined).length === 1,
		'must hold exactly one of video_id, collection_id, file_id',
	);
const position = z.strictObject({ position: z.int() });

export const collections = [
	endpoint('collections.create', 'POST', '/collections', {
		body: z.strictObject({
			type: z.enum(collectionTypes),
			name: z.string().min(1),
			...described,
			collection_ids: z.array(href('collections')).optional(),
			series_id: textId('collections').optional(),
			video_ids: z.array(href('videos')).optional(),
			file_ids: z.array(href('files')).optional(),
		}),
		item: collection,
	}),
	endpoint('collections.get', 'GET', '/collections/:id', {
		query: z.strictObject({ id: ownId('collections'), product: href('products').optional() }),
		item: collection,
	}),
	endpoint('collections.getAll', 'GET', '/collections', {
		query: z.strictObject({
			type: queryList(listedCollectionTypes).optional(),
			product: href('products').optional(),
			query: z.string().optional(),
			plan: queryList(plans).optional(),
			sort: z.enum(collectionSorts).optional(),
			active: booleanText.optional(),
			...paging,
		}),
		item: collection,
	}),
	endpoint('collections.update', 'PUT', '/collections/:id', {
		body: z.strictObject({
			name: z.string().min(1).optional(),
			...described,
			slug: z.string().optional(),
			geo_available: countryCodes.optional(),
			geo_unavailable: countryCodes.optional(),
			tags: z.string().optional(),
			media_id: z.string().optional(),
		}),
		item: collection,
	}),
	endpoint('collections.updatePosition', 'PUT', '/collections/:id/update_position', {
		body: position,
		item: done,
	}),
	endpoint('collections.getItems', 'GET', '/collections/:id/items', {
		query: z.strictObject({
			id: ownId('collections'),
			query: z.string().optional(),
			type: z.enum(itemTypes).optional(),
			include_events: querySwitch.optional(),
			sort: z.enum(itemSorts).optional(),
			...paging,
		}),
		item: collectionItem,
	}),
	endpoint('collections.addItem', 'PUT', '/collections/:id/items', {
		body: member,
		item: done,
	}),
	endpoint('collections.updateItemPosition', 'PUT', '/collections/:collection_id/items/:item_id', {
		body: position,
		item: collectionItem,
	}),
	endpoint('collections.removeItem', 'DELETE', '/collections/:id/items', {
		body: member,
		item: done,
	}),
] as const;
