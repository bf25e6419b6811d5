import { UserError, type IHttpRequestOptions } from 'n8n-workflow';

import { bodyOf } from '../json';

/**
 * To be called before an update is sent: one without any field the service would answer as if it had changed something.
 */
export function refuseEmptyUpdate(options: IHttpRequestOptions): void {
	if (Object.keys(bodyOf(options)).length > 0) return;
	throw new UserError('There is nothing to update', {
		description:
			'Add what is to change under Update Fields. A value that an expression gives as null or undefined is not sent; the empty text clears a field.',
	});
}
