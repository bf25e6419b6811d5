import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields, requiredTextField } from '../../shared/panel/fields';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';
import { sourceField, videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a video',
	description: 'Create a video, with or without its file',
	routing: route(
		{ method: 'POST', url: '/videos' },
		writeRecord('video', {
			ambiguousHint:
				'The video may have been created anyway. Before you create it again, search for its title with Get Many and "Sort" set to "Newest".',
		}),
	),
};

export const fields = (): INodeProperties[] => [
	requiredTextField('Title', 'title', 'The title that viewers see', {
		placeholder: 'e.g. The Lighthouse Keeper',
	}),
	sourceField(
		'A presigned S3 URL, or a Google Drive file up to 100 MB. It can’t be replaced later.',
	),
	additionalFields(videoFields('. If not added, it is made from the title.')),
];

export const output = 'video';
