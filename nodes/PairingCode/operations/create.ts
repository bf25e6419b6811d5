import type { INodePropertyOptions } from 'n8n-workflow';

import { withClient } from '../../shared/client/request';
import { handledBy } from '../../shared/execution/run';
import { writeRecord } from '../../shared/execution/writes';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a pairing code',
	description: 'Get a code that a customer enters to pair a device; valid for 30 minutes',
	// Idempotent, because a code that is not used expires.
	routing: handledBy(
		{ method: 'POST', url: '/oauth/codes' },
		writeRecord('pairingCode', {
			authenticatesItself: true,
			idempotent: true,
			needsRecord: 'code',
		}),
		[withClient('body')],
	),
};

export const output = 'pairingCode';
