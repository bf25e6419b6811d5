import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { getRecord } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a product',
	description: 'Retrieve one product',
	routing: {
		request: { method: 'GET', url: '/products/:product' },
		...handledBy(getRecord('product')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		...outputFields('product'),
		optionsField(),
	]);
