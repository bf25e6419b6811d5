import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listFields, listOptions } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { productFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many products',
	description: 'Retrieve a list of products',
	routing: route({ method: 'GET', url: '/products' }, getList('products', 'product')),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: productFilters(),
		sorts: [
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Position', value: 'position' },
		],
	});

export const output = 'product';

export const options = listOptions;
