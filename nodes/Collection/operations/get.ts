import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { locatorAsHref } from '../../shared/panel/locators';
import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a collection',
	description: 'Retrieve one collection',
	routing: route({ method: 'GET', url: '/collections/:collection' }, getRecord('collection')),
};

export const fields = (): INodeProperties[] => [
	filtersField([
		locatorAsHref('product', 'qs', {
			description: 'Finds the collection only if it is part of this product',
		}),
	]),
];

export const output = 'collection';
