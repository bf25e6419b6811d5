import { NodeApiError, type IDataObject, type IExecuteSingleFunctions } from 'n8n-workflow';

import { nodeErrorFor } from '../../shared/http/nodeErrors';
import { bodyOf } from '../../shared/json';
import { applyFields } from '../../shared/operation/allItems';
import { failedItem } from '../../shared/operation/run';
import { checkedFields } from '../../shared/validation/checkedFields';
import { type AccessResult, grantAccess } from '../access/ensureAccess';
import { withCustomerLock } from '../access/request';
import { revokeHeld } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import type { Wanted } from './rows';
import type { SyncRun } from './settings';

const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields' };

export interface Done {
	outcome: string;
	/** None where it is not asked for. */
	json?: IDataObject;
	/** The index of the input item that names the person. */
	item?: number;
}

/** The failure names the person; where the workflow goes on, it is an item. */
async function orFailure(
	context: IExecuteSingleFunctions,
	email: string,
	work: () => Promise<AccessResult>,
): Promise<AccessResult> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		if (failure instanceof NodeApiError) failure.message = `${email}: ${failure.message}`;
		if (!context.continueOnFail()) throw failure;
		return { outcome: 'failed', json: failedItem(context, failure).json };
	}
}

export async function grant({ context, email }: Wanted, run: SyncRun): Promise<Done> {
	const result = await orFailure(context, email, async () => {
		const own = { ...run.options };
		await applyFields(context, own, ADDITIONAL_FIELDS, checkedFields(additionalAccessFields()));
		return await grantAccess({ ...run, context, customer: { email }, given: bodyOf(own) });
	});
	return { ...result, item: context.getItemIndex() };
}

/** Ends the access of somebody who is not in the list, and so belongs to none of its items. */
export async function revoke(customer: IDataObject, run: SyncRun): Promise<Done> {
	const email = String(customer.email);
	const request = { ...run, customer: { email }, given: {} };
	const held = { customer, hasAccess: true, listedAs: 'enabled' as const };
	const end = async () => await revokeHeld(request, held);
	return await orFailure(run.context, email, async () => {
		return await withCustomerLock(request, request.customer, end);
	});
}
