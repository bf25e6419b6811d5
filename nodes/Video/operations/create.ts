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
import { sourceField, videoFields } from '../fields';

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

/** Left empty, nothing is sent: a video may get its film later. */
function firstSourceField(): INodeProperties {
	const field = sourceField(
		'From S3: a presigned URL. From Google Drive: share the file with anyone who has the link, then https://drive.google.com/uc?export=download&id=FILE_ID (up to 100 MB). The film cannot be replaced later.',
	);
	const { send } = field.routing ?? {};
	return { ...field, routing: { send: { ...send, value: '={{ $value || undefined }}' } } };
}

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		requiredTextField({
			displayName: 'Title',
			name: 'title',
			property: 'title',
			placeholder: 'e.g. The Lighthouse Keeper',
			description: 'The title that viewers see',
		}),
		firstSourceField(),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: videoFields(),
		},
		...outputFields('video'),
		optionsField(),
	]);
