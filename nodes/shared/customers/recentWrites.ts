import { clock, MINUTE_MS } from '../concurrency/clock';
import type { Client } from '../client/client';
import { credentialId } from '../client/context';
import { toAsciiLowerCase } from '../values/email';

/** How long a write of this process counts more than a list, which may show it ten minutes later (docs/service.md, Lists). */
const REMEMBERED_FOR_MS = 12 * MINUTE_MS;

/** By account, then by what was written. The oldest entry comes first, because all are kept for the same time. */
const writes = new Map<string, Map<string, { value: string; until: number }>>();

/** Returns a key for the account of a client: the base URL and the credential. */
export function accountOf({ baseUrl, context }: Client): string {
	return `${baseUrl} ${credentialId(context)}`;
}

function entriesOf(client: Client) {
	const account = accountOf(client);
	const entries = writes.get(account) ?? new Map<string, { value: string; until: number }>();
	for (const [key, { until }] of entries) {
		if (until > clock.monotonic()) break;
		entries.delete(key);
	}
	writes.set(account, entries);
	return entries;
}

/** Remembers a write of this process under a key. */
export function remember(client: Client, key: string, value: string): void {
	const entries = entriesOf(client);
	entries.delete(key);
	entries.set(key, { value, until: clock.monotonic() + REMEMBERED_FOR_MS });
}

/** Returns what was remembered under a key; `undefined` after its time. */
export function recall(client: Client, key: string): string | undefined {
	return entriesOf(client).get(key)?.value;
}

/** Returns what was remembered under the keys that begin with a text, by the rest of the key. */
export function recallAll(client: Client, start: string): Map<string, string> {
	const entries = [...entriesOf(client)].filter(([key]) => key.startsWith(start));
	return new Map(entries.map(([key, { value }]) => [key.slice(start.length), value]));
}

const addressKey = (email: string) => `address ${toAsciiLowerCase(email)}`;

/** Remembers a customer whom this process has created, who may be in no list yet. */
export function rememberCreation(client: Client, email: string, id: unknown): void {
	remember(client, addressKey(email), String(id));
}

/** Returns the ID of the customer whom this process has recently created with an address. */
export function recentlyCreated(client: Client, email: string): string | undefined {
	return recall(client, addressKey(email));
}
