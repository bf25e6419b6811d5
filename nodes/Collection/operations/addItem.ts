import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../shared/request/operation';
import { write } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Add Item',
	value: 'addItem',
	action: 'Add an item to a collection',
	description: 'Put a video, an extra or another collection into a collection',
	routing: route(
		{ method: 'PUT', url: '/collections/:collection/items' },
		write({
			// What happens to an item that is added twice is not documented.
			idempotent: false,
			ambiguousHint:
				'The item may have been added anyway. Check with Get Items before you add it again, or it may be in the collection twice.',
		}),
	),
};
