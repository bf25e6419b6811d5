import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { textField } from '../../shared/fields/content';
import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { updateRecord } from '../../shared/operation/writes';
import { extraFields } from '../extraFields';
import { sourceField, videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a video',
	description: 'Change a video, or add the film of a video without one',
	routing: {
		request: { method: 'PUT', url: '/videos/:video' },
		...handledBy(updateRecord('video')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: videoFields([
				sourceField('Only for a video without a source; a source cannot be replaced'),
				textField({
					displayName: 'Title',
					name: 'title',
					property: 'title',
					description: 'The title that viewers see',
				}),
				...extraFields(),
			]),
		},
		...outputFields('video'),
		optionsField(),
	]);
