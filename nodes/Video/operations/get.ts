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
	action: 'Get a video',
	description: 'Retrieve one video; with Output set to Full, its files too',
	routing: {
		request: { method: 'GET', url: '/videos/:video' },
		...handledBy(getRecord('video')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		...outputFields('video'),
		optionsField(),
	]);
