import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/fields';
import type { RequestOptions } from '../../shared/client/request';
import { route, operation, type Operation } from '../../shared/execution/run';
import { write } from '../../shared/execution/writes';
import { addAtPosition } from '../addAtPosition';
import { addedPositionField } from '../position';

const ONCE: RequestOptions = {
	// What happens to an item that is added twice is not documented.
	idempotent: false,
	ambiguousHint:
		'The item may have been added anyway. Check with Get Items before you add it again, or it may be in the collection twice.',
};

const add = write(ONCE);
const addAtPlace = operation(async (call) => [await addAtPosition(call, ONCE)], ONCE);

const addItem: Operation = async function (requestData) {
	const { position } = requestData.options.qs ?? {};
	const hasPosition = position !== undefined;
	return await (hasPosition ? addAtPlace : add).call(this, requestData);
};

export const option: INodePropertyOptions = {
	name: 'Add Item',
	value: 'addItem',
	action: 'Add an item to a collection',
	description: 'Put a video, an extra or another collection into a collection',
	routing: route({ method: 'PUT', url: '/collections/:collection/items' }, addItem),
};

export const fields = (): INodeProperties[] => [additionalFields([addedPositionField()])];
