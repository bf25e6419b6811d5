import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { MAX_CONCURRENT_REQUESTS } from '../../shared/client/limiter';
import { mapConcurrent } from '../../shared/concurrency/mapConcurrent';
import { listOf } from '../../shared/lists/listOf';
import { identityOf, type KeptList, LARGE_PAGE_SIZE } from '../../shared/lists/listReader';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import { oncePerCustomer } from '../../shared/customers/customerByEmail';
import { findSubscriber } from '../../shared/customers/subscription';
import { isStale, recentAccesses } from '../../shared/customers/recentWrites';

/**
 * Returns the list of the customers with access to a product, on any plan. Oldest first, so that a new one moves no other to
 * another page. One with both plans may be listed for each (see `oncePerCustomer`).
 */
export const membersOf = (client: Client, product: string): KeptList<IDataObject> => ({
	...listOf(client, {
		path: '/customers',
		key: 'customers',
		query: { product, status: 'enabled', sort: 'oldest' },
		perPage: LARGE_PAGE_SIZE,
	}),
	identityOf: (customer) =>
		customer.plan === 'free' ? `free ${String(customer.id)}` : identityOf(customer),
});

/** The noun for the customers of a product in texts. */
export const MEMBERS = 'customers with access';

/**
 * Reads all customers with access to a product, on any plan. What this process has just written counts more.
 *
 * @returns the customers, and how many more the service counts than it lists
 * @param keep reduces the record of a customer as soon as it is read, to save memory; `id`, `email` and `plan` stay
 */
export async function readMembers(
	client: Client,
	product: string,
	keep: (customer: IDataObject) => IDataObject = (customer) => customer,
): Promise<{ customers: IDataObject[]; unlisted: number }> {
	const list = { ...membersOf(client, product), keep };
	const { records: rows, unlisted } = await readWholeCurrentList(list, MEMBERS);
	const records = oncePerCustomer(rows);
	const written = recentAccesses(client, product);
	if (written.size === 0) return { customers: records, unlisted };
	const byId = new Map(records.map((customer) => [String(customer.id), customer]));
	const doubtful = [...written].filter(([id, access]) => isStale(access, byId.get(id)));
	const confirmed = await mapConcurrent(doubtful, MAX_CONCURRENT_REQUESTS, async ([id]) => {
		byId.delete(id);
		return await findSubscriber(client, product, id);
	});
	return {
		customers: [...byId.values(), ...confirmed.filter((customer) => customer !== undefined)],
		unlisted,
	};
}
