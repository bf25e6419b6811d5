import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inQuery, switchField } from '../../shared/panel/fields';
import { listFields, listOptions, queryField } from '../../shared/panel/listFields';
import { getList } from '../../shared/run/getList';
import { route } from '../../shared/run/operation';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many products',
	description: 'Retrieve a list of products',
	routing: route({ method: 'GET', url: '/products' }, getList('products', 'product')),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: [
			queryField('Only products that match this text'),
			inQuery(switchField('Active', 'active', 'Whether to return only active products')),
		],
		sorts: [
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Position', value: 'position' },
		],
	});

export const output = 'product';

export const options = listOptions;
