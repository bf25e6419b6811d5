import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { listOptions, rangeFields } from '../../shared/properties/listFields';
import { locatorAsHref } from '../../shared/properties/locators';
import { getList } from '../../shared/execution/lists';
import { route } from '../../shared/execution/run';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many comments',
	description: 'Retrieve the comments on a video',
	routing: route({ method: 'GET', url: '/comments' }, getList('comments', 'comment')),
};

export const fields = (): INodeProperties[] => [
	locatorAsHref('video', 'qs', {
		required: true,
		description: 'The video whose comments are listed',
	}),
	...rangeFields(),
];

export const output = 'comment';

export const options = listOptions;
