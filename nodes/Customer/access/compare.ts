import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import { toAsciiLowerCase } from '../../shared/parameters/email';
import type { Step } from './plan';
import { similarityKey } from './similarity';

/** Whether Never Revoke protects an address: it is in it, or only similar to an entry. */
export type Protection = 'kept' | { similarTo: string } | undefined;

/** The comparison of a list with the customers who have access. */
export interface AccessComparison<Row> {
	/** Rows of people without access. */
	missing: Row[];
	/** Customers with access who are not in the list. */
	extra: IDataObject[];
	/** Rows and customers that are the same, or unclear. */
	settled: Array<{ step: Step; row?: Row }>;
	/** Rows with an address that an earlier row has. */
	repeated: Row[];
	/** The number of customers with access and without an address, whom no list can name. */
	withoutAddress: number;
}

/** The rows of a list by address and by similarity key, of several equal ones the first. */
async function indexRows<Row extends { email: string }>(rows: Row[]) {
	const byAddress = new Map<string, Row>();
	const bySimilarity = new Map<string, Row>();
	const repeated: Row[] = [];
	await mapYielding(rows, (row) => {
		const address = toAsciiLowerCase(row.email);
		if (byAddress.has(address)) return void repeated.push(row);
		byAddress.set(address, row);
		const key = similarityKey(row.email);
		if (!bySimilarity.has(key)) bySimilarity.set(key, row);
	});
	return { byAddress, bySimilarity, repeated };
}

/**
 * Compares a list with the customers who have access. Equal are addresses that differ only in the case of ASCII letters.
 * A customer whose address is only similar to that of a row, or to an entry of Never Revoke, is unclear, and so is a row
 * that is only similar to a customer or to an earlier row: nothing is done for them.
 */
export async function compareAccess<Row extends { email: string }>(
	rows: Row[],
	members: IDataObject[],
	protectionOf: (email: string) => Protection,
): Promise<AccessComparison<Row>> {
	const { byAddress, bySimilarity, repeated } = await indexRows(rows);
	const none = { missing: [], extra: [], settled: [] };
	const comparison: AccessComparison<Row> = { ...none, repeated, withoutAddress: 0 };
	const { extra, settled } = comparison;
	const done = new Set<Row>();
	/** By similarity key, the address of a customer who has access or will have it. */
	const taken = new Map<string, string>();
	await mapYielding(members, (customer) => {
		const { email } = customer;
		if (typeof email !== 'string' || email === '') return void comparison.withoutAddress++;
		const key = similarityKey(email);
		const same = byAddress.get(toAsciiLowerCase(email));
		const row = same ?? bySimilarity.get(key);
		if (row) {
			done.add(row);
			taken.set(key, email);
			const step: Step = same
				? { outcome: 'unchanged', customer }
				: { outcome: 'unclear', customer, similarTo: row.email };
			return void settled.push({ step, row });
		}
		const protection = protectionOf(email);
		if (protection === undefined) extra.push(customer);
		else if (protection !== 'kept') {
			settled.push({ step: { outcome: 'unclear', customer, ...protection } });
		}
	});
	const open = [...byAddress.values()].filter((row) => !done.has(row));
	await addMissing(open, taken, comparison);
	return comparison;
}

/** Adds the rows without a customer; one that is only similar to a customer or an earlier row is unclear. */
async function addMissing<Row extends { email: string }>(
	rows: Row[],
	taken: Map<string, string>,
	{ missing, settled }: AccessComparison<Row>,
): Promise<void> {
	await mapYielding(rows, (row) => {
		const key = similarityKey(row.email);
		const similarTo = taken.get(key);
		if (similarTo === undefined) {
			taken.set(key, row.email);
			missing.push(row);
		} else {
			const customer = { email: row.email };
			settled.push({ step: { outcome: 'unclear', customer, similarTo }, row });
		}
	});
}
