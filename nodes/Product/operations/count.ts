import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { countList } from '../../shared/request/countList';
import { route } from '../../shared/request/operation';
import { productFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count products',
	description: 'Count the products, without reading them',
	routing: route({ method: 'GET', url: '/products' }, countList('products')),
};

export const fields = (): INodeProperties[] => [filtersField(productFilters())];
