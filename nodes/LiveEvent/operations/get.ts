import type { INodePropertyOptions } from 'n8n-workflow';

import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a live event',
	description: 'Retrieve one live event',
	routing: route({ method: 'GET', url: '/live_events/:liveEvent' }, getRecord('liveEvent')),
};

export const output = 'liveEvent';
