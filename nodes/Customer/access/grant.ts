import type { INodeProperties } from 'n8n-workflow';

import { validatedProperties } from '../../shared/properties/validatedProperties';
import type { WorkForAll } from '../../shared/sync/allItems';
import { applyGrant } from './apply';
import { type readAccess, readAdditionalFields } from './input';
import { CREATIONS } from './limits';
import { grantPlanner } from './plan';
import { accessWork } from './run';

/**
 * Makes sure that there is one customer with access to a product for each item, and writes only what is missing.
 *
 * @param name the operation: `Grant Access`
 * @param read reads an item, except for its Additional Fields
 * @param fields the fields of Additional Fields
 * @param updatable the fields that are updated when the customer exists
 */
export function grantWork(
	name: string,
	read: typeof readAccess,
	fields: INodeProperties[],
	updatable: string[] = [],
): WorkForAll {
	const validated = validatedProperties(fields);
	return accessWork({
		name,
		isThorough: false,
		limit: CREATIONS,
		planner: () => grantPlanner({ updatable }),
		applyStep: applyGrant,
		read: async (context, client) => {
			const given = await readAdditionalFields(context, client, validated);
			return { ...read(context, client), given };
		},
	});
}
