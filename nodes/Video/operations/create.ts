import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { requiredTextField } from '../../shared/fields/content';
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
		requiredTextField({
			displayName: 'Title',
			name: 'title',
			property: 'title',
			placeholder: 'e.g. The Lighthouse Keeper',
			description: 'What people read as its title',
		}),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			// Without it a video is an empty shell, so it is asked for first.
			default: { sourceUrl: null },
			options: videoFields({
				sourceHint:
					'A source can be given now or in one later update, but never replaced by another',
			}),
		},
		...outputFields('video'),
		optionsField(),
	]);
