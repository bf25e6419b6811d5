import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField } from '../../shared/panel/fields';
import { locatorAsHref } from '../../shared/panel/locators';
import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a customer',
	description: 'Retrieve one customer',
	routing: route(
		{ method: 'GET', url: '/customers/:customer' },
		getRecord('customer', {}, { pathOf: customerPath }),
	),
};

export const fields = (): INodeProperties[] => [
	filtersField([
		locatorAsHref('product', 'qs', {
			description: 'Finds the customer only if they are subscribed to this product',
		}),
	]),
];

export const output = 'customer';
