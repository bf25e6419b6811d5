import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/concurrency';
import { requireEmail, similarityKey, toAsciiLowerCase } from '../../shared/parameters/email';

/** A person who should have access, and the context of the item. */
export interface Wanted {
	context: IExecuteSingleFunctions;
	email: string;
}

export function readRow(context: IExecuteSingleFunctions): Wanted {
	return { context, email: requireEmail(context.getNodeParameter('email', ''), 'Email') };
}

/** Returns the entry that protects an address from losing access, if any. */
export type Protection = 'kept' | { similarTo: string } | undefined;

/** A customer or a row that is left alone because its address is only similar to another one. */
export interface Unclear {
	/** Missing for a row whose address no customer has. */
	customer?: IDataObject;
	email: string;
	similarTo: string;
	row?: Wanted;
}

/** The changes after which exactly the people in the list have access. */
export interface Diff {
	toGrant: Wanted[];
	toRevoke: IDataObject[];
	unchanged: Array<{ row: Wanted; customer: IDataObject }>;
	unclear: Unclear[];
	/** The number of customers with access and without an address, whom no list can name. */
	withoutAddress: number;
}

/** The first of several values for each key. */
function firstBy<T>(values: T[], keyOf: (value: T) => string): Map<string, T> {
	const first = new Map<string, T>();
	for (const value of values) {
		const key = keyOf(value);
		if (!first.has(key)) first.set(key, value);
	}
	return first;
}

const addressOf = ({ email }: Wanted) => toAsciiLowerCase(email);
const similarityOf = ({ email }: Wanted) => similarityKey(email);

/**
 * Compares the people in the list with the customers who have access. Addresses are compared in ASCII lower case. A
 * customer with access whose address is only similar to that of a row is left alone, and so is the row.
 */
export async function diffAccess(
	rows: Wanted[],
	subscribers: IDataObject[],
	protectionOf: (email: string) => Protection,
): Promise<Diff> {
	const wanted = firstBy(rows, addressOf);
	const similar = firstBy(rows, similarityOf);
	const diff: Diff = { toGrant: [], toRevoke: [], unchanged: [], unclear: [], withoutAddress: 0 };
	/** The rows that need no grant: their customer has access, or an unclear customer is reported for them. */
	const settled = new Set<Wanted>();
	/** By similarity key, the address of a customer with access. */
	const taken = new Map<string, string>();
	await mapYielding(subscribers, (customer) => {
		const { email } = customer;
		if (typeof email !== 'string' || email === '') {
			diff.withoutAddress++;
			return;
		}
		const row = wanted.get(toAsciiLowerCase(email));
		const similarRow = similar.get(similarityKey(email));
		if (row ?? similarRow) taken.set(similarityKey(email), email);
		if (row) {
			settled.add(row);
			diff.unchanged.push({ row, customer });
		} else if (similarRow) {
			settled.add(similarRow);
			diff.unclear.push({ customer, email, similarTo: similarRow.email, row: similarRow });
		} else {
			const protection = protectionOf(email);
			if (protection === undefined) diff.toRevoke.push(customer);
			else if (protection !== 'kept') diff.unclear.push({ customer, email, ...protection });
		}
	});
	await mapYielding([...wanted.values()], (row) => {
		if (settled.has(row)) return;
		const first = similar.get(similarityOf(row));
		const similarTo = taken.get(similarityOf(row)) ?? first?.email ?? row.email;
		if (first === row && similarTo === row.email) diff.toGrant.push(row);
		else diff.unclear.push({ email: row.email, similarTo, row });
	});
	return diff;
}
