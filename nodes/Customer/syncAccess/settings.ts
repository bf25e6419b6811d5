import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import type { ItemRequest } from '../../shared/http/request';
import { mapYielding } from '../../shared/execution/allItems';
import { hrefOf, requireId } from '../../shared/resources/resources';
import { requireBoolean, requireEntry, requireGroup } from '../../shared/parameters/values';
import { parseLimit, type RevocationLimit } from '../access/stopIfMoreThan';
import { accessProjection, type AccessRequest } from '../access/request';
import { parseEmailAddress, toAsciiLowerCase } from '../../shared/parameters/email';
import { invalidParameter, quote } from '../../shared/parameters/errors';

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
	const values = await mapYielding(asked, (context): unknown =>
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
	const product = requireId(chosen, 'product', baseURL, 'Product');
	const amount = await ofRun(contexts, 'stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun(contexts, 'stopIfMoreThanUnit', 'Stop If More Than Unit');
	requireEntry(unit, 'Stop If More Than Unit', { customers: unit, percent: unit });
	const dryRun = await ofRun(contexts, 'dryRun', 'Dry Run');
	const options = requireGroup(await ofRun(contexts, 'options', 'Options'), 'Options');
	// What protects people must be right once it is added: without a value it would protect nobody.
	const given: IDataObject = { revoke: true, neverRevoke: [], ...options };
	const { revoke, neverRevoke, outputUnchanged } = given;
	const isRevoking = requireBoolean(revoke, { displayName: 'Revoke' });
	const isKept = parseNeverRevoke(neverRevoke);
	await ofRun(contexts, 'output', 'Output');
	await ofRun(contexts, 'outputFields', 'Output Fields');
	return {
		...first,
		product: hrefOf(product, 'product', baseURL),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		limit: parseLimit({ amount, unit }),
		mayRevoke: (email) => isRevoking && !isKept(email),
		isUnchangedShown: requireBoolean(outputUnchanged ?? false, { displayName: 'Output Unchanged' }),
		project: accessProjection(first.context),
	};
}

/** An entry in small letters: an address, or `@` and a domain. */
function parseEntry(entry: unknown): string {
	const text = typeof entry === 'string' ? entry.trim() : '';
	const isDomain = text.startsWith('@');
	const address = parseEmailAddress(isDomain ? `anybody${text}` : text);
	// *@example.com is meant as a domain, and is the address of nobody.
	const isMeant = address !== undefined && !text.includes('*');
	if (isMeant) return toAsciiLowerCase(isDomain ? text : address);
	throw invalidParameter(
		'Never Revoke',
		`holds no address: ${quote(entry)}`,
		'Give e-mail addresses and domains such as @example.com, separated by commas or as an array. Nothing was changed.',
	);
}

/** Who keeps access whatever the list says; it is asked with an address in small letters. */
export function parseNeverRevoke(given: unknown): (email: string) => boolean {
	const texts = typeof given === 'string' ? given.split(',') : given;
	const entries: unknown[] = Array.isArray(texts) ? texts : [given];
	const names = entries.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
	const kept = new Set(names.map(parseEntry));
	return (email) => kept.has(email) || kept.has(email.slice(email.lastIndexOf('@')));
}
