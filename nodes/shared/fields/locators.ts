import type { INodeProperties } from 'n8n-workflow';

import { type Kind, KINDS } from '../http/reference';
import { convert, kindLabel, type RequestPart, toHref } from './convert';

/** What n8n searches for each kind of thing that the API can list. */
const SEARCH_METHODS: Partial<Record<Kind, string>> = {
	customer: 'searchCustomers',
	product: 'searchProducts',
	video: 'searchVideos',
	collection: 'searchCollections',
	liveEvent: 'searchLiveEvents',
	comment: 'searchComments',
	item: 'searchItems',
};

/**
 * A field to choose a thing with: from a searchable list, by its id, or by its address. Each mode
 * takes an expression, which may give an id as a number or text, or an href: the request decides
 * what it is, so no mode extracts anything.
 *
 * @param kind which kind of thing
 * @param overrides another name, label or description, and the routing
 */
export function locator(kind: Kind, overrides: Partial<INodeProperties> = {}): INodeProperties {
	const searchListMethod = SEARCH_METHODS[kind];
	const { name, segment } = KINDS[kind];
	return {
		displayName: kindLabel(kind),
		name: kind,
		type: 'resourceLocator',
		description: `The ${name}, by its ID or its address`,
		default: { mode: searchListMethod ? 'list' : 'id', value: '' },
		modes: [
			...(searchListMethod
				? [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list' as const,
							placeholder: `Select a ${name}...`,
							typeOptions: { searchListMethod, searchable: true },
						},
					]
				: []),
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 12345' },
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: `e.g. https://api.example.com/${segment}/12345`,
				hint: `The address of the ${name} as the service gives it (href)`,
			},
		],
		...overrides,
	};
}

/** The same without the searchable list, where the API has no list to search. */
export function withoutList({ modes, ...field }: INodeProperties): INodeProperties {
	return {
		...field,
		default: { mode: 'id', value: '' },
		modes: modes?.filter(({ name }) => name !== 'list'),
	};
}

/**
 * A required locator whose id takes the place of `:<name>` in the URL of the operation.
 *
 * @param kind which kind of thing
 */
export function locatorInPath(
	kind: Kind,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	return { ...locator(kind, overrides), required: true };
}

/**
 * A locator that is sent as the full address of the thing, where the spec says href.
 *
 * @param place body or query
 */
export function locatorAsHref(
	kind: Kind,
	place: RequestPart,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const field = locator(kind, overrides);
	return {
		...field,
		routing: {
			send: {
				type: place === 'qs' ? 'query' : 'body',
				property: field.name,
				preSend: [convert(place, field.name, field.displayName, toHref(kind))],
			},
		},
	};
}
