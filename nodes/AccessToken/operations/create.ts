import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requireField } from '../../shared/client/response';
import { additionalFields, textField } from '../../shared/panel/fields';
import { credentialData } from '../../shared/client/context';
import { preSend } from '../../shared/request/preSend';
import { withOAuthClient } from '../../shared/request/oauthClient';
import { bodyOf } from '../../shared/data/json';
import { isBlank } from '../../shared/values/listEntries';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';

/** Sends the scope of the credential unless the field Scope has a value. */
const withScope = preSend(async (context, options) => {
	const { scope } = await credentialData(context);
	const body = bodyOf(options);
	options.body = { ...body, scope: isBlank(body.scope) ? scope : body.scope };
});

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create an access token',
	description: 'Get an access token for the client of the credential. It is valid for 2 hours.',
	routing: route(
		{ method: 'POST', url: '/oauth/token', body: { grant_type: 'client_credentials' } },
		writeRecord('token', {
			authenticatesItself: true,
			changesNothing: true,
			idempotent: true,
			assertUsable: requireField('access_token'),
		}),
		[withOAuthClient('body'), withScope],
	),
};

export const fields = (): INodeProperties[] => [
	additionalFields([
		textField('Scope', 'scope', 'The scope to request instead of the one in the credential', {
			default: 'read',
		}),
	]),
];

export const output = 'token';
