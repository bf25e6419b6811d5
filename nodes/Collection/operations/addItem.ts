import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { RequestOptions } from '../../shared/client/request';
import { type Handler, operation, route } from '../../shared/run/operation';
import { affectedIds } from '../../shared/output/affectedIds';
import { additionalFields } from '../../shared/panel/fields';
import { addAtPosition } from '../addAtPosition';
import { addedPositionField } from '../position';

const ADDED_ONCE: RequestOptions = {
	// What happens to an item that is added twice is not documented.
	idempotent: false,
	ambiguousHint:
		'The item may have been added anyway. Check with Get Items before you add it again, or it may be in the collection twice.',
};

const addItem: Handler = async (call) => {
	const { client, request } = call;
	if (request.query?.position !== undefined) return [await addAtPosition(call, ADDED_ONCE)];
	await client.send(request, ADDED_ONCE);
	return [{ success: true, ...affectedIds(request) }];
};

export const option: INodePropertyOptions = {
	name: 'Add Item',
	value: 'addItem',
	action: 'Add an item to a collection',
	description: 'Put a video, an extra or another collection into a collection',
	routing: route(
		{ method: 'PUT', url: '/collections/:collection/items' },
		operation(addItem, ADDED_ONCE),
	),
};

export const fields = (): INodeProperties[] => [additionalFields([addedPositionField()])];
