import { expect, it } from 'vitest';

import { affectedIds } from '../../../../nodes/shared/output/affectedIds';

it.each([
	['the path', '/customers/5/products', {}, { customer_id: 5 }],
	[
		'hrefs in the body',
		'/customers/5/products',
		{ product: 'https://a.test/products/7' },
		{ customer_id: 5, product_id: 7 },
	],
	['a live event, by the name of the API', '/live_events/5', {}, { live_event_id: 5 }],
	['ids in the body', '/collections/5/items', { video_id: 7 }, { collection_id: 5, video_id: 7 }],
	[
		'a collection in a collection',
		'/collections/5/items',
		{ collection_id: 6 },
		{ collection_id: 5, collection_item_id: 6 },
	],
	[
		'the path alone when the body has an ID in place of an href',
		'/customers/5',
		{ product: 7 },
		{ customer_id: 5 },
	],
	['no record that another text mentions', '/videos', { title: 'https://a.test/videos/1' }, {}],
])('affectedIds returns the IDs of %s', (_, path, body, ids) => {
	expect(affectedIds({ path, body })).toEqual(ids);
});
