import type { INodePropertyOptions } from 'n8n-workflow';

import { provenRemoval } from '../../shared/execution/removal';
import { handledBy } from '../../shared/execution/run';
import { write } from '../../shared/execution/writes';
import { isItemOf, memberOf } from '../items';

const removal = provenRemoval(
	({ options }) => ({
		list: { url: options.url, key: 'items' },
		isRecord: (item) => isItemOf(item, memberOf(options)),
	}),
	'look with Get Items whether it is still in the collection, and run this again if it is.',
);

export const option: INodePropertyOptions = {
	name: 'Remove Item',
	value: 'removeItem',
	action: 'Remove an item from a collection',
	description:
		'Take a video, an extra or another collection out of a collection, without deleting it',
	routing: handledBy({ method: 'DELETE', url: '/collections/:collection/items' }, write(removal)),
};
