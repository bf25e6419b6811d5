import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a playback authorization',
	description: 'Get a player and a temporary token for a customer to play a video',
	routing: {
		request: { method: 'POST', url: '/authorizations' },
		// One that is not used expires.
		...handledBy(writeRecord('authorization', { repeatable: true })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		locatorAsHref('customer', 'body', {
			required: true,
			description: 'The customer who wants to watch',
		}),
		locatorAsHref('video', 'body', { required: true, description: 'The video to be played' }),
		...outputFields('authorization'),
		optionsField(),
	]);
