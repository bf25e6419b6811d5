import { z } from 'zod';

import { endpoint, flag, href, integer, link, pageOf, paging, text, thumbnail } from './common.mts';

export const browseItem = z.looseObject({
	_links: z.looseObject({ self: link, items: link, collection_page: link }).nullish(),
	name: text,
	slug: text,
	items_count: integer,
	thumbnail,
	is_featured: flag,
});

export const browse = [
	endpoint({
		id: 'browse.getAll',
		method: 'GET',
		path: '/browse',
		query: z.strictObject({ product: href('products'), ...paging }),
		response: { body: pageOf('items', browseItem) },
		item: browseItem,
	}),
] as const;
