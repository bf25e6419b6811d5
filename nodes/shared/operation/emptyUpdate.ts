import { UserError } from 'n8n-workflow';

import { bodyOf } from '../json';
import { preSend } from './refusal';

/** Refuses an update without any field: the service would answer as if it had changed something. */
export const refuseEmptyUpdate = preSend((_, options) => {
	if (Object.keys(bodyOf(options)).length > 0) return;
	throw new UserError('There is nothing to update', {
		description: 'Add what is to change under Update Fields.',
	});
});
