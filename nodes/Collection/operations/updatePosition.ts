import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { handledBy } from '../../shared/operation/run';
import { write } from '../../shared/operation/writes';
import { INVALID_POSITION, positionField } from '../position';

export const option: INodePropertyOptions = {
	name: 'Update Position',
	value: 'updatePosition',
	action: 'Update the position of a collection',
	description: 'Move a collection to another place among the collections',
	routing: {
		request: { method: 'PUT', url: '/collections/:collection/update_position' },
		...handledBy(write({ explanations: INVALID_POSITION })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['updatePosition'] } }, [
		locatorInPath('collection'),
		positionField('The new place among all collections'),
		optionsField(),
	]);
