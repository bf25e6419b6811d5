import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { cancelSignal } from '../shared/client/context';
import { nodeErrorFor } from '../shared/client/errors';
import { readList } from '../shared/client/lists';
import { pollUntil } from '../shared/client/poll';
import type { RequestOptions, ServiceRequest } from '../shared/client/request';
import { InvalidResponseError, NO_CONTENT, requireIdInResponse } from '../shared/client/response';
import { withKeyedMutex } from '../shared/concurrency/keyedMutex';
import { type OperationCall, withNote } from '../shared/execution/run';
import { asObject } from '../shared/json';
import { affectedIds } from '../shared/output/affectedIds';
import {
	collectionKey,
	type CollectionItem,
	contentIn,
	itemKey,
	itemList,
	toCollectionItems,
} from './items';
import { INVALID_POSITION } from './position';

/** Milliseconds in which an added item is expected in the list. */
const LISTED_AFTER_MS = 10_000;
const LISTED_PAUSE_MS = 1_000;

/** Finds the item that a request adds; `undefined` before it is added. */
async function findItem(
	client: Client,
	{ path, body }: ServiceRequest,
): Promise<CollectionItem | undefined> {
	const { kind, id } = contentIn(body);
	const { records } = await readList(itemList(client, path));
	return toCollectionItems(records, kind).find(({ key }) => key === itemKey(kind, id));
}

async function findAdded(client: Client, request: ServiceRequest): Promise<CollectionItem> {
	const item = await pollUntil({
		look: async () => await findItem(client, request),
		delayAfter: () => LISTED_PAUSE_MS,
		totalMs: LISTED_AFTER_MS,
		signal: cancelSignal(client.context),
	});
	if (item) return item;
	throw new InvalidResponseError(
		'The service does not list the added item',
		'Check with Get Items whether it is there, and move it with Move Item.',
	);
}

/**
 * Adds an item to a collection unless it contains the item, finds its `item_id`, and moves it to the position in the query.
 * Input items for the same collection run one after another, so that positions include the items added before.
 */
export async function addAtPosition(
	{ context, client, request }: OperationCall,
	options: RequestOptions,
): Promise<IDataObject> {
	const { path, query } = request;
	const body = asObject(request.body);
	const position = query?.position;
	const move = async ({ itemId }: CollectionItem) => {
		const id = Number(requireIdInResponse(itemId, 'item'));
		await client.put(`${path}/${id}`, { position }, { explanations: INVALID_POSITION });
		return { success: true, ...affectedIds({ path, body }), item_id: id, position };
	};
	const work = async () => {
		const known = await findItem(client, request);
		if (known) return { ...(await move(known)), added: false };
		const reconcile = async () => ((await findItem(client, request)) ? NO_CONTENT : undefined);
		await client.put(path, body, { ...options, reconcile });
		try {
			return { ...(await move(await findAdded(client, request))), added: true };
		} catch (error) {
			throw withNote(nodeErrorFor(context, error), 'The item was added.');
		}
	};
	return await withKeyedMutex(collectionKey(client, path), work, cancelSignal(context));
}
