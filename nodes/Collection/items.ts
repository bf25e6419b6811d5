import type { IDataObject } from 'n8n-workflow';

import { listOf } from '../shared/lists/listOf';
import type { Client } from '../shared/client/client';
import { type KeptList, LARGE_PAGE_SIZE, readList } from '../shared/lists/listReader';
import { flattenRecord } from '../shared/output/flatten';
import { asObject } from '../shared/data/json';
import {
	decodedAddress,
	ID_PARAMETERS,
	type ResourceName,
	resourcesInPath,
} from '../shared/ids/resources';

/** An item of a collection as the list shows it. */
interface ListedItem {
	/** The kind of the content; `undefined` when it is unknown. */
	kind: ResourceName | undefined;
	id: unknown;
	/** The id of the item in its collection, by which it is moved. */
	itemId: unknown;
	title: unknown;
	/** Only a video shows its place: the position of a collection is the one among all collections. */
	position: number | undefined;
}

/** An item of a collection, in the order of the positions. */
export interface CollectionItem extends ListedItem {
	/** The kind and ID of the content: `video 7`. */
	content: string;
	/** The content; that of a second item with the same content has its place behind it. */
	key: string;
	position: number;
}

const CONTENT_KINDS: ResourceName[] = ['video', 'collection', 'file', 'liveEvent'];

/** The content of an item: what is added to a collection or removed from it. */
interface ItemContent {
	kind: ResourceName;
	id: unknown;
}

/** Returns the key under which changes of the items at a path take turns, whatever the credential. */
export const collectionKey = ({ baseUrl }: Client, path: string) => `${baseUrl}${path}`;

/** Returns the key of a content. Its kind is part of it, because IDs of different kinds may be equal. */
export const itemKey = (kind: ResourceName | 'unknown', id: unknown) => `${kind} ${Number(id)}`;

/** Returns the content that the body of a request names, such as `{ video_id: 7 }`. */
export function contentIn(body: unknown): ItemContent {
	const [[property, id] = ['', undefined]] = Object.entries(asObject(body));
	return { kind: ID_PARAMETERS[property] ?? 'video', id };
}

/**
 * Returns the kind of a flattened item's content. An extra is shown with nothing but its identifiers (docs/developers/service.md,
 * Collections). `undefined` for another item whose link has no kind or another ID.
 */
function kindOf({ href, id, title, name }: IDataObject): ResourceName | undefined {
	const address = String(href ?? '');
	const linked = resourcesInPath(decodedAddress(address) ?? address).at(-1);
	if (linked && Number(linked.id) === Number(id)) {
		return CONTENT_KINDS.find((kind) => kind === linked.kind);
	}
	return (href ?? title ?? name) === undefined ? 'file' : undefined;
}

function toListedItem(record: IDataObject): ListedItem {
	const item = flattenRecord(record);
	const { id, item_id: itemId, name, title = name, position } = item;
	const kind = kindOf(item);
	const isPlace = kind === 'video' && typeof position === 'number';
	return { kind, id, itemId, title, position: isPlace ? position : undefined };
}

/** Returns the list of all items by position: live events too, because they have positions. */
export function itemList(client: Client, path: string): KeptList<ListedItem> {
	const query = { include_events: 1, sort: 'position' };
	return {
		...listOf(client, { path, key: 'items', query, perPage: LARGE_PAGE_SIZE }),
		keep: toListedItem,
	};
}

/** Sorts items by position, if every item shows one. Otherwise the order of the list counts. */
function byPosition(items: ListedItem[]): ListedItem[] {
	const isShown = items.every(({ position }) => position !== undefined);
	return isShown ? items.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)) : items;
}

/** Maximum number of positions in a row that no listed item has. A larger gap is not taken for deleted records. */
const MAX_GAP = 1000;

/**
 * Returns the items with their positions, as the list shows them. An item without one comes directly after the item before
 * it, and a deleted record that keeps its position comes before the next item that shows one. Moves of items that show
 * their positions do not depend on it. Where positions don't fit the order, the places are counted instead.
 */
function placed(items: ListedItem[]): Array<ListedItem & { position: number }> {
	// Positions begin at 1 (docs/developers/service.md, Collections), unless the service counts from 0.
	const first = items[0]?.position === 0 ? 0 : 1;
	let next = first;
	const shown = items.map((item) => {
		const { position = next } = item;
		const isUsable = Number.isInteger(position) && position >= next && position <= next + MAX_GAP;
		next = isUsable ? position + 1 : NaN;
		return { ...item, position };
	});
	return Number.isNaN(next)
		? items.map((item, index) => ({ ...item, position: first + index }))
		: shown;
}

/**
 * Returns the items of a collection by position, with their keys.
 *
 * @param wanted the kind of the rows: only an extra may be an item of unknown kind
 */
export function toCollectionItems(listed: ListedItem[], wanted: ResourceName): CollectionItem[] {
	const unknown = wanted === 'file' ? 'file' : 'unknown';
	const seen = new Set<string>();
	return placed(byPosition(listed)).map((item, index) => {
		const content = itemKey(item.kind ?? unknown, item.id);
		const key = seen.has(content) ? `${content} ${index}` : content;
		seen.add(content);
		return { ...item, content, key };
	});
}

/** The position of the first place. */
export const firstPosition = (items: CollectionItem[]) => items[0]?.position ?? 1;

/**
 * Returns the keys by place. A deleted record keeps its position and is in no list (docs/developers/service.md, Collections): a place
 * that no item has gets a key of its own, which no row names.
 */
export function keysOf(items: CollectionItem[]): string[] {
	const first = firstPosition(items);
	const keys: string[] = [];
	for (const { key, position } of items) {
		while (keys.length < position - first) keys.push(`gap ${keys.length}`);
		keys.push(key);
	}
	return keys;
}

/** Returns the position of each key. */
export function positionsOf(keys: string[], first: number): Map<string, number> {
	return new Map(keys.map((key, index) => [key, index + first]));
}

/** Reads the items once. */
export async function readItems(
	client: Client,
	path: string,
	wanted: ResourceName,
): Promise<CollectionItem[]> {
	const { records } = await readList(itemList(client, path));
	return toCollectionItems(records, wanted);
}
