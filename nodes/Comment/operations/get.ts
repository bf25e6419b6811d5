import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { getRecord } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a comment',
	description: 'Retrieve one comment; with Output set to Full, its replies too',
	routing: {
		request: { method: 'GET', url: '/comments/:comment' },
		...handledBy(getRecord('comment')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		...outputFields('comment'),
		optionsField(),
	]);
