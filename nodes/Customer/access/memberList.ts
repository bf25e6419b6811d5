import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { oncePerCustomer } from '../../shared/customers/customerByEmail';
import { isStale, recentAccesses } from '../../shared/customers/recentWrites';
import { findMember } from '../../shared/customers/member';
import { listOf } from '../../shared/lists/listOf';
import { identityOf, LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { readWholeCurrentList } from '../../shared/lists/readWhole';

/** The noun for the customers of a product in texts. */
export const MEMBERS = 'customers with access';

/** What is read of the list of those who have access to a product. */
interface ListPart {
	/**
	 * Reduces the record of a customer as soon as it is read, to save memory: `id`, `email` and `plan` stay. `undefined`
	 * for a customer who is left out.
	 */
	keep?: (customer: IDataObject) => IDataObject | undefined;
	/** The number of records after which the list is not read any further. */
	maxRecords?: number;
}

/** What a list shows of the customers with access to a product. */
interface MemberList {
	members: IDataObject[];
	/** Whether the list was read to its end. */
	isWhole: boolean;
	/** How many more the service counts than it lists. */
	unlisted: number;
}

/**
 * Reads the list of the customers with access to a product, on any plan. Oldest first, so that a new one moves no other to
 * another page. One with both plans may be listed for each, and is returned once.
 */
export async function readMembers(
	client: Client,
	product: string,
	{ keep = (customer) => customer, maxRecords = Infinity }: ListPart = {},
): Promise<MemberList> {
	const list = {
		...listOf(client, {
			path: '/customers',
			key: 'customers',
			query: { product, status: 'enabled', sort: 'oldest' },
			perPage: LARGE_PAGE_SIZE,
		}),
		identityOf: (customer: IDataObject) =>
			customer.plan === 'free' ? `free ${String(customer.id)}` : identityOf(customer),
		keep,
		maxRecords,
	};
	const { records, unlisted } = await readWholeCurrentList(list, MEMBERS);
	const members = oncePerCustomer(records.filter((record) => record !== undefined));
	return { members, isWhole: records.length < maxRecords, unlisted };
}

/** Corrects a whole list by what this process has just written: the own records of these customers decide. */
export async function withRecentWrites(
	client: Client,
	product: string,
	members: IDataObject[],
): Promise<IDataObject[]> {
	const written = recentAccesses(client, product);
	if (written.size === 0) return members;
	const byId = new Map(members.map((customer) => [String(customer.id), customer]));
	const doubtful = [...written].filter(([id, access]) => isStale(access, byId.get(id)));
	const confirmed = await mapConcurrent(doubtful, MAX_CONCURRENT_REQUESTS, async ([id]) => {
		byId.delete(id);
		return await findMember(client, product, id);
	});
	return [...byId.values(), ...confirmed.filter((customer) => customer !== undefined)];
}
