import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { countList } from '../../shared/request/countList';
import { route } from '../../shared/request/operation';
import { collectionFilters } from '../filters';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count collections',
	description: 'Count the collections, without reading them',
	routing: route({ method: 'GET', url: '/collections' }, countList('collections')),
};

export const fields = (): INodeProperties[] => [filtersField(collectionFilters())];
