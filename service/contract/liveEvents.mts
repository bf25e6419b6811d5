import { z } from 'zod';

import {
	endpoint,
	hrefOrId,
	integer,
	link,
	linkOrText,
	metadata,
	ownId,
	paging,
	queryList,
	text,
	texts,
	thumbnail,
	times,
} from './common.mts';
import { liveEventSorts, plans, sortOrders } from './values.mts';

export const liveEvent = z.looseObject({
	_links: z
		.looseObject({
			self: linkOrText,
			live_event_page: link,
			latest_video: link,
		})
		.nullish(),
	id: z.int(),
	title: text,
	name: text,
	description: text,
	short_description: text,
	type: text,
	thumbnail,
	plans: texts,
	canonical_collection_id: integer,
	product_ids: z.array(z.int()).nullish(),
	geo_available: text,
	geo_unavailable: text,
	metadata,
	live_status: text,
	media_type: text,
	...times,
});

export const liveEvents = [
	endpoint('liveEvents.get', 'GET', '/live_events/:id', {
		query: z.strictObject({ id: ownId('live_events') }),
		item: liveEvent,
	}),
	endpoint('liveEvents.getAll', 'GET', '/live_events', {
		query: z.strictObject({
			product: hrefOrId('products'),
			query: z.string().optional(),
			plan: queryList(plans).optional(),
			sort: z.enum(liveEventSorts).optional(),
			order: z.enum(sortOrders).optional(),
			...paging,
		}),
		item: liveEvent,
	}),
] as const;
