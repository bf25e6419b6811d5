import type { INodePropertyOptions } from 'n8n-workflow';

import { countList } from '../../shared/request/countList';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Count',
	value: 'count',
	action: 'Count comments',
	description: 'Count the comments on a video, without reading them',
	routing: route({ method: 'GET', url: '/comments' }, countList('comments')),
};
