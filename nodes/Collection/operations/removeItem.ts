import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { handledBy } from '../../shared/operation/run';
import { write } from '../../shared/operation/writes';

export const option: INodePropertyOptions = {
	name: 'Remove Item',
	value: 'removeItem',
	action: 'Remove an item from a collection',
	description:
		'Take a video, an extra or another collection out of a collection, without deleting it',
	routing: {
		request: { method: 'DELETE', url: '/collections/:collection/items' },
		...handledBy(write()),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['removeItem'] } }, [optionsField()]);
