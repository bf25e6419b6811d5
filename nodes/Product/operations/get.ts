import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { getRecord } from '../../shared/execute';
import { optionsField, simplifyField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a product',
	description: 'Retrieve one product',
	routing: {
		request: { method: 'GET', url: '/products/:product' },
		send: { paginate: true },
		operations: { pagination: getRecord() },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		locatorInPath('product'),
		simplifyField(),
		optionsField(),
	]);
