import type { Client } from '../../shared/client/client';
import { recall, recallAll, remember } from '../../shared/customers/recentWrites';

const accessKey = (product: string, id: unknown) => `access to ${product} of ${String(id)}`;

/** Remembers that this process has granted a plan of a product, or removed the product (`none`). */
export function rememberAccess(
	client: Client,
	product: string,
	id: unknown,
	access: 'standard' | 'free' | 'none',
): void {
	remember(client, accessKey(product, id), access);
}

/** Returns what this process has recently granted to a customer, or `none` where it has removed it. */
export function recentAccess(client: Client, product: string, id: unknown): string | undefined {
	return recall(client, accessKey(product, id));
}

/** Returns what this process has recently granted and removed of a product, by the IDs of the customers. */
export function recentAccesses(client: Client, product: string): Map<string, string> {
	return recallAll(client, accessKey(product, ''));
}
