import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import {
	filtersField,
	listOptionsField,
	queryField,
	rangeFields,
	sortingField,
} from '../../shared/fields/lists';
import { outputFields } from '../../shared/fields/output';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { convert } from '../../shared/validation/convert';
import { asInteger } from '../../shared/validation/numbers';

export const option: INodePropertyOptions = {
	name: 'Get Items',
	value: 'getItems',
	action: 'Get the items of a collection',
	description: 'Retrieve the videos, extras and collections in a collection',
	routing: {
		request: { method: 'GET', url: '/collections/:collection/items' },
		...handledBy(getList('items', 'item')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getItems'] } }, [
		...rangeFields(),
		filtersField([
			{
				displayName: 'Include Events',
				name: 'includeEvents',
				type: 'boolean',
				default: true,
				description: 'Whether to return external live events too. If not added, they are left out.',
				routing: {
					send: {
						type: 'query',
						property: 'include_events',
						preSend: [convert('qs', 'include_events', 'Include Events', asInteger)],
					},
				},
			},
			queryField('Only items whose name or title matches this text'),
			{
				displayName: 'Type',
				name: 'type',
				type: 'options',
				options: [
					{ name: 'Extras', value: 'extras' },
					{ name: 'Seasons', value: 'seasons' },
					{ name: 'Videos', value: 'videos' },
				],
				default: 'videos',
				description: 'Only items of this type',
				routing: { send: { type: 'query', property: 'type' } },
			},
		]),
		sortingField([
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Position', value: 'position' },
		]),
		...outputFields('item'),
		listOptionsField(),
	]);
