import type { INodePropertyOptions } from 'n8n-workflow';

import { requireField } from '../../shared/client/response';
import { withOAuthClient } from '../../shared/request/oauthClient';
import { route } from '../../shared/request/operation';
import { writeRecord } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a pairing code',
	description: 'Get a code that a customer enters to pair a device. It is valid for 30 minutes.',
	// Idempotent, because a code that is not used expires.
	routing: route(
		{ method: 'POST', url: '/oauth/codes' },
		writeRecord('pairingCode', {
			authenticatesItself: true,
			changesNothing: true,
			idempotent: true,
			assertUsable: requireField('code'),
		}),
		[withOAuthClient('body')],
	),
};

export const output = 'pairingCode';
