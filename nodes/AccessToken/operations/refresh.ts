import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requireField } from '../../shared/client/response';
import { notice } from '../../shared/panel/notices';
import { route } from '../../shared/request/operation';
import { requireText } from '../../shared/values/checks';
import { trim } from '../../shared/values/text';
import type { Transform } from '../../shared/values/transform';
import { writeRecord } from '../../shared/request/writes';
import { requiredTextField } from '../../shared/panel/fields';

const REFUSED_TOKEN = {
	cause: 'The service did not accept the refresh token',
	remedy:
		'Use the refresh token that came with the last access token, or pair the device again. An earlier one may no longer work.',
};

/** Trims the token, which no error quotes. */
const toToken: Transform = (value, { label }) =>
	trim(requireText(value, { displayName: label, typeOptions: { password: true } }));

export const option: INodePropertyOptions = {
	name: 'Refresh',
	value: 'refresh',
	action: 'Refresh an access token',
	description: 'Renew the access token and the refresh token of a customer',
	routing: route(
		{ method: 'POST', url: '/oauth/token', body: { grant_type: 'refresh_token' } },
		writeRecord('token', {
			authenticatesItself: true,
			changesNothing: true,
			explanations: { 400: REFUSED_TOKEN, 401: REFUSED_TOKEN },
			assertUsable: requireField('access_token'),
			ambiguousHint:
				'The refresh token may be used up and the new one lost: if the next refresh is refused, pair the device again.',
		}),
	),
};

export const fields = (): INodeProperties[] => [
	requiredTextField(
		'Refresh Token',
		'refreshToken',
		'The last refresh token of a customer, usually from Pairing Code > Get or an earlier refresh',
		{ typeOptions: { password: true }, transform: toToken },
	),
	notice(
		'refreshNotice',
		'Keep the new refresh token from the output: the earlier one may no longer work. Leave Retry On Fail off in the settings of this node.',
	),
];

export const output = 'token';
