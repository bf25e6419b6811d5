import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { listOptionsField, rangeFields } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many browse rows',
	description: 'Retrieve the rows of a subscription product, in the order that customers see',
	routing: {
		request: { method: 'GET', url: '/browse' },
		...handledBy(getList('items', 'browseRow')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		locatorAsHref('product', 'qs', {
			required: true,
			description: 'The subscription product whose rows are listed',
		}),
		...rangeFields(),
		...outputFields('browseRow'),
		listOptionsField(),
	]);
