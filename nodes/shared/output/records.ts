import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../data/json';
import { RESOURCES, resourcesInPath } from '../ids/resources';
import { fieldOf, flattenValue, valueAt } from './flatten';

/**
 * The source of a simplified field: a dotted path into the full record, alternatives in order of preference, or a
 * function of the record that the service sent.
 */
export type Source = string | string[] | ((record: IDataObject) => IDataObject[string]);

export interface RecordFields {
	/** The fields of the simplified record. */
	fields: Record<string, Source>;
	/** The other documented fields of the full record. */
	otherFields?: string[];
	/** The fields that Safe Text leaves as they are, beside those of {@link EXACT}. */
	exact?: string[];
}

/** Returns fields that have the same name in both records. */
const same = (...names: string[]): Record<string, Source> =>
	Object.fromEntries(names.map((name) => [name, name]));

const COMMON = same('created_at', 'updated_at', 'href');
const THUMBNAIL = {
	thumbnail: ['thumbnail.medium', 'thumbnail.large', 'thumbnail.source', 'thumbnail.small'],
};

/** The texts that the service may leave blank. */
export const TEXT_FIELDS = [
	'content',
	'customer_name',
	'description',
	'live_status',
	'name',
	'slug',
	'status',
	'thumbnail',
	'title',
	'video_title',
];

/**
 * The fields that Safe Text leaves as they are in every record, with everything below them: IDs, dates, fixed words and URLs
 * of the service. People wrote the others.
 */
const EXACT = [
	...['id', 'href', 'links', 'thumbnail', 'type', 'status', 'plan', 'plans', 'platform'],
	...['created_at', 'updated_at', 'time_available', 'time_unavailable', 'scheduled_at'],
	...['live_status', 'media_type', 'geo_available', 'geo_unavailable', 'duration', 'files'],
];

/** The other fields of a video, also as an item of a list. */
const VIDEO_DETAILS = [
	'duration.formatted',
	'time_unavailable',
	'finishes_count',
	'files_count',
	'files',
	'live_event_id',
	'live_video',
	'live_status',
	'scheduled_at',
	'metadata',
	'tracks',
	'advertising',
	'links.files',
];

