import type { INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../../shared/json';
import { handledBy, once } from '../../shared/execution/run';
import { lastId } from '../../shared/execution/writes';

/** The service confirms with a message, which does not say what it is about. */
const report = once(
	({ options }) =>
		({ body }) => {
			const id = lastId(options.url.slice(0, -'/report'.length));
			return [
				isObject(body) && body.message ? { id, message: body.message } : { success: true, id },
			];
		},
	// A comment that is flagged already stays flagged.
	{ idempotent: true },
);

export const option: INodePropertyOptions = {
	name: 'Report',
	value: 'report',
	action: 'Report a comment',
	description: 'Flag a comment for the moderators',
	routing: handledBy({ method: 'POST', url: '/comments/:comment/report' }, report),
};
