import type { INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../../shared/data/json';
import { route } from '../../shared/request/operation';
import { lastId, singleRequest } from '../../shared/request/writes';

/** Reports a comment. Adds its ID, because the service only confirms with a message. */
const report = singleRequest({
	// A comment that is flagged already stays flagged.
	options: { idempotent: true },
	map:
		({ request }) =>
		({ body }) => {
			const id = lastId(request.path.slice(0, -'/report'.length));
			return [
				isObject(body) && body.message ? { id, message: body.message } : { success: true, id },
			];
		},
});

export const option: INodePropertyOptions = {
	name: 'Report',
	value: 'report',
	action: 'Report a comment',
	description: 'Flag a comment, so that your team can review it at the service',
	routing: route({ method: 'POST', url: '/comments/:comment/report' }, report),
};
