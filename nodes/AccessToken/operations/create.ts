import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { credentialData } from '../../shared/http/credential';
import { isObject } from '../../shared/json';
import { withClient } from '../../shared/operation/clientCredentials';
import { preSend } from '../../shared/validation/refusal';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';

/** The scope of the credential, unless another one was asked for. */
const withScope = preSend(async (context, options) => {
	const { scope } = await credentialData(context);
	options.body = { scope, ...(isObject(options.body) ? options.body : {}) };
});

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create an access token',
	description: 'Get an access token for the client of the credential; valid for 2 hours',
	routing: {
		request: {
			method: 'POST',
			url: '/oauth/token',
			body: { grant_type: 'client_credentials' },
		},
		...handledBy(
			writeRecord('token', { authenticatesItself: true, repeatable: true, needsRecord: true }),
			[withClient('body'), withScope],
		),
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
					description: 'The scope to ask for, instead of the one in the credential',
					routing: { send: { type: 'body', property: 'scope' } },
				},
			],
		},
		...outputFields('token'),
		optionsField(),
	]);
