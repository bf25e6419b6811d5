import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { requireId } from '../../shared/ids/resources';
import { booleanOr, requireBoolean } from '../../shared/values/checks';
import { type Limit, parseLimit } from '../../shared/run/limit';
import { rowOf, type Subject } from '../../shared/run/allItems';
import { StopTime } from '../../shared/run/stopAfter';
import {
	type ListRun,
	type ReadParameter,
	readSettings,
	type RunScope,
} from '../../shared/run/wholeList';
import { requireDecoded } from '../../shared/values/encoding';
import { invalidParameter } from '../../shared/values/errors';
import { listEntries } from '../../shared/values/lists';
import { quote, trim } from '../../shared/values/text';
import { parseEmailAddress, requireEmail } from '../../shared/values/email';
import { accessProjection, type AccessInput } from './input';
import type { Protection } from './compare';
import { AddressIndex, toPlain } from './similarity';
import { CREATIONS, REVOCATIONS } from './limits';

/** A person who should have access, and the context of the item. */
export interface PersonRow extends Subject {
	email: string;
}

/** Reads an address, also in full width or with typographic dashes, which is only compared. */
export function readPersonRow(context: IExecuteSingleFunctions): PersonRow {
	const value = context.getNodeParameter('email', '');
	const text = typeof value === 'string' ? trim(value) : '';
	const isComparable = parseEmailAddress(toPlain(text).replace(/\u3002/g, '.')) !== undefined;
	const email = parseEmailAddress(value) ?? (isComparable ? text : requireEmail(value, 'Email'));
	return { ...rowOf(context), name: email, email };
}

/** The parameters of a run, and what all its requests have in common. */
export interface AccessSyncRun
	extends ListRun,
		Omit<AccessInput, 'customer' | 'given' | 'item' | 'name'> {
	creationLimit: Limit;
	/** Whether customers who are not in the list lose access. */
	isRevoking: boolean;
	/** Whether customers are created whose address nobody has. */
	canCreate: boolean;
	protectionOf: (email: string) => Protection;
}

export async function readAccessRun(
	scope: RunScope,
	readParameter: ReadParameter,
): Promise<AccessSyncRun> {
	const { client, context } = scope;
	const product = requireId(await readParameter('product', 'Product'), 'product', 'Product');
	const { settings, options } = await readSettings(readParameter, REVOCATIONS);
	const { name, label } = CREATIONS;
	const creationLimit = parseLimit(await readParameter(name, label), label);
	// Options that protect customers must have a valid value once they are added: an empty one would protect no one.
	const { revoke, neverRevoke }: IDataObject = { revoke: true, neverRevoke: [], ...options };
	await readParameter('output', 'Output');
	await readParameter('outputFields', 'Output Fields');
	return {
		...scope,
		...settings,
		creationLimit,
		product: client.hrefOf('product', product),
		isRevoking: requireBoolean(revoke, { displayName: 'Revoke' }),
		canCreate: booleanOr(true, options.create, 'Create'),
		protectionOf: parseNeverRevoke(neverRevoke),
		stopTime: StopTime.parse(options.stopAfter),
		project: accessProjection(context),
	};
}

/** Reads an entry: an address, or `@` and a domain. */
function parseEntry(entry: unknown): string {
	const text = requireDecoded(typeof entry === 'string' ? trim(entry) : '', 'Never Revoke');
	const isDomain = text.startsWith('@');
	const address = parseEmailAddress(isDomain ? `anybody${text}` : text);
	// *@example.com would be a domain, not an address.
	if (address !== undefined && !text.includes('*')) return isDomain ? text : address;
	throw invalidParameter(
		'Never Revoke',
		`contains no email address or domain: ${quote(entry)}`,
		'Nothing was changed. Enter email addresses and domains such as @example.com, separated by commas or as an array.',
	);
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@'));

/** Reads Never Revoke. Returns a function that says whether an address is protected, or similar to a protected one. */
function parseNeverRevoke(given: unknown): (email: string) => Protection {
	const values: unknown[] = [given].flat();
	// An expression without a value would protect nobody.
	const isMissing = values.some((value) => value === null || value === undefined);
	const entries = (isMissing ? values : listEntries(given)).map(parseEntry);
	const kept = new AddressIndex<string>();
	for (const entry of entries) kept.add(entry, entry);
	return (email) => {
		const names = [email, domainOf(email)];
		if (names.some((name) => kept.findSame(name) !== undefined)) return 'kept';
		const [similarTo] = names.flatMap((name) => kept.findSimilar(name) ?? []);
		return similarTo === undefined ? undefined : { similarTo };
	};
}
