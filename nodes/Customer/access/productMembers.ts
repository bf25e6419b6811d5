import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { emailKey } from '../../shared/values/email';
import { readMembers, withRecentWrites } from './memberList';
import type { PersonRow, SyncSettings } from './syncInput';

/** The customers with access to a product, by whether a row for it has their address. */
export interface ProductMembers {
	product: string;
	/** Those who have the address of a row, by the index of the row. */
	named: Map<number, IDataObject[]>;
	/** Those whose address no row has, and those without one. */
	others: IDataObject[];
	/** The number of customers with access, and of those whom the service counts but does not list. */
	memberCount: number;
	unlisted: number;
}

/** Reads the customers with access, of whom only what is compared is kept where they are in the list. */
export async function readProductMembers(
	{ client, isUnchangedShown }: SyncSettings,
	[product, rows]: [product: string, rows: PersonRow[]],
): Promise<ProductMembers> {
	const rowsByAddress = new Map<string, number[]>();
	await mapYielding(rows, ({ email, row }) => {
		const key = emailKey(email);
		const own = rowsByAddress.get(key);
		if (own) own.push(row);
		else rowsByAddress.set(key, [row]);
	});
	const rowsOf = ({ email }: IDataObject) =>
		typeof email === 'string' ? (rowsByAddress.get(emailKey(email)) ?? []) : [];
	const { members, unlisted } = await readMembers(client, product, {
		keep: (customer) => {
			const { id, email, plan } = customer;
			return isUnchangedShown || rowsOf(customer).length === 0 ? customer : { id, email, plan };
		},
	});
	const current = await withRecentWrites(client, product, members);
	const named = new Map<number, IDataObject[]>();
	const others: IDataObject[] = [];
	await mapYielding(current, (member) => {
		const own = rowsOf(member);
		if (own.length === 0) others.push(member);
		for (const row of own) named.set(row, [...(named.get(row) ?? []), member]);
	});
	return { product, named, others, memberCount: current.length, unlisted };
}
