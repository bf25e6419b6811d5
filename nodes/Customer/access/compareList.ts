import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { hasStatus } from '../../shared/client/errors';
import { mapYielding } from '../../shared/concurrency/mapConcurrent';
import { type AddressComparison, compareAddresses } from '../../shared/customers/compareAddresses';
import { readMembers } from '../../shared/customers/members';
import { AddressIndex } from '../../shared/customers/similarity';
import { asObject } from '../../shared/json';
import { isBlank } from '../../shared/values/listEntries';
import { productName } from './lookUp';
import type { ListComparison } from './plan';
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

type ProductComparison = AddressComparison<Person>;

/** Whether a row asks for more than free access. What it asks for exactly is read when its customer is looked up. */
function wantsMoreThanFree(context: IExecuteSingleFunctions): boolean {
	const { plan } = asObject(context.getNodeParameter('additionalFields', {}));
	return !isBlank(plan) && String(plan).toLowerCase() !== 'free';
}

/** Counts people who have only free access, and whose rows ask for more, among those without access. */
async function withoutFree(
	{ missing, same, ...others }: ProductComparison,
	rows: PersonRow[],
): Promise<ProductComparison> {
	const paying = new Set(same.flatMap(({ row, member }) => (member.plan === 'free' ? [] : [row])));
	const free = same.map(({ row }) => row).filter((person) => !paying.has(person));
	const freeRows = new Set(free.flatMap((person) => person.rows));
	const asking = new Set<number>();
	await mapYielding(rows, ({ row, context }) => {
		if (freeRows.has(row) && wantsMoreThanFree(context)) asking.add(row);
	});
	const lacking = new Set(free.filter((person) => person.rows.some((row) => asking.has(row))));
	return {
		...others,
		missing: [...missing, ...lacking],
		same: same.filter(({ row }) => !lacking.has(row)),
	};
}

/** The customers with access to a product beside the rows for it. */
export interface ComparedList
	extends ListComparison,
		Pick<ProductComparison, 'missing' | 'withoutAddress'> {
	/** The number of customers with access, and how many more the service counts than it lists. */
	memberCount: number;
	unlisted: number;
}

/** Reads the customers with access, of whom only what is compared is kept where they are in the list. */
export async function compareList(
	settings: SyncSettings,
	[product, rows]: [product: string, rows: PersonRow[]],
	isWhole: boolean,
): Promise<ComparedList> {
	const people = await indexPeople(rows);
	const isKept = ({ email }: IDataObject) =>
		settings.isUnchangedShown || typeof email !== 'string' || people.findSame(email) === undefined;
	const { customers, unlisted } = await readMembers(settings.client, product, (customer) => {
		const { id, email, plan } = customer;
		return isKept(customer) ? customer : { id, email, plan };
	});
	if (customers.length === 0) {
		// The list may be empty because there is no such product. Where it cannot be read, the grants show it.
		await productName(settings.client, product).catch((failure: unknown) => {
			if (hasStatus(failure, ['404'])) throw failure;
		});
	}
	const isRevoking = isWhole && settings.isRevoking;
	const keptAddresses = new Set<unknown>();
	const compared = await compareAddresses(people, customers, (email) => {
		const protection = isRevoking ? settings.protectionOf(email) : 'kept';
		if (protection === 'kept') keptAddresses.add(email);
		return protection;
	});
	const kept = customers.filter(({ email }) => keptAddresses.has(email));
	const memberCount = customers.length;
	const comparison = settings.mayAskForPlan ? await withoutFree(compared, rows) : compared;
	return { ...comparison, product, isDry: settings.isDry, kept, memberCount, unlisted };
}
