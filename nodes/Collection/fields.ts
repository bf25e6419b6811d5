import type { INodeProperties } from 'n8n-workflow';

import { descriptionFields } from '../shared/panel/content';
import { locatorInPath } from '../shared/panel/locators';
import { metadataFields } from '../shared/panel/metadata';
import { toText } from '../shared/values/transform';
import { itemColumnFields, itemFields, itemTypeField } from './itemType';
import { positionField } from './position';
import { shownFor } from '../shared/panel/operations';
import { inBody, switchField } from '../shared/panel/fields';

/** The locator of an item. An item has an id in its collection, but no address of its own. */
function itemField(): INodeProperties {
	const field = locatorInPath('item', {
		description: 'The item, by the item_id of Get Items (not the ID of the video)',
	});
	return { ...field, modes: (field.modes ?? []).filter(({ name }) => name !== 'url') };
}

const OF_ONE_ITEM = ['addItem', 'removeItem'];
const MOVES = ['updateItemPosition', 'updatePosition'];

/**
 * The required fields, at the top of each panel. Each has one definition in the node, because n8n evaluates an expression
 * once for every definition of its name.
 */
export const requiredCollectionFields = (): INodeProperties[] => [
	...shownFor(
		['get', 'getItems', 'update', ...OF_ONE_ITEM, 'syncItems', ...MOVES],
		locatorInPath('collection'),
	),
	...shownFor([...OF_ONE_ITEM, 'syncItems'], itemTypeField()),
	...shownFor(OF_ONE_ITEM, ...itemFields()),
	...shownFor(['syncItems'], ...itemColumnFields()),
	...shownFor(['updateItemPosition'], itemField()),
	...shownFor(MOVES, positionField()),
];

/** Switches that the service takes as text (docs/developers/service.md, Collections). */
function featuredFields(): INodeProperties[] {
	return [
		inBody(
			switchField(
				'Is Automatic',
				'isAutomatic',
				'Whether the carousel of the featured category scrolls automatically. Only for a category with Is Featured.',
			),
			toText,
		),
		inBody(
			switchField(
				'Is Featured',
				'isFeatured',
				'Whether this is the featured category. Only for categories.',
			),
			toText,
		),
	];
}

/** The optional fields of Create and Update (docs/developers/service.md, Collections). */
export function collectionFields(moreFields: INodeProperties[]): INodeProperties[] {
	const fields: INodeProperties[] = [
		...descriptionFields(),
		...featuredFields(),
		...metadataFields('collection'),
		inBody({
			displayName: 'Season Number',
			name: 'seasonNumber',
			type: 'number',
			default: 1,
			description: 'The number of a season in its series. Only for seasons.',
		}),
	];
	return [...fields, ...moreFields];
}
