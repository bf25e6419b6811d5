import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { requireEmail, toAsciiLowerCase } from '../../shared/parameters/email';

/** Somebody who should have access, and the item that says so. */
export interface Wanted {
	context: IExecuteSingleFunctions;
	email: string;
}

export function readRow(context: IExecuteSingleFunctions): Wanted {
	return { context, email: requireEmail(context.getNodeParameter('email', ''), 'Email') };
}

/** Those who should have access, by their address in small letters, each once. */
export function wantedByAddress(rows: Wanted[]): Map<string, Wanted> {
	const wanted = new Map<string, Wanted>();
	for (const row of rows) {
		const key = toAsciiLowerCase(row.email);
		if (!wanted.has(key)) wanted.set(key, row);
	}
	return wanted;
}

/** What is to be done so that those who have access are those who should. */
export interface Diff {
	toGrant: Wanted[];
	toRevoke: IDataObject[];
	unchanged: Array<{ row: Wanted; customer: IDataObject }>;
	/** They have access and no address: no list can name them. */
	withoutAddress: number;
}

/** Compares those who should have access, by address in small letters, with those who have it. */
export function diffAccess(
	wanted: Map<string, Wanted>,
	subscribers: IDataObject[],
	mayRevoke: (email: string) => boolean,
): Diff {
	const diff: Diff = { toGrant: [], toRevoke: [], unchanged: [], withoutAddress: 0 };
	const missing = new Map(wanted);
	for (const customer of subscribers) {
		if (typeof customer.email !== 'string' || customer.email === '') {
			diff.withoutAddress++;
			continue;
		}
		const key = toAsciiLowerCase(customer.email);
		const row = wanted.get(key);
		missing.delete(key);
		if (row) diff.unchanged.push({ row, customer });
		else if (mayRevoke(key)) diff.toRevoke.push(customer);
	}
	diff.toGrant = [...missing.values()];
	return diff;
}
