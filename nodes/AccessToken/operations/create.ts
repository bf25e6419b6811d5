import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { credentialData } from '../../shared/authentication';
import { withClient } from '../../shared/clientCredentials';
import { write } from '../../shared/execute';
import { optionsField } from '../../shared/fields/lists';
import { preSend } from '../../shared/refusal';
import { isObject } from '../../shared/transport/response';

/** The scope of the credential, unless another one was asked for. */
const withScope = preSend(async (context, options) => {
	const { scope } = await credentialData(context);
	options.body = { scope, ...(isObject(options.body) ? options.body : {}) };
});

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create an access token',
	description: 'Get an access token for the client of the credential; it is valid for 2 hours',
	routing: {
		request: {
			method: 'POST',
			url: '/oauth/token',
			body: { grant_type: 'client_credentials' },
		},
		send: { paginate: true, preSend: [withClient('body'), withScope] },
		operations: { pagination: write({ authenticatesItself: true, repeatable: true }) },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['create'] } }, [
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Scope',
					name: 'scope',
					type: 'string',
					default: 'read',
					description: 'What the access token is for, instead of the scope of the credential',
					routing: { send: { type: 'body', property: 'scope' } },
				},
			],
		},
		optionsField(),
	]);
