import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { locator, withoutList } from '../shared/panel/locators';
import { requireId, type ResourceName } from '../shared/ids/resources';
import { preSend } from '../shared/request/preSend';
import { readChoice } from '../shared/values/readers';

export interface ItemType extends Pick<INodeProperties, 'displayName' | 'name' | 'description'> {
	kind: ResourceName;
}

/** The types of items by the value of `itemType`. Requests name an item by its ID (docs/developers/service.md, Collections). */
export const ITEM_TYPES: Record<string, ItemType> = {
	collection: {
		displayName: 'Collection as Item',
		name: 'collectionItem',
		kind: 'collection',
		description: 'The collection that is an item of this one, for example a season of a series',
	},
	file: {
		displayName: 'Extra',
		name: 'file',
		kind: 'file',
		description: 'The extra, by ID or URL',
	},
	video: {
		displayName: 'Video',
		name: 'video',
		kind: 'video',
		description: 'The video in the collection',
	},
};

const CHOICES: INodePropertyOptions[] = [
	{ name: 'Collection', value: 'collection' },
	{ name: 'Extra', value: 'file', description: 'A file beside the videos of a movie' },
	{ name: 'Video', value: 'video' },
];

/** Sends the ID of the chosen type only. When the type is an expression, n8n routes the fields of all types. */
const onlyTheChosenType = preSend((context, options) => {
	const type = readChoice(
		context,
		'itemType',
		{ displayName: 'Item Type', options: CHOICES },
		ITEM_TYPES,
	);
	const value = context.getNodeParameter(type.name, undefined);
	const id = requireId(value, type.kind, type.displayName);
	options.body = { [`${type.kind}_id`]: Number(id) };
});

/** Returns Item Type. */
export function itemTypeField(): INodeProperties {
	return {
		displayName: 'Item Type',
		name: 'itemType',
		type: 'options',
		options: [...CHOICES],
		default: 'video',
		description: 'The type of the item',
		routing: { send: { preSend: [onlyTheChosenType] } },
	};
}

/** Returns the locator of an item for each type. */
export function itemFields(): INodeProperties[] {
	return Object.entries(ITEM_TYPES).map(([type, { kind, ...labels }]) =>
		locator(kind, {
			...labels,
			required: true,
			displayOptions: { show: { itemType: [type] } },
			routing: { send: { type: 'body', property: `${kind}_id` } },
		}),
	);
}

/** Returns the same fields for a list, whose rows name the items: they begin with a column, and offer no single item. */
export function itemColumnFields(): INodeProperties[] {
	return itemFields().map((field) => {
		const column = `={{ $json.${String(field.routing?.send?.property)} }}`;
		const description = `${field.description ?? ''}. Drag the column with the IDs or URLs here.`;
		return { ...withoutList(field), default: { mode: 'id', value: column }, description };
	});
}
