import type { IDataObject } from 'n8n-workflow';

import { withKeyedMutex } from '../shared/concurrency/concurrency';
import { pollUntil } from '../shared/client/poll';
import { requireBaseUrl } from '../shared/resources/resources';
import { nodeErrorFor } from '../shared/client/errors';
import { cancelSignal } from '../shared/client/context';
import type { ItemRequest } from '../shared/client/legacy';
import type { RequestOptions } from '../shared/client/request';
import { InvalidResponseError, NO_CONTENT, requireIdInResponse } from '../shared/client/response';
import { send } from '../shared/client/legacy';
import { affectedIds } from '../shared/output/affectedIds';
import { withNote } from '../shared/execution/run';
import { asObject } from '../shared/json';
import { type CollectionItem, itemKey, memberOf, readItems } from './items';
import { INVALID_POSITION } from './position';

/** Milliseconds in which an added item is expected in the list. */
const LISTED_AFTER_MS = 10_000;
const LISTED_PAUSE_MS = 1_000;

/** Finds the item in the collection; `undefined` before it is added. */
async function findItem(request: ItemRequest): Promise<CollectionItem | undefined> {
	const { options } = request;
	const { kind, id } = memberOf(options);
	const items = await readItems(request, options.url, kind);
	return items.find(({ key }) => key === itemKey(kind, id));
}

async function add(request: ItemRequest, sending: RequestOptions): Promise<void> {
	const reconcile = async () => ((await findItem(request)) ? NO_CONTENT : undefined);
	await send(request.context, { ...sending, options: request.options, reconcile });
}

async function findAdded(request: ItemRequest): Promise<CollectionItem> {
	const item = await pollUntil({
		look: async () => await findItem(request),
		delayAfter: () => LISTED_PAUSE_MS,
		totalMs: LISTED_AFTER_MS,
		signal: cancelSignal(request.context),
	});
	if (item) return item;
	throw new InvalidResponseError(
		'The service does not list the added item',
		'Look with Get Items whether it is there, and move it with Move Item.',
	);
}

/**
 * Adds an item to a collection unless it contains the item, finds its `item_id`, and moves it to the position in the query.
 * Input items for the same collection run one after another, so that positions include the items added before.
 */
export async function addAtPosition(
	{ context, options }: ItemRequest,
	sending: RequestOptions,
): Promise<IDataObject> {
	const { position } = options.qs ?? {};
	const adding = { context, options: { ...options, qs: {} } };
	const move = async ({ itemId }: CollectionItem) => {
		const id = Number(requireIdInResponse(itemId, 'item'));
		await send(context, {
			options: { ...adding.options, url: `${options.url}/${id}`, body: { position } },
			explanations: INVALID_POSITION,
		});
		return {
			success: true,
			...affectedIds({ path: options.url, body: asObject(options.body) }),
			itemId: id,
			position,
		};
	};
	const work = async () => {
		const known = await findItem(adding);
		if (known) return { ...(await move(known)), added: false };
		await add(adding, sending);
		try {
			return { ...(await move(await findAdded(adding))), added: true };
		} catch (error) {
			throw withNote(nodeErrorFor(context, error), 'The item was added.');
		}
	};
	const key = `${requireBaseUrl(options.baseURL)}${options.url}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}
