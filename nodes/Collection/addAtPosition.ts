import type { IDataObject } from 'n8n-workflow';

import { cancelSignal } from '../shared/client/context';
import { nodeErrorFor } from '../shared/client/errors';
import type { RequestOptions } from '../shared/client/request';
import { InvalidResponseError, requireIdInResponse } from '../shared/client/response';
import { withKeyedMutex } from '../shared/concurrency/keyedMutex';
import { type OperationCall, withNote } from '../shared/run/operation';
import { affectedIds } from '../shared/output/affectedIds';
import { addOnce, findItem, readItemsWith } from './addition';
import { type CollectionItem, collectionKey, contentIn, itemKey } from './items';
import { INVALID_POSITION } from './position';

/**
 * Adds an item to a collection unless it contains the item, finds its `item_id`, and moves it to the position in the query.
 * Input items for the same collection run one after another, so that positions include the items added before.
 */
export async function addAtPosition(
	{ context, client, request: { query, ...addition } }: OperationCall,
	options: RequestOptions,
): Promise<IDataObject> {
	const { path, body } = addition;
	const { kind, id } = contentIn(body);
	const key = itemKey(kind, id);
	const move = async (item: CollectionItem | undefined) => {
		if (!item) {
			throw new InvalidResponseError(
				'The service does not list the added item',
				'Check with Get Items whether it is there, and move it with Move Item.',
			);
		}
		const itemId = Number(requireIdInResponse(item.itemId, 'item'));
		const position = query?.position;
		await client.put(`${path}/${itemId}`, { position }, { explanations: INVALID_POSITION });
		return { success: true, ...affectedIds(addition), item_id: itemId, position };
	};
	const work = async () => {
		const present = await findItem(client, addition);
		if (present) return { ...(await move(present)), added: false };
		await addOnce(client, addition, options);
		try {
			const items = await readItemsWith([key], client, path, kind);
			return { ...(await move(items.find((item) => item.key === key))), added: true };
		} catch (error) {
			throw withNote(nodeErrorFor(context, error), 'The item was added.');
		}
	};
	return await withKeyedMutex(collectionKey(client, path), work, cancelSignal(context));
}
