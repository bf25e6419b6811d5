import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { withKeyedMutex } from '../shared/concurrency/semaphore';
import { pollUntil } from '../shared/http/pollUntil';
import { requireBaseUrl } from '../shared/resources/baseUrl';
import type { Explanation } from '../shared/http/errorTexts';
import { DEFAULT_PAGE_SIZE, readList } from '../shared/http/pagination';
import { cancelSignal, type ItemRequest } from '../shared/http/request';
import { InvalidResponseError, NO_CONTENT, requireIdInResponse } from '../shared/http/response';
import { ID_PARAMETERS, type ResourceName, resourcesInPath } from '../shared/resources/resources';
import { send, sendGet } from '../shared/http/requestSender';
import { asObject } from '../shared/json';
import { affectedIds } from '../shared/output/affectedIds';
import type { RequestOverrides } from '../shared/execution/run';
import { flattenRecord } from '../shared/output/simplify';
import { INVALID_POSITION } from './position';
import { inQuery } from '../shared/properties/routing';

/** What was added may take a moment to be listed. */
const LISTED_AFTER_MS = 10_000;
const LISTED_PAUSE_MS = 1_000;

const ADDED_ELSEWHERE: Explanation = {
	cause: INVALID_POSITION[400].cause,
	remedy: `The item is in the collection all the same. ${INVALID_POSITION[400].remedy}`,
};

/** Where an added item goes. The operation takes the value from the query, where nothing else is. */
export function addedPositionField(): INodeProperties {
	return inQuery({
		displayName: 'Position',
		name: 'position',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'The position in the collection. If not added, the service chooses one.',
	});
}

interface Member {
	kind: ResourceName | undefined;
	id: unknown;
}

/** The member that is added: `{ video_id: 7 }`. */
export function memberOf({ body }: IHttpRequestOptions): Member {
	const [[property, id] = ['', undefined]] = Object.entries(asObject(body));
	return { kind: ID_PARAMETERS[property], id };
}

const MEMBER_KINDS = Object.values(ID_PARAMETERS);

/** Whether an item of the list is the member. The kind in its link counts only where the link names the item's id. */
export function isMember(item: IDataObject, { kind, id }: Member): boolean {
	const linked = resourcesInPath(String(item.href)).at(-1);
	const isOther =
		linked?.id === String(id) && linked.kind !== kind && MEMBER_KINDS.includes(linked.kind);
	return String(item.id) === String(id) && !isOther;
}

/** The `item_id` of what is added, if it is in the collection. */
async function findItemId(request: ItemRequest): Promise<number | undefined> {
	const { options } = request;
	const member = memberOf(options);
	const items = await readList({
		key: 'items',
		firstPage: 1,
		perPage: DEFAULT_PAGE_SIZE,
		fetchPage: async (page) => await sendGet(request, options.url, { ...page }),
		keep: (record) => {
			const item = flattenRecord(record);
			return isMember(item, member) ? item.item_id : undefined;
		},
	});
	const itemId = items.find((found) => found !== undefined);
	return itemId === undefined ? undefined : Number(itemId);
}

async function add(request: ItemRequest, sending: RequestOverrides): Promise<void> {
	const reconcile = async () => {
		const isThere = (await findItemId(request)) !== undefined;
		return isThere ? NO_CONTENT : undefined;
	};
	await send(request.context, { ...sending, options: request.options, reconcile });
}

async function findAdded(request: ItemRequest): Promise<number> {
	const itemId = await pollUntil({
		look: async () => await findItemId(request),
		delayAfter: () => LISTED_PAUSE_MS,
		totalMs: LISTED_AFTER_MS,
		signal: cancelSignal(request.context),
	});
	if (itemId !== undefined) return itemId;
	throw new InvalidResponseError(
		'The item was added, but the service does not list it',
		'Look with Get Items whether it is there, and move it with Move Item.',
	);
}

/**
 * Adds an item to a collection unless it is there, finds its `item_id`, and moves it to the position in the query. Items
 * for one collection take turns, so that each finds the places that the one before left.
 */
export async function addAtPosition(
	{ context, options }: ItemRequest,
	sending: RequestOverrides,
): Promise<IDataObject> {
	const { position } = options.qs ?? {};
	const adding = { context, options: { ...options, qs: {} } };
	const work = async () => {
		const known = await findItemId(adding);
		if (known === undefined) await add(adding, sending);
		const itemId = known ?? (await findAdded(adding));
		await send(context, {
			options: {
				...adding.options,
				url: `${options.url}/${requireIdInResponse(itemId, 'item')}`,
				body: { position },
			},
			explanations: { 400: ADDED_ELSEWHERE },
		});
		return { success: true, ...affectedIds(options), itemId, position, added: known === undefined };
	};
	const key = `${requireBaseUrl(options.baseURL)}${options.url}`;
	return await withKeyedMutex(key, work, cancelSignal(context));
}
