import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { ItemRequest } from '../../shared/http/request';
import { readOfRun } from '../../shared/execution/wholeList';
import { hrefOf, requireId } from '../../shared/resources/resources';
import { requireBoolean, requireEntry, requireGroup } from '../../shared/parameters/values';
import { type Brake, parseBrake } from '../../shared/properties/brake';
import { REVOCATIONS } from '../access/stopIfMoreThan';
import { accessProjection, type AccessRequest } from '../access/request';
import { parseEmailAddress, toAsciiLowerCase } from '../../shared/parameters/email';
import { invalidParameter, quote } from '../../shared/parameters/errors';

/** What a run is to do, with the context of its first item and what all its requests have in common. */
export interface SyncRun extends Omit<AccessRequest, 'customer' | 'given'> {
	limit: Brake;
	/** Whether somebody with an address in small letters may lose access. */
	mayRevoke: (email: string) => boolean;
	isUnchangedShown: boolean;
}

const WHY = 'Sync Access compares one list with one product';

export async function readRun(
	first: ItemRequest,
	contexts: IExecuteSingleFunctions[],
): Promise<SyncRun> {
	const { baseURL } = first.options;
	const ofRun = async (name: string, label: string) => await readOfRun(contexts, name, label, WHY);
	const chosen = await ofRun('product', 'Product');
	const product = requireId(chosen, 'product', baseURL, 'Product');
	const amount = await ofRun('stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun('stopIfMoreThanUnit', 'Stop If More Than Unit');
	requireEntry(unit, 'Stop If More Than Unit', { customers: unit, percent: unit });
	const dryRun = await ofRun('dryRun', 'Dry Run');
	const options = requireGroup(await ofRun('options', 'Options'), 'Options');
	// What protects people must be right once it is added: without a value it would protect nobody.
	const given: IDataObject = { revoke: true, neverRevoke: [], ...options };
	const { revoke, neverRevoke, outputUnchanged } = given;
	const isRevoking = requireBoolean(revoke, { displayName: 'Revoke' });
	const isKept = parseNeverRevoke(neverRevoke);
	await ofRun('output', 'Output');
	await ofRun('outputFields', 'Output Fields');
	return {
		...first,
		product: hrefOf(product, 'product', baseURL),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		limit: parseBrake(REVOCATIONS, { amount, unit }),
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
