import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../shared/request/operation';
import { write } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Remove Item',
	value: 'removeItem',
	action: 'Remove an item from a collection',
	description:
		'Take a video, an extra or another collection out of a collection, without deleting it',
	routing: route({ method: 'DELETE', url: '/collections/:collection/items' }, write()),
};
