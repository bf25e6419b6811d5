import { z } from 'zod';

import { endpoint, href, paging } from './common.mts';

export const browse = [
	endpoint('browse.getAll', 'GET', '/browse', {
		query: z.strictObject({ product: href('products'), ...paging }),
	}),
] as const;
