import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { onBehalfOfFields } from './onBehalfOf';

/** The order in which fields of a collection are offered. */
export function byDisplayName(a: INodeProperties, b: INodeProperties): number {
	return a.displayName.localeCompare(b.displayName);
}

/** The collection of rarely needed settings that every operation has. */
export function optionsField(fields: INodeProperties[] = []): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...fields, ...onBehalfOfFields()].sort(byDisplayName),
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

/** A whole number of records a page (spec, Pagination envelope). */
export function pageSizeField(): INodeProperties {
	return {
		displayName: 'Page Size',
		name: 'perPage',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'How many records are asked for with one request',
	};
}

/** The settings of a paginated list: where to begin, how much at once, and in which order. */
export function listOptionsField(fields: INodeProperties[] = []): INodeProperties {
	return optionsField([
		...fields,
		{
			displayName: 'Page',
			name: 'page',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'The page to begin with',
		},
		pageSizeField(),
	]);
}

/** A field to order a list by, sent as `sort`. */
export function sortField(options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'sort',
		type: 'options',
		options,
		default: 'newest',
		description: 'The order of the records',
		routing: { send: { type: 'query', property: 'sort' } },
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
