import type { IDataObject } from 'n8n-workflow';

import { inSmallLetters } from '../../shared/validation/email';
import type { Wanted } from './rows';

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
		const key = inSmallLetters(customer.email);
		const row = wanted.get(key);
		missing.delete(key);
		if (row) diff.unchanged.push({ row, customer });
		else if (mayRevoke(key)) diff.toRevoke.push(customer);
	}
	diff.toGrant = [...missing.values()];
	return diff;
}
