import type { Client } from '../shared/client/client';
import { cancelSignal } from '../shared/client/context';
import { pollUntil } from '../shared/client/pollUntil';
import type { RequestOptions, ServiceRequest } from '../shared/client/request';
import { NO_CONTENT } from '../shared/client/response';
import type { ResourceName } from '../shared/ids/resources';
import { type CollectionItem, contentIn, itemKey, readItems } from './items';

/** Finds the item that a request adds; `undefined` before it is added. */
async function findItem(
	client: Client,
	{ path, body }: ServiceRequest,
): Promise<CollectionItem | undefined> {
	const { kind, id } = contentIn(body);
	const items = await readItems(client, path, kind);
	return items.find(({ key }) => key === itemKey(kind, id));
}

/** Adds an item. The request is sent once: when its response is lost, the list is searched for the item. */
export async function addOnce(
	client: Client,
	request: ServiceRequest,
	options: RequestOptions,
): Promise<void> {
	const reconcile = async () => ((await findItem(client, request)) ? NO_CONTENT : undefined);
	await client.send(request, { ...options, idempotent: false, reconcile });
}

/** Milliseconds in which a list is expected to show an addition (docs/developers/service.md, Lists). */
const LISTED_AFTER_MS = 30_000;
const MAX_ADDITION_PAUSE_MS = 5_000;

/** Reads the items of a collection until they are all listed, or should be. Returns the last reading. */
export async function readItemsWith(
	keys: string[],
	client: Client,
	path: string,
	kind: ResourceName,
): Promise<CollectionItem[]> {
	let items: CollectionItem[] = [];
	await pollUntil({
		look: async () => {
			items = await readItems(client, path, kind);
			const listed = new Set(items.map(({ key }) => key));
			return keys.every((key) => listed.has(key)) || undefined;
		},
		delayAfter: (looks) => Math.min(MAX_ADDITION_PAUSE_MS, 500 * 2 ** looks),
		totalMs: LISTED_AFTER_MS,
		signal: cancelSignal(client.context),
	});
	return items;
}
