import { expect, it } from 'vitest';

import { affectedIds } from '../../../../nodes/shared/output/affectedIds';

it.each([
	['the path', '/customers/5/products', {}, { customerId: 5 }],
	[
		'hrefs in the body',
		'/customers/5/products',
		{ product: 'https://a.test/products/7' },
		{ customerId: 5, productId: 7 },
	],
	['ids in the body', '/collections/5/items', { video_id: 7 }, { collectionId: 5, videoId: 7 }],
	[
		'a collection in a collection',
		'/collections/5/items',
		{ collection_id: 6 },
		{ collectionId: 5, collectionItemId: 6 },
	],
	['an id where an href is usual', '/customers/5', { product: 7 }, { customerId: 5 }],
	['no other texts', '/videos', { title: 'https://a.test/videos/1' }, {}],
])('a write returns the ids of %s', (_, url, body, ids) => {
	expect(affectedIds({ url, body })).toEqual(ids);
});
