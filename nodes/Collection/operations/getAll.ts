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
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { planFilter } from '../../shared/fields/plans';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { LISTED_COLLECTION_TYPES } from '../types';
import { convert } from '../../shared/validation/convert';
import { asText, commaSeparated } from '../../shared/validation/text';

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
		filtersField([
			{
				displayName: 'Active',
				name: 'active',
				type: 'boolean',
				default: true,
				description:
					'Whether to return only collections with a plan (on) or only those without one (off)',
				routing: {
					send: {
						type: 'query',
						property: 'active',
						preSend: [convert('qs', 'active', 'Active', asText)],
					},
				},
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
				routing: {
					send: {
						type: 'query',
						property: 'type',
						preSend: [convert('qs', 'type', 'Type', commaSeparated)],
					},
				},
			},
		]),
		sortingField([
			{ name: 'Alphabetical', value: 'alphabetical' },
			{
				name: 'Latest',
				value: 'latest',
				description: "The service's own order",
			},
			{ name: 'Newest', value: 'newest', description: 'Created last, first' },
			{ name: 'Oldest', value: 'oldest' },
		]),
		...outputFields('collection'),
		listOptionsField(),
	]);
