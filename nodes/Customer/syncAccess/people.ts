import { type IDataObject, type IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { nodeErrorFor } from '../../shared/http/errors';
import { bodyOf } from '../../shared/json';
import { applyFields } from '../../shared/execution/allItems';
import { failedItem } from '../../shared/execution/run';
import { validatedProperties } from '../../shared/parameters/validatedProperties';
import { type AccessResult, grantAccess } from '../access/ensureAccess';
import { withCustomerLock } from '../access/request';
import { revokeHeld } from '../access/revokeAccess';
import { additionalAccessFields } from '../fields';
import type { Wanted } from './rows';
import type { SyncRun } from './settings';

const ADDITIONAL_FIELDS = { name: 'additionalFields', displayName: 'Additional Fields' };

export interface PersonResult {
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

export async function grant({ context, email }: Wanted, run: SyncRun): Promise<PersonResult> {
	const result = await orFailure(context, email, async () => {
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
export async function revoke(customer: IDataObject, run: SyncRun): Promise<PersonResult> {
	const email = String(customer.email);
	const request = { ...run, customer: { email }, given: {} };
	const held = { customer, hasAccess: true, listedAs: 'enabled' as const };
	const end = async () => await revokeHeld(request, held);
	return await orFailure(run.context, email, async () => {
		return await withCustomerLock(request, request.customer, end);
	});
}

const WORDS: Record<string, string> = {
	created: 'created',
	granted: 'granted access',
	revoked: 'revoked',
	wouldCreate: 'would be created',
	wouldGrant: 'would be granted access',
	wouldRevoke: 'would be revoked',
	unchanged: 'unchanged',
	failed: 'failed',
};

/** One sentence on a whole run: `Dry run: 3 would be created, 1 would be revoked, 12 unchanged.` */
export function summaryOf(outcomes: string[], isDry: boolean): string {
	const counts = new Map<string, number>();
	for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	const parts = Object.entries(WORDS).flatMap(([outcome, words]) => {
		const count = counts.get(outcome);
		return count === undefined ? [] : [`${count} ${words}`];
	});
	return `${isDry ? 'Dry run: ' : ''}${parts.join(', ') || 'nobody in the list'}.`;
}
