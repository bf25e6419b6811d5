import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { convert, required } from '../../shared/fields/convert';
import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a video',
	description: 'Create a video, with or without its file',
	routing: {
		request: { method: 'POST', url: '/videos' },
		...handledBy(
			writeRecord('video', {
				ifLost:
					'The video may have been created all the same: look for its title with Get Many and the sort Newest before you create it again.',
			}),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. The Lighthouse Keeper',
			description: 'What people read as its title',
			routing: {
				send: {
					type: 'body',
					property: 'title',
					preSend: [convert('body', 'title', 'Title', required)],
				},
			},
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: videoFields({
				sourceHint:
					'A source can be given now or in one later update, but never replaced by another',
			}),
		},
		...outputFields('video'),
		optionsField(),
	]);
