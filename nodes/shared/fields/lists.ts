import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { onBehalfOfFields } from './onBehalfOf';

/** The order in which fields of a collection are offered. */
export function byDisplayName(a: INodeProperties, b: INodeProperties): number {
	return a.displayName.localeCompare(b.displayName);
}

/** The collection of rarely needed settings that every operation has; those of the request stand last. */
export function optionsField(fields: INodeProperties[] = []): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...[...fields].sort(byDisplayName), ...onBehalfOfFields()],
	};
}

export function filtersField(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [...fields].sort(byDisplayName),
	};
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

/** A whole number of records a page (docs/service.md, Lists). */
function pageSizeField(): INodeProperties {
	return {
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'How many records each request asks for',
	};
}

/** The settings of a paginated list: where to begin, and how much at once. */
export function listOptionsField(): INodeProperties {
	return optionsField([
		{
			displayName: 'Page',
			name: 'page',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'The page to start with',
		},
		pageSizeField(),
	]);
}

/**
 * How a list is ordered, sent as `sort`.
 *
 * @param sorts the orders that the service knows
 * @param others what the service takes beside it
 */
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
		routing: { send: { type: 'query', property: 'sort' } },
	};
	return {
		displayName: 'Sorting',
		name: 'sorting',
		type: 'collection',
		placeholder: 'Add Sorting',
		default: {},
		options: [...others, sort],
	};
}

/** A field to search by a text, sent as `query`. */
export function queryField(description: string): INodeProperties {
	return {
		displayName: 'Search',
		name: 'query',
		type: 'string',
		default: '',
		description,
		routing: { send: { type: 'query', property: 'query' } },
	};
}
