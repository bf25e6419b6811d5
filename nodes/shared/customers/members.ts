import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/client';
import { MAX_CONCURRENT_REQUESTS } from '../client/limiter';
import { mapConcurrent } from '../concurrency/mapConcurrent';
import { listOf } from '../lists/listOf';
import { LARGE_PAGE_SIZE } from '../lists/listReader';
import { readWholeCurrentList } from '../lists/readWhole';
import { findSubscriber } from './subscription';
import { isStale, recentAccesses } from './recentWrites';

/** Lists customers, of every product where none is given. Oldest first, so that a new one moves no other to another page. */
export const customersOf = (client: Client, query: { status: string; product?: string }) =>
	listOf(client, {
		path: '/customers',
		key: 'customers',
		query: { ...query, sort: 'oldest' },
		perPage: LARGE_PAGE_SIZE,
	});

/**
 * Reads all customers with access to a product, on any plan. What this process has just written counts more.
 *
 * @param keep reduces the record of a customer as soon as it is read, to save memory; `id`, `email` and `plan` stay
 */
export async function readMembers(
	client: Client,
	product: string,
	keep: (customer: IDataObject) => IDataObject = (customer) => customer,
): Promise<{ customers: IDataObject[]; notes: string[] }> {
	const list = customersOf(client, { product, status: 'enabled' });
	const { records, notes } = await readWholeCurrentList({ ...list, keep }, 'customers with access');
	const written = recentAccesses(client, product);
	if (written.size === 0) return { customers: records, notes };
	const byId = new Map(records.map((customer) => [String(customer.id), customer]));
	const doubtful = [...written].filter(([id, access]) => isStale(access, byId.get(id)));
	const confirmed = await mapConcurrent(doubtful, MAX_CONCURRENT_REQUESTS, async ([id]) => {
		byId.delete(id);
		return await findSubscriber(client, product, id);
	});
	return {
		customers: [...byId.values(), ...confirmed.filter((customer) => customer !== undefined)],
		notes,
	};
}
