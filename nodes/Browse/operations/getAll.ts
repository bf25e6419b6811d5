import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listOptions, rangeFields } from '../../shared/panel/listFields';
import { locatorAsHref } from '../../shared/panel/locators';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';

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
