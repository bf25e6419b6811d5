import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { INVALID_POSITION, positionField } from '../position';

export const option: INodePropertyOptions = {
	name: 'Update Item Position',
	value: 'updateItemPosition',
	action: 'Update the position of an item',
	description: 'Move an item to another place in its collection',
	routing: {
		request: { method: 'PUT', url: '/collections/:collection/items/:item' },
		...handledBy(writeRecord('item', { explanations: INVALID_POSITION })),
	},
};

/** An item has an id in its collection, but no address of its own. */
function itemField(): INodeProperties {
	const field = locatorInPath('item', {
		description: 'The item by its ID in the collection (item_id), not the ID of the video',
	});
	return { ...field, modes: (field.modes ?? []).filter(({ name }) => name !== 'url') };
}

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['updateItemPosition'] } }, [
		locatorInPath('collection'),
		itemField(),
		positionField('The new place in the collection'),
		...outputFields('item'),
		optionsField(),
	]);
