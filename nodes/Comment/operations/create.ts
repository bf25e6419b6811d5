import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields, requiredTextField } from '../../shared/panel/fields';
import { customerAsHref } from '../../shared/panel/customers';
import { locatorAsHref } from '../../shared/panel/locators';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a comment',
	description: 'Write a comment on a video, or a reply to one, for a customer',
	routing: route(
		{ method: 'POST', url: '/comments' },
		writeRecord('comment', {
			ambiguousHint:
				'The comment may have been created anyway. Before you create it again, check the comments on the video with Get Many.',
		}),
	),
};

export const fields = (): INodeProperties[] => [
	locatorAsHref('video', 'body', {
		required: true,
		description: 'The video that the comment is on',
	}),
	customerAsHref('body', {
		required: true,
		description: 'The customer who writes the comment',
	}),
	requiredTextField('Content', 'content', 'The text of the comment', {
		typeOptions: { rows: 4 },
		placeholder: 'e.g. What a finale!',
	}),
	additionalFields([
		locatorAsHref('comment', 'body', {
			displayName: 'Reply To',
			description: 'The comment to answer. A reply can’t be answered.',
		}),
	]),
];

export const output = 'comment';
