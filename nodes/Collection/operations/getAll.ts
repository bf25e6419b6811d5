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
	sortField,
} from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { COMMA_SEPARATED_FILTER, planFilter } from '../../shared/fields/plans';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { LISTED_COLLECTION_TYPES } from '../types';

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many collections',
	description: 'Retrieve a list of collections',
	routing: {
		request: { method: 'GET', url: '/collections' },
		...handledBy(getList('collections', 'collection')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		...rangeFields(),
		...outputFields('collection'),
		filtersField([
			{
				displayName: 'Active',
				name: 'active',
				type: 'boolean',
				default: true,
				description:
					'Whether to return only collections that have a plan; off, only those without one',
				routing: { send: { type: 'query', property: 'active', value: '={{ String($value) }}' } },
			},
			planFilter(),
			locatorAsHref('product', 'qs', { description: 'Only collections of this product' }),
			queryField('Only collections that match this text'),
			{
				displayName: 'Type',
				name: 'type',
				type: 'multiOptions',
				options: [...LISTED_COLLECTION_TYPES],
				default: [],
				description: 'Only collections of these types',
				routing: { send: { type: 'query', property: 'type', value: COMMA_SEPARATED_FILTER } },
			},
		]),
		listOptionsField([
			sortField([
				{ name: 'Alphabetical', value: 'alphabetical' },
				{
					name: 'Latest',
					value: 'latest',
					description: 'As the service understands it, which it does not explain',
				},
				{ name: 'Newest', value: 'newest', description: 'Created last, first' },
				{ name: 'Oldest', value: 'oldest' },
			]),
		]),
	]);
