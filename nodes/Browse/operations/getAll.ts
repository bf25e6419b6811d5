import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listOptions, rangeFields } from '../../shared/properties/listFields';
import { locatorAsHref } from '../../shared/properties/locators';
import { getList } from '../../shared/execution/lists';
import { route } from '../../shared/execution/run';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many browse rows',
	description: 'Retrieve the rows of a subscription product, in the order that customers see',
	routing: route({ method: 'GET', url: '/browse' }, getList('items', 'browseRow')),
};

export const fields = (): INodeProperties[] => [
	locatorAsHref('product', 'qs', {
		required: true,
		description: 'The subscription product whose rows are listed',
	}),
	...rangeFields(),
];

export const output = 'browseRow';

export const options = listOptions;
