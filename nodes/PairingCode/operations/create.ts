import type { INodePropertyOptions } from 'n8n-workflow';

import { withClient } from '../../shared/operation/clientCredentials';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a pairing code',
	description: 'Get a code that a customer enters to pair a device; valid for 30 minutes',
	// One that is not used expires.
	routing: handledBy(
		{ method: 'POST', url: '/oauth/codes' },
		writeRecord('pairingCode', {
			authenticatesItself: true,
			repeatable: true,
			needsRecord: 'code',
		}),
		[withClient('body')],
	),
};

export const output = 'pairingCode';
