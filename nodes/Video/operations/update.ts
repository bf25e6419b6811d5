import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { textField } from '../../shared/fields/content';
import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { refuseEmptyUpdate } from '../../shared/operation/emptyUpdate';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { extraFields } from '../extraFields';
import { videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a video',
	description: 'Change what is known about a video, or give it its file',
	routing: {
		request: { method: 'PUT', url: '/videos/:video' },
		...handledBy(writeRecord('video'), [refuseEmptyUpdate]),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['update'] } }, [
		locatorInPath('video'),
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: videoFields({
				sourceHint: 'Only for a video that has no source yet: a source cannot be replaced',
				others: [
					textField({
						displayName: 'Title',
						name: 'title',
						property: 'title',
						description: 'What people read as its title',
					}),
					...extraFields(),
				],
			}),
		},
		...outputFields('video'),
		optionsField(),
	]);
