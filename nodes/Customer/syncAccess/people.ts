import type { IDataObject } from 'n8n-workflow';

import { bodyOf } from '../../shared/json';
import { applyFields } from '../../shared/execution/allItems';
import { type ListResult, orFailedResult } from '../../shared/execution/wholeList';
import { validatedProperties } from '../../shared/properties/validatedProperties';
import { grantAccess } from '../access/grantAccess';
import { SimilarCustomerError } from '../access/find';
import { withCustomerLock } from '../access/request';
import { endAccess } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import type { Unclear, Wanted } from './rows';
import type { SyncRun } from './settings';

const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields' };

/** The result for a customer with access, or a row, that is left alone because an address is only similar. */
export function unclearResult(
	{ customer, email, similarTo, row }: Unclear,
	{ project }: SyncRun,
): ListResult {
	const outcome = 'unclear';
	const json = customer ? project(customer, { outcome, similarTo }) : { outcome, email, similarTo };
	return { outcome, json, ...(row && { item: row.context.getItemIndex() }) };
}

/** Gives a row access. Where nobody has its address and a customer without access has a similar one, it is unclear. */
export async function grant(row: Wanted, run: SyncRun): Promise<ListResult> {
	const { context, email } = row;
	const result = await orFailedResult(context, email, async () => {
		const own = { ...run.options };
		await applyFields(
			context,
			own,
			ADDITIONAL_FIELDS,
			validatedProperties(additionalAccessFields()),
		);
		const request = { ...run, context, customer: { email }, given: bodyOf(own) };
		return await grantAccess(request).catch((error: unknown) => {
			if (!(error instanceof SimilarCustomerError)) throw error;
			const { customer } = error;
			return unclearResult({ customer, email: String(customer.email), similarTo: email, row }, run);
		});
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
