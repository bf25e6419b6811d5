import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inQuery } from '../../shared/panel/fields';
import { listFields, listOptions } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { liveEventFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many live events',
	description: 'Retrieve the live events of a product',
	routing: route({ method: 'GET', url: '/live_events' }, getList('live_events', 'liveEvent')),
};

export const fields = (): INodeProperties[] => [
	...listFields({
		filters: liveEventFilters(),
		sorts: [
			{
				name: 'Alphabetical',
				value: 'alphabetical',
				description: 'By title, ignoring an article at the start',
			},
			{ name: 'Created At', value: 'created_at' },
			{ name: 'Newest', value: 'newest', description: 'The newest first' },
			{ name: 'Oldest', value: 'oldest' },
			{
				name: "Service's Order",
				value: 'latest',
				description: 'As the service sorts without a choice',
			},
			{ name: 'Title', value: 'title', description: 'By title, including an article at the start' },
			{ name: 'Updated At', value: 'updated_at' },
		],
		sorting: [
			inQuery({
				displayName: 'Order',
				name: 'order',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'ASC' },
					{ name: 'Descending', value: 'DESC' },
				],
				default: 'ASC',
				description:
					'The direction of Sort. If not added: ascending for Alphabetical, descending for the others.',
			}),
		],
	}),
];

export const output = 'liveEvent';

export const options = listOptions;
