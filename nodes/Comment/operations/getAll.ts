import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { getList } from '../../shared/execute';
import { listOptionsField, rangeFields, simplifyField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many comments',
	description: 'Retrieve the comments on a video',
	routing: {
		request: { method: 'GET', url: '/comments' },
		send: { paginate: true },
		operations: { pagination: getList('comments') },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		locatorAsHref('video', 'qs', {
			required: true,
			description: 'The video whose comments are listed',
		}),
		...rangeFields(),
		simplifyField(),
		listOptionsField(),
	]);
