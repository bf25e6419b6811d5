import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../shared/json';
import { applyFields } from '../../shared/execution/allItems';
import { type ListResult, orFailedResult } from '../../shared/execution/wholeList';
import { validatedProperties } from '../../shared/parameters/validatedProperties';
import { grantAccess } from '../access/grantAccess';
import { withCustomerLock } from '../access/request';
import { endAccess } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import type { Wanted } from './rows';
import type { SyncRun } from './settings';

const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields' };

export async function grant({ context, email }: Wanted, run: SyncRun): Promise<ListResult> {
	const result = await orFailedResult(context, email, async () => {
		const own = { ...run.options };
		await applyFields(
			context,
			own,
			ADDITIONAL_FIELDS,
			validatedProperties(additionalAccessFields()),
		);
		return await grantAccess({ ...run, context, customer: { email }, given: bodyOf(own) });
	});
	return { ...result, item: context.getItemIndex() };
}

/** Ends the access of somebody who is not in the list, and so belongs to none of its items. */
export async function revoke(customer: IDataObject, run: SyncRun): Promise<ListResult> {
	const email = String(customer.email);
	const request = { ...run, customer: { email }, given: {} };
	const end = async () => await endAccess(request, { customer, state: 'active' });
	return await orFailedResult(run.context, email, async () => {
		return await withCustomerLock(request, request.customer, end);
	});
}