/** The fields of each kind of record, the ones that people recognise it by first: ten at most, n8n's rule. */
export const RECORDS = {
	customer: {
		fields: {
			...same('id', 'name', 'email', 'plan', 'status'),
			products: (record: IDataObject) => namesOf(fieldOf(record, 'products')),
			...COMMON,
		},
		otherFields: ['platform', 'links.watching', 'links.watchlist'],
		exact: ['browse_url', 'oauth'],
	},
	product: {
		fields: {
			...same('id', 'name', 'description', 'is_active'),
			price_monthly: (record: IDataObject) => priceOf(record, 'monthly'),
			price_yearly: (record: IDataObject) => priceOf(record, 'yearly'),
			...COMMON,
		},
		otherFields: [
			'price.monthly.cents',
			'price.monthly.currency',
			'price.yearly.cents',
			'price.yearly.currency',
			'series_count',
			'movies_count',
			'playlists_count',
			'sections_count',
			'categories_count',
			'types',
			'links.collections',
			'links.customers',
		],
	},
	video: {
		fields: {
			...same('id', 'title', 'description', 'status'),
			duration_seconds: 'duration.seconds',
			...same('plans', 'plays_count'),
			...THUMBNAIL,
			...same('created_at', 'href'),
		},
		otherFields: ['time_available', 'updated_at', ...VIDEO_DETAILS],
	},
	file: {
		fields: {
			...same('quality', 'format', 'method', 'mime_type'),
			size: 'size.formatted',
			size_bytes: 'size.bytes',
			source: 'links.source',
			...COMMON,
		},
		exact: ['quality', 'format', 'method', 'mime_type', 'source'],
	},
	collection: {
		fields: {
			...same('id', 'name', 'type', 'description', 'plans'),
			...same('items_count', 'position'),
			...THUMBNAIL,
			...same('created_at', 'href'),
		},
		otherFields: [
			'slug',
			'is_featured',
			'updated_at',
			'seasons_count',
			'files_count',
			'metadata',
			'trailer',
			'links.items',
			'links.collection_page',
		],
	},
	/** An item of a collection or of a customer's list: a video, an extra, another collection or a live event. */
	item: {
		fields: {
			id: 'id',
			title: ['title', 'name'],
			type: typeOf,
			...same('item_id', 'position', 'status'),
			duration_seconds: 'duration.seconds',
			plans: 'plans',
			...THUMBNAIL,
			href: 'href',
		},
		otherFields: [
			'created_at',
			'updated_at',
			'name',
			'description',
			'slug',
			'time_available',
			'items_count',
			'plays_count',
			...VIDEO_DETAILS,
			'links.items',
		],
	},
	liveEvent: {
		fields: {
			id: 'id',
			title: ['title', 'name'],
			description: ['short_description', 'description'],
			...same('live_status', 'plans', 'product_ids'),
			page: 'links.live_event_page',
			...THUMBNAIL,
			...same('created_at', 'href'),
		},
		otherFields: [
			'updated_at',
			'name',
			'short_description',
			'type',
			'media_type',
			'canonical_collection_id',
			'geo_available',
			'geo_unavailable',
			'metadata',
			'links.latest_video',
		],
		exact: ['page'],
	},
	comment: {
		fields: {
			...same('id', 'content'),
			video_id: ['video_id', 'video.id'],
			video_title: 'video.title',
			customer_id: (record: IDataObject) => idOf(asObject(fieldOf(record, 'customer'))),
			customer_name: 'customer.name',
			customer_email: 'customer.email',
			...same('comments_count', 'created_at', 'href'),
		},
		otherFields: ['updated_at', 'customer', 'video', 'comments', 'links.video'],
	},
	/** Shows the token: it is the purpose of an authorization. */
	authorization: {
		fields: {
			...same('token', 'expires_at'),
			player_html: 'player.html',
			player_host: 'player.host',
			player_path: 'player.path',
			customer: 'links.customer',
			video: 'links.video',
			...same('created_at', 'updated_at'),
		},
		exact: [
			...['token', 'expires_at', 'customer', 'video'],
			...['player', 'player_html', 'player_host', 'player_path'],
		],
	},
	browseRow: {
		fields: {
			id: idInHref,
			...same('name', 'slug', 'items_count', 'is_featured'),
			...THUMBNAIL,
			page: 'links.collection_page',
			items: 'links.items',
			href: 'href',
		},
		exact: ['page', 'items'],
	},
	/** Shows the tokens of a client or a customer: they are what was requested. */
	token: {
		fields: same('access_token', 'refresh_token', 'token_type', 'expires_in', 'scope'),
		exact: ['access_token', 'refresh_token', 'token_type', 'scope'],
	},
	pairingCode: { fields: same('code', 'expires_in'), exact: ['code'] },
} satisfies Record<string, RecordFields>;

export type RecordKind = keyof typeof RECORDS;

/** Returns the names of the fields of a kind of record that Safe Text leaves as they are. */
export function exactFields(kind: RecordKind): string[] {
	const { exact = [] }: RecordFields = RECORDS[kind];
	return [...EXACT, ...exact];
}

/** Returns the price of an interval; the empty text for a product without one, such as a rental. */
function priceOf(product: IDataObject, interval: string): IDataObject[string] {
	if (!isObject(fieldOf(product, 'price'))) return undefined;
	return flattenValue(valueAt(product, ['price', interval, 'formatted'])) ?? '';
}

/** Returns the names of embedded records, or their ids. */
function namesOf(records: unknown): IDataObject[string] {
	if (!Array.isArray(records)) return undefined;
	return records
		.filter(isObject)
		.map((record) => flattenValue(fieldOf(record, 'name') ?? fieldOf(record, 'id')));
}

function resourcesOfRecord(record: IDataObject) {
	const address = fieldOf(record, 'href');
	return resourcesInPath(typeof address === 'string' ? address : '');
}

/** Returns the type of an item of a mixed list: its `type`, or the kind of resource that its href names. */
export function typeOf(record: IDataObject): IDataObject[string] {
	const type = fieldOf(record, 'type');
	if (typeof type === 'string') return type;
	const [resource] = resourcesOfRecord(record);
	return resource && RESOURCES[resource.kind].segment.slice(0, -1);
}

/** Returns the id in the href of a browse row or an embedded record, which may show no id of its own. */
function idInHref(record: IDataObject): IDataObject[string] {
	const resource = resourcesOfRecord(record).at(-1);
	return resource && Number(resource.id);
}

/** Returns the ID of a record, which an embedded one may only have in its href. */
export const idOf = (record: IDataObject) =>
	flattenValue(fieldOf(record, 'id')) ?? idInHref(record);
