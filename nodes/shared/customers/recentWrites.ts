import { clock, MINUTE_MS } from '../concurrency/clock';
import type { Client } from '../client/client';
import { credentialId } from '../client/context';
import { emailKey } from '../values/email';

/** How long a write of this process counts more than a list, which may show it ten minutes later (docs/developers/service.md, Lists). */
export const REMEMBERED_FOR_MS = 12 * MINUTE_MS;

/** By account, then by what was written. The oldest entry comes first, because all are kept for the same time. */
const writes = new Map<string, Map<string, { value: string; until: number }>>();

/** Returns a key for the account of a client: the base URL and the credential. */
export function accountOf({ baseUrl, context }: Client): string {
	return `${baseUrl} ${credentialId(context)}`;
}

/** Returns the writes of an account that still count. */
function writesOf(client: Client) {
	const account = accountOf(client);
	const entries = writes.get(account) ?? new Map<string, { value: string; until: number }>();
	for (const [key, { until }] of entries) {
		if (until > clock.monotonic()) break;
		entries.delete(key);
	}
	writes.set(account, entries);
	return entries;
}

function remember(client: Client, key: string, value: string): void {
	const entries = writesOf(client);
	entries.delete(key);
	entries.set(key, { value, until: clock.monotonic() + REMEMBERED_FOR_MS });
}

const addressKey = (email: string) => `address ${emailKey(email)}`;

/** Remembers a customer whom this process has created, who may be in no list yet. */
export function rememberCreation(client: Client, email: string, id: unknown): void {
	remember(client, addressKey(email), String(id));
}

/** Returns the ID of the customer whom this process has recently created with an address. */
export function recentlyCreated(client: Client, email: string): string | undefined {
	return writesOf(client).get(addressKey(email))?.value;
}

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
	return writesOf(client).get(accessKey(product, id))?.value;
}

/** Returns what this process has recently granted and removed of a product, by the IDs of the customers. */
export function recentAccesses(client: Client, product: string): Map<string, string> {
	const start = accessKey(product, '');
	const entries = [...writesOf(client)].filter(([key]) => key.startsWith(start));
	return new Map(entries.map(([key, { value }]) => [key.slice(start.length), value]));
}

/** Whether a list contradicts what this process has just written, so that the customer's own record decides. */
export function isStale(
	written: string | undefined,
	listed: { plan?: unknown } | undefined,
): boolean {
	if (written === undefined) return false;
	if (!listed) return written !== 'none';
	return written === 'none' || (written === 'standard' && listed.plan === 'free');
}
