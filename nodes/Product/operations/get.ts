import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField, simplifyField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { getRecord } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a product',
	description: 'Retrieve one product',
	routing: {
		request: { method: 'GET', url: '/products/:product' },
		...handledBy(getRecord()),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		locatorInPath('product'),
		simplifyField(),
		optionsField(),
	]);
