import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { textField, updateFields } from '../../shared/properties/fields';
import { route } from '../../shared/execution/run';
import { updateRecord } from '../../shared/execution/writes';
import { extraFields } from '../extraFields';
import { sourceField, videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a video',
	description: 'Change a video, or add the film of a video without one',
	routing: route({ method: 'PUT', url: '/videos/:video' }, updateRecord('video')),
};

export const fields = (): INodeProperties[] => [
	updateFields([
		...videoFields(),
		sourceField('Only for a video without a source; a source cannot be replaced'),
		textField('Title', 'title', 'The title that viewers see'),
		...extraFields(),
	]),
];

export const output = 'video';
