import type { INodePropertyOptions } from 'n8n-workflow';

import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a comment',
	description: 'Retrieve one comment, and its replies with Output set to Full',
	routing: route({ method: 'GET', url: '/comments/:comment' }, getRecord('comment')),
};

export const output = 'comment';
