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

export const option: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many products',
	description: 'Retrieve a list of products',
	routing: {
		request: { method: 'GET', url: '/products' },
		...handledBy(getList('products', 'product')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getAll'] } }, [
		...rangeFields(),
		filtersField([
			queryField('Only products that match this text'),
			{
				displayName: 'Active',
				name: 'active',
				type: 'boolean',
				default: true,
				description: 'Whether to return only active products',
				routing: { send: { type: 'query', property: 'active' } },
			},
		]),
		sortingField([
			{ name: 'Alphabetical', value: 'alphabetical' },
			{ name: 'Newest', value: 'newest' },
			{ name: 'Oldest', value: 'oldest' },
			{ name: 'Position', value: 'position' },
		]),
		...outputFields('product'),
		listOptionsField(),
	]);
