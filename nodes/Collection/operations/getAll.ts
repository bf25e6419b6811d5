import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inQuery, switchField } from '../../shared/panel/fields';
import { listFields, listOptions, queryField } from '../../shared/panel/listFields';
import { locatorAsHref } from '../../shared/panel/locators';
import { planFilter } from '../../shared/panel/content';
import { getList } from '../../shared/run/getList';
import { route } from '../../shared/run/operation';
import { LISTED_COLLECTION_TYPES } from '../types';
import { toCommaText, toText } from '../../shared/values/transform';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many collections',
	description: 'Retrieve a list of collections',
	routing: route({ method: 'GET', url: '/collections' }, getList('collections', 'collection')),
};

export const fields = (): INodeProperties[] =>
	listFields({
		filters: [
			inQuery(
				switchField(
					'Active',
					'active',
					'Whether to return only collections with a plan (on) or only those without one (off)',
				),
				toText,
			),
			planFilter(),
			locatorAsHref('product', 'qs', { description: 'Only collections of this product' }),
			queryField('Only collections that match this text'),
			inQuery(
				{
					displayName: 'Type',
					name: 'type',
					type: 'multiOptions',
					options: [...LISTED_COLLECTION_TYPES],
					default: [],
					description: 'Only collections of these types',
				},
				toCommaText,
			),
		],
		sorts: [
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Newest', value: 'newest', description: 'The newest first' },
			{ name: 'Oldest', value: 'oldest' },
			{
				name: "Service's Order",
				value: 'latest',
				description: 'As the service sorts without a choice',
			},
		],
	});

export const output = 'collection';

export const options = listOptions;
