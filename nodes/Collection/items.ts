import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { readWholeList } from '../shared/client/lists';
import type { ItemRequest } from '../shared/client/legacy';
import { sendGet } from '../shared/client/legacy';
import { InvalidResponseError } from '../shared/client/response';
import { flattenRecord } from '../shared/output/projection';
import { asObject } from '../shared/json';
import {
	decodedAddress,
	ID_PARAMETERS,
	type ResourceName,
	resourcesInPath,
} from '../shared/resources/resources';

const PAGE_SIZE = 100;

/** An item of a collection, in the order of the positions. */
export interface CollectionItem {
	/** The kind and ID of the content: `video 7`. The key of a second item with the same content is its place. */
	key: string;
	/** The kind of the content; `undefined` when it is unknown. */
	kind: ResourceName | undefined;
	id: unknown;
	/** The id of the item in its collection, by which it is moved. */
	itemId: unknown;
	title: unknown;
	position: number;
}

/** The kinds of content of an item. */
const HELD: ResourceName[] = ['video', 'collection', 'file', 'liveEvent'];

/** The content of an item: what is added to a collection or removed from it. */
interface MemberRef {
	kind: ResourceName;
	id: unknown;
}

/** Returns the key of a content. Its kind is part of it, because IDs of different kinds may be equal. */
export const itemKey = (kind: ResourceName, id: unknown) => `${kind} ${Number(id)}`;

/** Returns the content that the body of a request names, such as `{ video_id: 7 }`. */
export function memberOf({ body }: IHttpRequestOptions): MemberRef {
	const [[property, id] = ['', undefined]] = Object.entries(asObject(body));
	return { kind: ID_PARAMETERS[property] ?? 'video', id };
}

/** Returns the kind of a flattened item's content; `undefined` when its href has no kind or another ID. */
function kindOf(item: IDataObject): ResourceName | undefined {
	const href = String(item.href);
	const linked = resourcesInPath(decodedAddress(href) ?? href).at(-1);
	const isOwn = linked !== undefined && Number(linked.id) === Number(item.id);
	return isOwn ? HELD.find((held) => held === linked.kind) : undefined;
}

/** Whether a flattened item has this content. The ID alone counts when the kind is unknown. */
export function isItemOf(item: IDataObject, { kind, id }: MemberRef): boolean {
	return itemKey(kindOf(item) ?? kind, item.id) === itemKey(kind, id);
}

function toItem(record: IDataObject): Omit<CollectionItem, 'key'> {
	const item = flattenRecord(record);
	const { id, item_id: itemId, name, title = name } = item;
	return { kind: kindOf(item), id, itemId, title, position: Number(item.position ?? NaN) };
}

/** Maximum number of positions without an item, of records that the list does not show. */
const MOST_GAPS = 1_000;

/** Whether the positions in a list are usable: whole numbers that grow from item to item. */
function hasPositions(items: Array<Omit<CollectionItem, 'key'>>): boolean {
	const isGrowing = items.every(({ position }, index) => {
		const before = items[index - 1]?.position ?? -1;
		return Number.isSafeInteger(position) && position > before;
	});
	return isGrowing && (items.at(-1)?.position ?? 0) <= items.length + MOST_GAPS;
}

/**
 * Reads all items of a collection by position, including live events, because they have positions too. Reads a list
 * again that is shorter than its total, and throws when it still is: the missing items may exist.
 *
 * @param url the address of the items
 * @param assumed the kind of items whose kind is unknown
 */
export async function readItems(
	request: ItemRequest,
	url: string,
	assumed: ResourceName,
): Promise<CollectionItem[]> {
	const { records, missing } = await readWholeList({
		key: 'items',
		firstPage: 1,
		perPage: PAGE_SIZE,
		keep: toItem,
		fetchPage: async (page) =>
			await sendGet(request, url, { include_events: 1, sort: 'position', ...page }),
	});
	if (missing === 0) return withKeys(records, assumed);
	throw new InvalidResponseError(
		`The list of the items is not complete: ${missing} are missing`,
		'The service says that there are more than it gives: tell the service, and try again later.',
	);
}

function withKeys(
	items: Array<Omit<CollectionItem, 'key'>>,
	assumed: ResourceName,
): CollectionItem[] {
	const usesPositions = hasPositions(items);
	const seen = new Set<string>();
	return items.map((item, index) => {
		const own = itemKey(item.kind ?? assumed, item.id);
		const key = seen.has(own) ? `item ${index}` : own;
		seen.add(key);
		return { ...item, key, position: usesPositions ? item.position : index + 1 };
	});
}

/** The position of the first place: 1 (docs/service.md, Collections), unless the service counts from 0. */
export const firstPosition = (items: CollectionItem[]) => (items[0]?.position === 0 ? 0 : 1);

/** Returns the keys by place, those of positions without an item included. */
export function keysByPlace(items: CollectionItem[]): string[] {
	const first = firstPosition(items);
	const keys: string[] = [];
	for (const { key, position } of items) {
		while (keys.length < position - first) keys.push(`gap ${keys.length}`);
		keys.push(key);
	}
	return keys;
}
