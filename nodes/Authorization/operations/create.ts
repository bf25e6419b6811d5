import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { customerAsHref } from '../../shared/panel/customers';
import { locatorAsHref } from '../../shared/panel/locators';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a playback authorization',
	description: 'Get a player and a temporary token for a customer to play a video',
	// Idempotent, because an authorization that is not used expires.
	routing: route(
		{ method: 'POST', url: '/authorizations' },
		writeRecord('authorization', { idempotent: true }),
	),
};

export const fields = (): INodeProperties[] => [
	customerAsHref('body', {
		required: true,
		description: 'The customer who wants to watch',
	}),
	locatorAsHref('video', 'body', { required: true, description: 'The video to be played' }),
];

export const output = 'authorization';
