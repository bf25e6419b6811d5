import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { filtersField, optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { getRecord } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a customer',
	description: 'Retrieve one customer',
	routing: {
		request: { method: 'GET', url: '/customers/:customer' },
		...handledBy(getRecord('customer')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		filtersField([
			locatorAsHref('product', 'qs', {
				description: 'Only find the customer if subscribed to this product',
			}),
		]),
		...outputFields('customer'),
		optionsField(),
	]);
