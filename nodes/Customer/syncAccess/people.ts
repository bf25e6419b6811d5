import { NodeApiError } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { nodeErrorFor } from '../../shared/http/nodeErrors';
import { bodyOf } from '../../shared/json';
import { applyFields } from '../../shared/operation/allItems';
import { failedItem } from '../../shared/operation/run';
import { checkedFields } from '../../shared/validation/checkedFields';
import { grantAccess } from '../access/ensureAccess';
import type { AccessRequest } from '../access/request';
import { withCustomerLock } from '../access/request';
import { revokeHeld } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import type { Wanted } from './rows';
import type { SyncSettings } from './settings';

const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields' };

/** What became of one person. */
export interface Done {
	outcome: string;
	item: INodeExecutionData;
}

/** The failure names the person; where the workflow goes on, it is an item. */
async function orFailure(
	context: IExecuteSingleFunctions,
	email: string,
	work: () => Promise<Done>,
): Promise<Done> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		if (failure instanceof NodeApiError) failure.message = `${email}: ${failure.message}`;
		if (!context.continueOnFail()) throw failure;
		return { outcome: 'failed', item: failedItem(context, failure) };
	}
}

/** Gives access to somebody of the list: the customer is created, or gets the product. */
export async function grant(
	{ context, email }: Wanted,
	options: IHttpRequestOptions,
	{ product, isDry, project }: SyncSettings,
): Promise<Done> {
	return await orFailure(context, email, async () => {
		const own = { ...options };
		await applyFields(context, own, ADDITIONAL_FIELDS, checkedFields(additionalAccessFields()));
		const given = bodyOf(own);
		const request = { context, options, product, customer: { email }, given, isDry, project };
		const { outcome, json } = await grantAccess(request);
		return { outcome, item: { json, pairedItem: { item: context.getItemIndex() } } };
	});
}

/** Ends the access of somebody who is not in the list, and so belongs to none of its items. */
export async function revoke(
	context: IExecuteSingleFunctions,
	customer: IDataObject,
	options: IHttpRequestOptions,
	{ product, isDry, project }: SyncSettings,
): Promise<Done> {
	const email = String(customer.email);
	const request: AccessRequest = {
		...{ context, options, product, customer: { email }, isDry, project },
		given: {},
	};
	const done = await orFailure(context, email, async () => {
		const held = { customer, hasAccess: true, listedAs: 'enabled' as const };
		const { outcome, json } = await withCustomerLock(
			request,
			request.customer,
			async () => await revokeHeld(request, held),
		);
		return { outcome, item: { json } };
	});
	return { ...done, item: { ...done.item, pairedItem: [] } };
}
