import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { parseEmailAddress } from '../../shared/values/email';
import { requireDecoded } from '../../shared/values/encoding';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { listEntries } from '../../shared/values/listEntries';
import { quote, trim } from '../../shared/values/text';
import { AddressIndex } from './similarity';

/** Whether an address stays: it is in a list, or only similar to an entry. */
export type Protection = 'kept' | { similarTo: string } | undefined;

/** The comparison of a list with the members of a group. */
interface AddressComparison<Row> {
	/** Rows of people who are no members. */
	missing: Row[];
	/** Members who are not in the list. */
	extra: IDataObject[];
	/** Members in the list, each with its row. */
	same: Array<{ row: Row; member: IDataObject }>;
	/** Members and rows that are only similar to another spelling. */
	similar: Array<{ row?: Row | undefined; member: IDataObject; similarTo: string }>;
	/** The number of members without an address, whom no list can name. */
	withoutAddress: number;
}

/**
 * Compares a list with the members of a group. Addresses are the same if they differ only in the case of ASCII letters or
 * in the form of the domain. Nothing is done for members and rows that are only similar: a member to a row or to a
 * protected address, a row to a member or to an earlier row.
 */
export async function compareAddresses<Row extends { email: string }>(
	index: AddressIndex<Row>,
	members: IDataObject[],
	protectionOf: (email: string) => Protection,
): Promise<AddressComparison<Row>> {
	const comparison: AddressComparison<Row> = {
		missing: [],
		extra: [],
		same: [],
		similar: [],
		withoutAddress: 0,
	};
	const { missing, extra, same, similar } = comparison;
	/** The addresses of members in the list, and of those who will be members. */
	const taken = new AddressIndex<string>();
	const open = new Set(index.values());
	await mapYielding(members, (member) => {
		const { email } = member;
		if (typeof email !== 'string' || email === '') return void comparison.withoutAddress++;
		const equal = index.findSame(email);
		const row = equal ?? index.findSimilar(email);
		if (row) {
			open.delete(row);
			taken.add(email, email);
			if (equal) same.push({ row, member });
			else similar.push({ row, member, similarTo: row.email });
			return;
		}
		const protection = protectionOf(email);
		if (protection === undefined) extra.push(member);
		else if (protection !== 'kept') similar.push({ member, ...protection });
	});
	await mapYielding([...open], (row) => {
		const { email } = row;
		const similarTo = taken.findSimilar(email);
		taken.add(email, email);
		if (similarTo === undefined) missing.push(row);
		else similar.push({ row, member: { email }, similarTo });
	});
	return comparison;
}

/** Reads an entry: an address, or `@` and a domain. */
function requireAddressOrDomain(entry: unknown, label: string): string {
	const text = requireDecoded(typeof entry === 'string' ? trim(entry) : '', label);
	const isDomain = text.startsWith('@');
	const address = parseEmailAddress(isDomain ? `anybody${text}` : text);
	// *@example.com would be a domain, not an address.
	if (address !== undefined && !text.includes('*')) return isDomain ? text : address;
	throw invalidParameter(
		label,
		`contains no email address or domain: ${quote(entry)}`,
		'Nothing was changed. Enter email addresses and domains such as @example.com, separated by commas or as an array.',
	);
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@'));

/** Reads a list of addresses and domains. Returns a function that says whether an address is in it, or similar to an entry. */
export function requireProtected(value: unknown, label: string): (email: string) => Protection {
	const values: unknown[] = [value].flat();
	// An expression without a value would protect nobody.
	const isMissing = values.some((entry) => entry === null || entry === undefined);
	const entries = isMissing ? values : listEntries(value);
	const kept = new AddressIndex<string>();
	for (const entry of entries.map((text) => requireAddressOrDomain(text, label)))
		kept.add(entry, entry);
	return (email) => {
		const names = [email, domainOf(email)];
		if (names.some((name) => kept.findSame(name) !== undefined)) return 'kept';
		const [similarTo] = names.flatMap((name) => kept.findSimilar(name) ?? []);
		return similarTo === undefined ? undefined : { similarTo };
	};
}
