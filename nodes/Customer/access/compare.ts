import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/batches';
import type { Step } from './plan';
import { AddressIndex } from './similarity';

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

const emptyComparison = <Row>(): AccessComparison<Row> => ({
	missing: [],
	extra: [],
	settled: [],
	repeated: [],
	withoutAddress: 0,
});

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
	const comparison = emptyComparison<Row>();
	const { extra, settled, repeated } = comparison;
	const list = new AddressIndex<Row>();
	/** The addresses of customers in the list, and of those who will have access. */
	const taken = new AddressIndex<string>();
	const open = new Set<Row>();
	await mapYielding(rows, (row) => {
		if (list.add(row.email, row)) open.add(row);
		else repeated.push(row);
	});
	await mapYielding(members, (customer) => {
		const { email } = customer;
		if (typeof email !== 'string' || email === '') return void comparison.withoutAddress++;
		const same = list.findSame(email);
		const row = same ?? list.findSimilar(email);
		if (row) {
			open.delete(row);
			taken.add(email, email);
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
	await addMissing([...open], taken, comparison);
	return comparison;
}

/** Adds the rows without a customer; one that is only similar to a customer or an earlier row is unclear. */
async function addMissing<Row extends { email: string }>(
	rows: Row[],
	taken: AddressIndex<string>,
	{ missing, settled }: AccessComparison<Row>,
): Promise<void> {
	await mapYielding(rows, (row) => {
		const { email } = row;
		const similarTo = taken.findSimilar(email);
		taken.add(email, email);
		if (similarTo === undefined) missing.push(row);
		else settled.push({ step: { outcome: 'unclear', customer: { email }, similarTo }, row });
	});
}
