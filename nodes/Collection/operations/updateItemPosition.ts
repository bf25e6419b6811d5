import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { handledBy } from '../../shared/operation/run';
import { writeRecord } from '../../shared/operation/writes';
import { INVALID_POSITION } from '../position';

export const option: INodePropertyOptions = {
	name: 'Move Item',
	value: 'updateItemPosition',
	action: 'Move an item in a collection',
	description: 'Change the position of an item in its collection',
	routing: {
		request: { method: 'PUT', url: '/collections/:collection/items/:item' },
		...handledBy(writeRecord('item', { explanations: INVALID_POSITION })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['updateItemPosition'] } }, [
		...outputFields('item'),
		optionsField(),
	]);
