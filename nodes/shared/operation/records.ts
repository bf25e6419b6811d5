import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../json';

/**
 * Where a simplified field has its value in the full record: a way of names joined with dots, several of
 * which the first that leads to a value counts, or what is made of the record.
 */
type Source = string | string[] | ((full: IDataObject) => unknown);

interface RecordFields {
	fields: Record<string, Source>;
	/** Fields that only some answers tell: left out, and not null, where they are not told. */
	whereTold?: string[];
}

const THUMBNAIL = ['thumbnail.medium', 'thumbnail.large', 'thumbnail.source', 'thumbnail.small'];
const TIMES = { created_at: 'created_at', updated_at: 'updated_at' };

/** What a list of embedded things is recognised by. */
function namesOf(things: unknown): unknown {
	if (!Array.isArray(things)) return undefined;
	return things.filter(isObject).map(({ name, id }) => name ?? id);
}

/** What an entry of a mixed list is: the `type` that it tells, or what its address points into. */
function typeOf({ type, href }: IDataObject): unknown {
	if (typeof type === 'string') return type;
	const segment = /\/([a-z_]+)s\/\d+(?=[/?]|$)/.exec(typeof href === 'string' ? href : '');
	return segment?.[1];
}

/** A row has no id: that of the collection which its address points to is taken. */
function idInAddress({ href }: IDataObject): unknown {
	const digits = /\/(\d+)\/?(?=\?|$)/.exec(typeof href === 'string' ? href : '');
	return digits ? Number(digits[1]) : undefined;
}

/** The fields of each kind of record that people use, and what they recognise it by first. */
export const RECORDS = {
	customer: {
		fields: {
			id: 'id',
			name: 'name',
			email: 'email',
			plan: 'plan',
			status: 'status',
			products: ({ products }) => namesOf(products),
			...TIMES,
			href: 'href',
		},
		whereTold: ['status'],
	},
	product: {
		fields: {
			id: 'id',
			name: 'name',
			description: 'description',
			types: 'types',
			is_active: 'is_active',
			price_monthly: 'price.monthly.formatted',
			price_yearly: 'price.yearly.formatted',
			...TIMES,
			href: 'href',
		},
	},
	video: {
		fields: {
			id: 'id',
			title: 'title',
			description: 'description',
			status: 'status',
			duration_seconds: 'duration.seconds',
			plans: 'plans',
			plays_count: 'plays_count',
			time_available: 'time_available',
			thumbnail: THUMBNAIL,
			...TIMES,
			href: 'href',
		},
	},
	file: {
		fields: {
			quality: 'quality',
			format: 'format',
			method: 'method',
			mime_type: 'mime_type',
			size: 'size.formatted',
			size_bytes: 'size.bytes',
			source: 'links.source',
			...TIMES,
			href: 'href',
		},
	},
	collection: {
		fields: {
			id: 'id',
			name: 'name',
			type: 'type',
			description: 'description',
			plans: 'plans',
			items_count: 'items_count',
			is_featured: 'is_featured',
			position: 'position',
			thumbnail: THUMBNAIL,
			...TIMES,
			href: 'href',
		},
	},
	/** In a collection or on a customer's list: a video, an extra, another collection or a live event. */
	item: {
		fields: {
			id: 'id',
			title: ['title', 'name'],
			type: typeOf,
			item_id: 'item_id',
			position: 'position',
			status: 'status',
			duration_seconds: 'duration.seconds',
			plans: 'plans',
			thumbnail: THUMBNAIL,
			...TIMES,
			href: 'href',
		},
		whereTold: ['item_id', 'position'],
	},
	liveEvent: {
		fields: {
			id: 'id',
			title: ['title', 'name'],
			description: ['short_description', 'description'],
			live_status: 'live_status',
			plans: 'plans',
			product_ids: 'product_ids',
			page: 'links.live_event_page',
			thumbnail: THUMBNAIL,
			...TIMES,
			href: 'href',
		},
	},
	comment: {
		fields: {
			id: 'id',
			content: 'content',
			video_id: ['video_id', 'video.id'],
			video_title: 'video.title',
			customer_id: 'customer.id',
			customer_name: 'customer.name',
			customer_email: 'customer.email',
			comments_count: 'comments_count',
			...TIMES,
			href: 'href',
		},
	},
	/** The token is what an authorization is for. */
	authorization: {
		fields: {
			token: 'token',
			expires_at: 'expires_at',
			player_html: 'player.html',
			player_host: 'player.host',
			player_path: 'player.path',
			customer: 'links.customer',
			video: 'links.video',
			...TIMES,
		},
	},
	browseRow: {
		fields: {
			id: idInAddress,
			name: 'name',
			slug: 'slug',
			items_count: 'items_count',
			is_featured: 'is_featured',
			thumbnail: THUMBNAIL,
			page: 'links.collection_page',
			items: 'links.items',
			href: 'href',
		},
	},
	/** Of a client or a customer; the tokens are what is asked for. */
	token: {
		fields: {
			access_token: 'access_token',
			refresh_token: 'refresh_token',
			token_type: 'token_type',
			expires_in: 'expires_in',
			scope: 'scope',
		},
		whereTold: ['refresh_token'],
	},
	pairingCode: { fields: { code: 'code', expires_in: 'expires_in' } },
} satisfies Record<string, RecordFields>;

export type RecordKind = keyof typeof RECORDS;

/** What a way of names leads to: `duration.seconds`. */
export function valueAt(record: IDataObject, way: string): unknown {
	return way
		.split('.')
		.reduce<unknown>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			record,
		);
}

function valueFrom(full: IDataObject, source: Source): unknown {
	if (typeof source === 'function') return source(full);
	const values = [source].flat().map((way) => valueAt(full, way));
	return values.find((value) => value !== undefined && value !== null);
}

function valuesOf(full: IDataObject, { fields }: RecordFields): Array<[string, unknown]> {
	return Object.entries(fields).map(([name, source]) => [name, valueFrom(full, source)]);
}

/**
 * The fields of a record that people use: flat, and the same whichever operation gave it. What the
 * service left out is null.
 *
 * @param full the record as `flattenRecord` gives it
 */
export function simplifyRecord(full: IDataObject, kind: RecordKind): IDataObject {
	const fields: RecordFields = RECORDS[kind];
	return Object.fromEntries(
		valuesOf(full, fields)
			.filter(([name, value]) => value !== undefined || !fields.whereTold?.includes(name))
			.map(([name, value]) => [name, value ?? null]),
	);
}

/** Whether anything of a kind of record is in an answer. */
export function isRecord(full: IDataObject, kind: RecordKind): boolean {
	return valuesOf(full, RECORDS[kind]).some(([, value]) => value !== undefined);
}
