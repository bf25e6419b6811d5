import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inQuery, switchField } from '../../shared/panel/fields';
import { listFields, listOptions, queryField } from '../../shared/panel/listFields';
import { getList } from '../../shared/request/getList';
import { route } from '../../shared/request/operation';
import { toInteger } from '../../shared/values/transform';

export const option: INodePropertyOptions = {
	name: 'Get Items',
	value: 'getItems',
	action: 'Get the items of a collection',
	description: 'Retrieve the videos, extras and collections in a collection',
	routing: route(
		{ method: 'GET', url: '/collections/:collection/items' },
		getList('items', 'item'),
	),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: [
			inQuery(
				switchField(
					'Include Events',
					'includeEvents',
					'Whether to return external live events too. If not added, they are left out.',
				),
				toInteger,
			),
			queryField('Only items whose name or title matches this text'),
			inQuery({
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
			}),
		],
		sorts: [
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Position', value: 'position' },
		],
	});

export const output = 'item';

export const options = listOptions;
