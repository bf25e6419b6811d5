import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { onBehalfOfFields } from './customers';
import { inQuery } from './routing';

/** The order in which fields of a collection are offered. */
export function byDisplayName(a: INodeProperties, b: INodeProperties): number {
	return a.displayName.localeCompare(b.displayName);
}

const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options,
});

const inOrder = (fields: INodeProperties[]) => [...fields].sort(byDisplayName);

/** The collection of rarely needed settings that every operation has; those of the request stand last. */
export function optionsField(fields: INodeProperties[]): INodeProperties {
	const options = [...inOrder(fields), ...onBehalfOfFields()];
	return collection('Options', 'options', 'Add Option', options);
}

/** What is not required, of an operation that is no update. */
export function additionalFields(fields: INodeProperties[], description?: string): INodeProperties {
	const field = collection('Additional Fields', 'additionalFields', 'Add Field', inOrder(fields));
	return { ...field, ...(description !== undefined && { description }) };
}

export function updateFields(fields: INodeProperties[]): INodeProperties {
	return collection('Update Fields', 'updateFields', 'Add Field', inOrder(fields));
}

export function filtersField(fields: INodeProperties[]): INodeProperties {
	return collection('Filters', 'filters', 'Add Filter', inOrder(fields));
}

/** Return All and Limit: what part of a list is wanted. The operation reads them. */
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

/** The settings of a paginated list: where to begin, and how much at once (docs/service.md, Lists). */
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
	return collection('Sorting', 'sorting', 'Add Sorting', [...others, inQuery(sort)]);
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
