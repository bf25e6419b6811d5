import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';
import { INVALID_POSITION } from '../position';

export const option: INodePropertyOptions = {
	name: 'Move Item',
	value: 'updateItemPosition',
	action: 'Move an item in a collection',
	description: 'Change the position of an item in its collection',
	routing: route(
		{ method: 'PUT', url: '/collections/:collection/items/:item' },
		writeRecord('item', { explanations: INVALID_POSITION }),
	),
};

export const output = 'item';
