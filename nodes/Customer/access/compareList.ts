import type { IDataObject } from 'n8n-workflow';

import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { compareAddresses } from './compareAddresses';
import { readMembers } from './members';
import { AddressIndex } from './similarity';
import { groupBy } from '../../shared/data/groupBy';
import { type Target, targetOf } from './plan';
import type { PersonRow, SyncSettings } from './syncInput';

/** A person in the list, with the rows that have the address. */
interface Person {
	email: string;
	rows: number[];
}

/** Merges rows with the same address to a person. */
async function indexPeople(rows: PersonRow[]): Promise<AddressIndex<Person>> {
	const people = new AddressIndex<Person>();
	await mapYielding(rows, ({ email, row }) =>
		people.add(email, { email, rows: [] }).rows.push(row),
	);
	return people;
}

/** The rows for a product beside the customers with access. */
export interface ComparedList {
	product: string;
	/** The customers with access who have the address of a row, by the index of the row: none for somebody to look up. */
	listed: Map<number, IDataObject[]>;
	/** Customers and rows that are only similar to another spelling, and customers who lose access: no row names them. */
	others: Target[];
	/** The number of customers with access, of those without an address, and of those whom the service counts but does not list. */
	memberCount: number;
	withoutAddress: number;
	unlisted: number;
}

/** Reads the customers with access, of whom only what is compared is kept where they are in the list. */
export async function compareList(
	settings: SyncSettings,
	[product, rows]: [product: string, rows: PersonRow[]],
	isWhole: boolean,
): Promise<ComparedList> {
	const { client, isDry, isUnchangedShown, isRevoking } = settings;
	const people = await indexPeople(rows);
	const isKept = ({ email }: IDataObject) =>
		isUnchangedShown || typeof email !== 'string' || people.findSame(email) === undefined;
	const { customers, unlisted } = await readMembers(client, product, (customer) => {
		const { id, email, plan } = customer;
		return isKept(customer) ? customer : { id, email, plan };
	});
	const { missing, same, similar, extra, withoutAddress } = await compareAddresses(
		people,
		customers,
		// Where nobody is revoked, nobody has to be protected.
		(email) => (isRevoking && isWhole ? settings.protectionOf(email) : 'kept'),
	);
	const listed = new Map<number, IDataObject[]>();
	for (const person of missing) for (const row of person.rows) listed.set(row, []);
	for (const [person, members] of groupBy(same, ({ row }) => row)) {
		for (const row of person.rows)
			listed.set(
				row,
				members.map(({ member }) => member),
			);
	}
	const of = { product, isDry };
	const others = [
		...similar.map(({ row, member, similarTo }) =>
			targetOf(member, {
				...of,
				rows: row?.rows ?? [],
				likeness: { by: 'spelling', to: similarTo },
			}),
		),
		...extra.map((member) => targetOf(member, of)),
	];
	return { product, listed, others, memberCount: customers.length, withoutAddress, unlisted };
}
