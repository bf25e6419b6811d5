import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toTrimmed } from '../values/transform';
import { collectionField, filtersField, inQuery } from './fields';

/** Returns a field for a whole number of at least 1. */
const countField = (
	displayName: string,
	name: string,
	usual: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 1 },
	default: usual,
	description,
});

/** Returns Return All and Limit, which the operation reads. */
export function rangeFields(): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			...countField('Limit', 'limit', 50, 'Max number of results to return'),
			displayOptions: { show: { returnAll: [false] } },
		},
	];
}

/** Returns the options of a list with pages: the first page and the page size (docs/developers/service.md, Lists). */
export function listOptions(): INodeProperties[] {
	return [
		countField('Page', 'page', 1, 'The page to start with'),
		countField('Page Size', 'perPage', 50, 'The number of records in each request'),
	];
}

export function sortingField(
	sorts: INodePropertyOptions[],
	moreFields: INodeProperties[] = [],
): INodeProperties {
	const sort: INodeProperties = {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		options: sorts,
		default: 'newest',
		description: 'The order of the records',
	};
	return collectionField('sorting', 'Add Sorting', [...moreFields, inQuery(sort)]);
}

interface ListFields {
	filters: INodeProperties[];
	sorts: INodePropertyOptions[];
	/** Fields beside Sort. */
	sorting?: INodeProperties[];
}

/** Returns what every list that can be sorted has: how many records, its filters, and its order. */
export function listFields({ filters, sorts, sorting }: ListFields): INodeProperties[] {
	return [...rangeFields(), filtersField(filters), sortingField(sorts, sorting)];
}

export function queryField(description: string): INodeProperties {
	const field = { displayName: 'Search', name: 'query', default: '', description };
	return inQuery({ ...field, type: 'string' }, toTrimmed);
}
