import type { INodePropertyOptions } from 'n8n-workflow';

import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a video',
	description: 'Retrieve one video, and its files with Output set to Full',
	routing: route({ method: 'GET', url: '/videos/:video' }, getRecord('video')),
};

export const output = 'video';
