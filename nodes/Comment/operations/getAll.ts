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
	action: 'Get many comments',
	description: 'Retrieve the comments on a video',
	routing: {
		request: { method: 'GET', url: '/comments' },
		...handledBy(getList('comments', 'comment')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		locatorAsHref('video', 'qs', {
			required: true,
			description: 'The video whose comments are listed',
		}),
		...rangeFields(),
		...outputFields('comment'),
		listOptionsField(),
	]);
