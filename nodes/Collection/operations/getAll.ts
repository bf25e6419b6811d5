import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listFields, listOptions } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { collectionFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many collections',
	description: 'Retrieve a list of collections',
	routing: route({ method: 'GET', url: '/collections' }, getList('collections', 'collection')),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: collectionFilters(),
		sorts: [
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Newest', value: 'newest', description: 'The newest first' },
			{ name: 'Oldest', value: 'oldest' },
			{
				name: "Service's Order",
				value: 'latest',
				description: 'As the service sorts without a choice',
			},
		],
	});

export const output = 'collection';

export const options = listOptions;
