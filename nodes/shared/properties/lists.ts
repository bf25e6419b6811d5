import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { type CollectionName, COLLECTIONS } from '../parameters/values';
import { inQuery } from './routing';

/** Compares fields by the order in which a collection offers them. */
export function byDisplayName(a: INodeProperties, b: INodeProperties): number {
	return a.displayName.localeCompare(b.displayName);
}

const collection = (
	name: CollectionName,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName: COLLECTIONS[name],
	name,
	type: 'collection',
	placeholder,
	default: {},
	options,
});

const inOrder = (fields: INodeProperties[]) => [...fields].sort(byDisplayName);

/** Returns the collection of rarely needed settings that every operation has. `last` follows the others. */
export function optionsField(fields: INodeProperties[], last: INodeProperties[]): INodeProperties {
	return collection('options', 'Add Option', [...inOrder(fields), ...last]);
}

/** Returns the collection of optional fields of an operation that is not an update. */
export function additionalFields(fields: INodeProperties[], description?: string): INodeProperties {
	const field = collection('additionalFields', 'Add Field', inOrder(fields));
	return { ...field, ...(description !== undefined && { description }) };
}

export function updateFields(fields: INodeProperties[]): INodeProperties {
	return collection('updateFields', 'Add Field', inOrder(fields));
}

export function filtersField(fields: INodeProperties[]): INodeProperties {
	return collection('filters', 'Add Filter', inOrder(fields));
}

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
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
	];
}

/** Returns the settings of a paginated list: its first page, and the page size (docs/service.md, Lists). */
export function listOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Page',
			name: 'page',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'The page to start with',
		},
		{
			displayName: 'Page Size',
			name: 'perPage',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'How many records each request asks for',
		},
	];
}

export function sortingField(
	sorts: INodePropertyOptions[],
	others: INodeProperties[] = [],
): INodeProperties {
	const sort: INodeProperties = {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		options: sorts,
		default: 'newest',
		description: 'The order of the records',
	};
	return collection('sorting', 'Add Sorting', [...others, inQuery(sort)]);
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
	return inQuery({
		displayName: 'Search',
		name: 'query',
		type: 'string',
		default: '',
		description,
	});
}
