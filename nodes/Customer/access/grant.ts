import type { INodeProperties } from 'n8n-workflow';

import { dryRunField } from '../../shared/panel/fields';
import { validatedProperties } from '../../shared/panel/validatedProperties';
import type { RunRows } from '../../shared/run/allItems';
import { limitField } from '../../shared/run/limit';
import { stopAfterField } from '../../shared/run/stopAfter';
import { applyGrant } from './apply';
import { readAccess, readAdditionalFields, type readEmail } from './input';
import { CREATIONS } from './limits';
import { grantPlanner } from './plan';
import { type AccessOperation, accessRun } from './run';

interface Grants extends Pick<AccessOperation, 'name'> {
	/** The fields of Additional Fields. */
	fields: INodeProperties[];
	/** Reads the customer of an item; by default from the locator `customer`. */
	customerOf?: typeof readEmail;
	/** The fields that are updated when the customer exists. */
	updatable?: string[];
}

/** Makes sure that there is one customer with access to a product for each item, and writes only what is missing. */
export function grantRun({ name, fields, customerOf, updatable = [] }: Grants): RunRows {
	const validated = validatedProperties(fields);
	return accessRun({
		name,
		depth: 'access',
		limit: CREATIONS,
		planner: () => grantPlanner({ updatable }),
		applyStep: applyGrant,
		read: async (context, client) => {
			const given = await readAdditionalFields(context, client, validated);
			return { ...(await readAccess(context, client, customerOf)), given };
		},
	});
}

export const grantOptions = (): INodeProperties[] => [
	dryRunField(),
	stopAfterField(),
	limitField(CREATIONS, '100'),
];
