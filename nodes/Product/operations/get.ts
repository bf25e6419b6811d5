import type { INodePropertyOptions } from 'n8n-workflow';

import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a product',
	description: 'Retrieve one product',
	routing: route({ method: 'GET', url: '/products/:product' }, getRecord('product')),
};

export const output = 'product';
