import { z } from 'zod';

import { endpoint, flag, href, integer, link, paging, text, thumbnail } from './common.mts';

export const browseItem = z.looseObject({
	_links: z.looseObject({ self: link, items: link, collection_page: link }).nullish(),
	name: text,
	slug: text,
	items_count: integer,
	thumbnail,
	is_featured: flag,
});

export const browse = [
	endpoint('browse.getAll', 'GET', '/browse', {
		query: z.strictObject({ product: href('products'), ...paging }),
		item: browseItem,
	}),
] as const;
