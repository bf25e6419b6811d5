import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import { clientOf, type ItemRequest } from '../../shared/client/legacy';
import { assertDiffers, type ListRun, readerOfRun } from '../../shared/execution/wholeList';
import { hrefOf, requireId } from '../../shared/resources/resources';
import { booleanOr, requireBoolean, requireGroup } from '../../shared/parameters/checks';
import { type Limit, parseLimit } from '../../shared/sync/limit';
import { invalidParameter } from '../../shared/values/errors';
import { listEntries } from '../../shared/values/lists';
import { quote } from '../../shared/values/text';
import { parseEmailAddress, requireEmail, toAsciiLowerCase } from '../../shared/parameters/email';
import { accessProjection, type AccessInput } from './input';
import type { Protection } from './compare';
import { similarityKey } from './similarity';
import { CREATIONS, REVOCATIONS } from './limits';

/** A person who should have access, and the context of the item. */
export interface SyncRow {
	context: IExecuteSingleFunctions;
	email: string;
}

export function readRow(context: IExecuteSingleFunctions): SyncRow {
	return { context, email: requireEmail(context.getNodeParameter('email', ''), 'Email') };
}

/** The parameters of a run, and what all its requests have in common. */
export interface AccessSyncRun extends ListRun, Omit<AccessInput, 'customer' | 'given'> {
	limit: Limit;
	creationLimit: Limit;
	/** Whether customers who are not in the list lose access. */
	isRevoking: boolean;
	/** Whether customers are created whose address nobody has. */
	canCreate: boolean;
	protectionOf: (email: string) => Protection;
}

/** Throws where n8n passes only the first item, which would be taken for the whole list. */
function assertNotExecutedOnce(context: IExecuteSingleFunctions): void {
	if (context.getNode().executeOnce !== true) return;
	throw new UserError(
		'"Execute Once" passes only the first row, and this operation needs the whole list',
		{
			description: 'Nothing was changed. Turn off "Execute Once" in the settings of this node.',
		},
	);
}

const WHY = 'Sync Access compares one list with one product';

export async function readRun(
	first: ItemRequest,
	contexts: IExecuteSingleFunctions[],
): Promise<AccessSyncRun> {
	const { baseURL } = first.options;
	assertNotExecutedOnce(first.context);
	await assertDiffers(contexts, 'email', 'Email');
	const ofRun = readerOfRun(contexts, WHY);
	const chosen = await ofRun('product', 'Product');
	const product = requireId(chosen, 'product', 'Product');
	const readLimit = async ({ name, texts: { label } }: typeof REVOCATIONS) =>
		parseLimit(await ofRun(name, label), label);
	const dryRun = await ofRun('dryRun', 'Dry Run');
	const options = requireGroup(await ofRun('options', 'Options'), 'Options');
	// Options that protect customers must have a valid value once they are added: an empty one would protect no one.
	const { create, revoke, neverRevoke, outputUnchanged }: IDataObject = {
		create: true,
		revoke: true,
		neverRevoke: [],
		...options,
	};
	await ofRun('output', 'Output');
	await ofRun('outputFields', 'Output Fields');
	return {
		...first,
		client: clientOf(first),
		limit: await readLimit(REVOCATIONS),
		creationLimit: await readLimit(CREATIONS),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		isUnchangedShown: booleanOr(false, outputUnchanged, 'Output Unchanged'),
		product: hrefOf(product, 'product', baseURL),
		isRevoking: requireBoolean(revoke, { displayName: 'Revoke' }),
		canCreate: requireBoolean(create, { displayName: 'Create' }),
		protectionOf: parseNeverRevoke(neverRevoke),
		project: accessProjection(first.context),
	};
}

/** Reads an entry: an address, or `@` and a domain. */
function parseEntry(entry: unknown): string {
	const text = typeof entry === 'string' ? entry.trim() : '';
	const isDomain = text.startsWith('@');
	const address = parseEmailAddress(isDomain ? `anybody${text}` : text);
	// *@example.com would be a domain, not an address.
	const isUsable = address !== undefined && !text.includes('*');
	if (isUsable) return isDomain ? text : address;
	throw invalidParameter(
		'Never Revoke',
		`holds no address: ${quote(entry)}`,
		'Give email addresses and domains such as @example.com, separated by commas or as an array. Nothing was changed.',
	);
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@'));

/** Reads Never Revoke. Returns a function that says whether an address is protected, or similar to a protected one. */
function parseNeverRevoke(given: unknown): (email: string) => Protection {
	const values: unknown[] = [given].flat();
	// An expression without a value would protect nobody.
	const isMissing = values.some((value) => value === null || value === undefined);
	const entries = (isMissing ? values : listEntries(given)).map(parseEntry);
	const kept = new Set(entries.map(toAsciiLowerCase));
	const similar = new Map(entries.map((entry) => [similarityKey(entry), entry]));
	return (email) => {
		const address = toAsciiLowerCase(email);
		if (kept.has(address) || kept.has(domainOf(address))) return 'kept';
		const key = similarityKey(email);
		const similarTo = similar.get(key) ?? similar.get(domainOf(key));
		return similarTo === undefined ? undefined : { similarTo };
	};
}
