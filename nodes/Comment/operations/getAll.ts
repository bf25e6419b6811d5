import type { INodePropertyOptions } from 'n8n-workflow';

import { listOptions, rangeFields } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many comments',
	description: 'Retrieve the comments on a video',
	routing: route({ method: 'GET', url: '/comments' }, getList('comments', 'comment')),
};

export const fields = rangeFields;

export const output = 'comment';

export const options = listOptions;
