import type { INodePropertyOptions } from 'n8n-workflow';

import { handledBy } from '../../shared/execution/run';
import { write } from '../../shared/execution/writes';
import { INVALID_POSITION } from '../position';

export const option: INodePropertyOptions = {
	name: 'Move',
	value: 'updatePosition',
	action: 'Move a collection',
	description: 'Change the position of a collection among the collections',
	routing: handledBy(
		{ method: 'PUT', url: '/collections/:collection/update_position' },
		write({ explanations: INVALID_POSITION }),
	),
};
