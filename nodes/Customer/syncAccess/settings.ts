import { UserError, type IDataObject, type IExecuteSingleFunctions } from 'n8n-workflow';

import type { ItemRequest } from '../../shared/http/request';
import { inPortions } from '../../shared/operation/allItems';
import { hrefOf, parseId } from '../../shared/reference/reference';
import { checkBoolean, entryOf, groupOf } from '../../shared/validation/values';
import { parseLimit, type RevocationLimit } from '../access/stopIfMoreThan';
import { accessProjection } from '../access/projection';
import type { AccessRequest } from '../access/request';
import { parseNeverRevoke } from './neverRevoke';

/** What a run is to do, with the context of its first item and what all its requests have in common. */
export interface SyncRun extends Omit<AccessRequest, 'customer' | 'given'> {
	limit: RevocationLimit;
	/** Whether somebody with an address in small letters may lose access. */
	mayRevoke: (email: string) => boolean;
	isUnchangedShown: boolean;
}

/** A parameter that must be the same for all items; only an expression is evaluated for each of them. */
async function ofRun(contexts: IExecuteSingleFunctions[], name: string, label: string) {
	const [first] = contexts;
	const raw: unknown = first?.getNodeParameter(name, null, { rawExpressions: true });
	const asked = JSON.stringify(raw)?.includes('"=') ? contexts : contexts.slice(0, 1);
	const values = await inPortions(asked, (context): unknown =>
		context.getNodeParameter(name, null),
	);
	const texts = new Set(values.map((value) => JSON.stringify(value)));
	if (texts.size <= 1) return values[0];
	throw new UserError(`The parameter "${label}" differs between items`, {
		description: `Sync Access compares one list with one product: give ${label} the same value for all items, or run it once for each.`,
	});
}

export async function readRun(
	first: ItemRequest,
	contexts: IExecuteSingleFunctions[],
): Promise<SyncRun> {
	const { baseURL } = first.options;
	const chosen = await ofRun(contexts, 'product', 'Product');
	const product = parseId(chosen, 'product', baseURL, 'Product');
	const amount = await ofRun(contexts, 'stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun(contexts, 'stopIfMoreThanUnit', 'Stop If More Than Unit');
	entryOf(unit, 'Stop If More Than Unit', { customers: unit, percent: unit });
	const dryRun = await ofRun(contexts, 'dryRun', 'Dry Run');
	const options = groupOf(await ofRun(contexts, 'options', 'Options'), 'Options');
	// What protects people must be right once it is added: without a value it would protect nobody.
	const given: IDataObject = { revoke: true, neverRevoke: [], ...options };
	const { revoke, neverRevoke, outputUnchanged } = given;
	const isRevoking = checkBoolean(revoke, { displayName: 'Revoke' });
	const isKept = parseNeverRevoke(neverRevoke);
	await ofRun(contexts, 'output', 'Output');
	await ofRun(contexts, 'outputFields', 'Output Fields');
	return {
		...first,
		product: hrefOf(product, 'product', baseURL),
		isDry: checkBoolean(dryRun, { displayName: 'Dry Run' }),
		limit: parseLimit({ amount, unit }),
		mayRevoke: (email) => isRevoking && !isKept(email),
		isUnchangedShown: checkBoolean(outputUnchanged ?? false, { displayName: 'Output Unchanged' }),
		project: accessProjection(first.context),
	};
}
