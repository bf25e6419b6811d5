import { UserError, type IExecuteSingleFunctions } from 'n8n-workflow';

import { inPortions } from '../../shared/operation/allItems';
import { hrefOf, parseId } from '../../shared/reference/reference';
import { checkBoolean, entryOf, groupOf } from '../../shared/validation/values';
import { parseLimit, type RevocationLimit } from '../access/stopIfMoreThan';
import { accessProjection, type AccessProjection } from '../access/projection';
import { parseNeverRevoke } from './neverRevoke';

/** What a run is to do. */
export interface SyncSettings {
	/** Href. */
	product: string;
	isDry: boolean;
	limit: RevocationLimit;
	/** Whether somebody with an address in small letters may lose access. */
	mayRevoke: (email: string) => boolean;
	isUnchangedShown: boolean;
	project: AccessProjection;
}

/**
 * A parameter that counts for the whole run. Only one that holds an expression is evaluated for each item.
 *
 * @throws UserError when it differs between items
 */
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

/** @throws UserError naming the parameter that cannot be right */
export async function readSettings(
	first: IExecuteSingleFunctions,
	contexts: IExecuteSingleFunctions[],
	baseUrl: string,
): Promise<SyncSettings> {
	const product = parseId(
		await ofRun(contexts, 'product', 'Product'),
		'product',
		baseUrl,
		'Product',
	);
	const amount = await ofRun(contexts, 'stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun(contexts, 'stopIfMoreThanUnit', 'Stop If More Than Unit');
	entryOf(unit, 'Stop If More Than Unit', { customers: unit, percent: unit });
	const dryRun = await ofRun(contexts, 'dryRun', 'Dry Run');
	const options = groupOf(await ofRun(contexts, 'options', 'Options'), 'Options');
	const { revoke, outputUnchanged, neverRevoke } = options;
	const isRevoking = checkBoolean(revoke ?? true, { displayName: 'Revoke' });
	const isKept = parseNeverRevoke(neverRevoke);
	await ofRun(contexts, 'output', 'Output');
	await ofRun(contexts, 'outputFields', 'Output Fields');
	return {
		product: hrefOf(product, 'product', baseUrl),
		isDry: checkBoolean(dryRun, { displayName: 'Dry Run' }),
		limit: parseLimit({ amount, unit }),
		mayRevoke: (email) => isRevoking && !isKept(email),
		isUnchangedShown: checkBoolean(outputUnchanged ?? false, { displayName: 'Output Unchanged' }),
		project: accessProjection(first),
	};
}
