import type { INodePropertyOptions } from 'n8n-workflow';

import { withOAuthClient } from '../../shared/request/oauthClient';
import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get the tokens of a pairing code',
	description: 'Retrieve the access token and refresh token of the customer who entered the code',
	routing: route(
		{ method: 'GET', url: '/oauth/codes/:code' },
		getRecord('token', {
			authenticatesItself: true,
			explanations: {
				404: {
					cause: 'The code is not paired yet',
					remedy:
						'Try again once the customer has entered the code, every 2.5 seconds at most. The code is valid for 30 minutes. After that, create a new one.',
				},
			},
		}),
		[withOAuthClient('qs')],
	),
};

export const output = 'token';
