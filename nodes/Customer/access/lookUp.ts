import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { groupBy } from '../../shared/data/groupBy';
import { LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { progressOf } from '../../shared/run/progressLog';
import { emailKey } from '../../shared/values/email';
import type { Asked } from './currentAccess';
import { readMembers } from './memberList';
import type { ScopeOf } from './rows';
import {
	type AccessRow,
	type CurrentAccess,
	customerKey,
	type FailedRow,
	type Target,
	toTargets,
} from './target';

/** Finds the customers with access whom a list shows for a row; `undefined` where no list was read to its end. */
type ListedFor = (row: AccessRow) => IDataObject[] | undefined;

/** Number of people in the rows of one product from which its list is read: fewer are looked up sooner. */
const MANY_PEOPLE = 20;

/**
 * Reads the list of a product, of which those whom rows name are kept, by address. It is read no further than a page for
 * every two names: everybody else is looked up anyway, and a longer list would take more requests than that.
 */
async function readNamed(client: Client, product: string, names: Set<string>) {
	const nameOf = ({ email }: IDataObject) => (typeof email === 'string' ? emailKey(email) : '');
	const { members, isWhole } = await readMembers(client, product, {
		keep: (customer) => (names.has(nameOf(customer)) ? customer : undefined),
		maxRecords: Math.floor(names.size / 2) * LARGE_PAGE_SIZE,
	});
	return { members: groupBy(members, nameOf), isWhole };
}

/** Reads the list of each product that many rows are about. An ID is in no list: the own record decides. */
export async function readLists(rows: AccessRow[], scopeOf: ScopeOf): Promise<ListedFor> {
	const clientOf = ({ row }: AccessRow) => scopeOf(row).client;
	const listOf = (row: AccessRow) => `${clientOf(row).headerKey} ${row.product}`;
	const lists = new Map<string, Awaited<ReturnType<typeof readNamed>>>();
	for (const [list, [first, ...others]] of groupBy(rows, listOf)) {
		const byAddress = [first, ...others].filter(({ customer }) => 'email' in customer);
		const names = new Set(byAddress.map(({ customer }) => customerKey(customer)));
		if (names.size < MANY_PEOPLE) continue;
		// Where the list cannot be read, each row is looked up, and fails by itself.
		const read = await readNamed(clientOf(first), first.product, names).catch(() => undefined);
		if (read) lists.set(list, read);
	}
	return (row) => {
		const list = 'email' in row.customer ? lists.get(listOf(row)) : undefined;
		const listed = list?.members.get(customerKey(row.customer));
		return listed ?? (list?.isWhole ? [] : undefined);
	};
}

const personAndProduct = ({ product, customer }: AccessRow) =>
	`${product} ${customerKey(customer)}`;

/** How the rows of a run are looked up. */
interface LookUp {
	context: IExecuteSingleFunctions;
	scopeOf: ScopeOf;
	listedFor: ListedFor;
	/** Finds what is known of the person of a row. */
	find: (client: Client, asked: Asked, listed?: IDataObject[]) => Promise<CurrentAccess[]>;
}

/**
 * Looks up the customers of rows, each person and product once. A look-up that fails fails the rows that need it.
 *
 * @returns what the rows are about, and the rows whose look-up failed, both in the order of the input
 */
export async function lookUpRows(
	rows: AccessRow[],
	{ context, scopeOf, listedFor, find }: LookUp,
): Promise<{ targets: Target[]; failed: FailedRow[] }> {
	const groups = [...groupBy(rows, personAndProduct).values()];
	const progress = progressOf(context, groups.length, 'looked up');
	const lookedUp: Array<[AccessRow, CurrentAccess[]]> = [];
	const failed: FailedRow[] = [];
	await mapConcurrent(groups, MAX_CONCURRENT_REQUESTS, async (group) => {
		const [first] = group;
		try {
			const values = Object.assign({}, ...group.map((row) => row.values)) as IDataObject;
			const { client } = scopeOf(first.row);
			const found = await find(client, { ...first, values }, listedFor(first));
			for (const row of group) lookedUp.push([row, found]);
		} catch (failure) {
			for (const { row, customer, product, isDry } of group)
				failed.push({ row, customer, product, isDry, failure });
		}
		progress.advance();
	});
	lookedUp.sort(([a], [b]) => a.row - b.row);
	failed.sort((a, b) => a.row - b.row);
	return { targets: toTargets(lookedUp), failed };
}
