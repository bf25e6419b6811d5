import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { removedGroup } from '../../shared/panel/notices';
import { route } from '../../shared/run/operation';
import { write } from '../../shared/run/writes';

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

/** Before 0.1.0 the group had a position. */
export const fields = (): INodeProperties[] => [
	removedGroup(
		'additionalFields',
		'Add Item no longer has the field "Position"',
		'Nothing was added. This workflow was saved with a position, and an item now goes to the end of the collection. Replace the node with a new Add Item, and place the item with Move Item, or use Sync Items for the whole order.',
	),
];
