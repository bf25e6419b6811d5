import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../shared/request/operation';
import { write } from '../../shared/request/writes';
import { INVALID_POSITION } from '../position';

export const option: INodePropertyOptions = {
	name: 'Move',
	value: 'updatePosition',
	action: 'Move a collection',
	description: 'Change the position of a collection among the collections',
	routing: route(
		{ method: 'PUT', url: '/collections/:collection/update_position' },
		write({ explanations: INVALID_POSITION }),
	),
};
