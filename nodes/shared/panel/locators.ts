import type { INodeProperties } from 'n8n-workflow';

import { resourceLabel, type ResourceName, RESOURCES } from '../ids/resources';
import type { RequestPart } from '../request/preSend';
import { sentIn, transformStep } from './fields';
import { toHref } from '../ids/transforms';

/** The list search method of each kind of resource that the API can list. It lists live events only within a product. */
const SEARCH_METHODS: Partial<Record<ResourceName, string>> = {
	customer: 'searchCustomers',
	product: 'searchProducts',
	video: 'searchVideos',
	collection: 'searchCollections',
	comment: 'searchComments',
	item: 'searchItems',
};

/** Returns the modes of a locator. The first one is the default. */
function modesOf(kind: ResourceName): Pick<INodeProperties, 'modes'> {
	const searchListMethod = SEARCH_METHODS[kind];
	const { name, segment } = RESOURCES[kind];
	return {
		modes: [
			...(kind === 'customer'
				? [
						{
							displayName: 'By Email',
							name: 'email',
							type: 'string' as const,
							placeholder: 'e.g. ada@example.com',
							hint: 'The exact address. Capital letters don’t matter.',
						},
					]
				: []),
			...(searchListMethod
				? [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list' as const,
							placeholder: `Select ${kind === 'item' ? 'an' : 'a'} ${name}...`,
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
				hint: `The URL of the ${name}, for example href from another node`,
			},
		],
	};
}

/**
 * Returns a field that chooses a resource from a searchable list, by its id or by its URL, a customer also by email
 * address. No mode has an `extractValue`, because an expression may return a number, an id or an href in each mode.
 */
export function locator(
	kind: ResourceName,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const { modes = [] } = modesOf(kind);
	return {
		displayName: resourceLabel(kind),
		name: kind,
		type: 'resourceLocator',
		description: `The ${RESOURCES[kind].name}, by ${kind === 'customer' ? 'email address, ' : ''}ID or URL`,
		default: { mode: modes[0]?.name ?? 'id', value: '' },
		modes,
		// n8n's workflow builder takes a locator for optional, because it has a default.
		...(overrides.required && {
			builderHint: { propertyHint: `Required: say which ${RESOURCES[kind].name}` },
		}),
		...overrides,
	};
}

/** Returns the locator without its searchable list, where the API has no list to search. */
export function withoutList({ modes = [], ...field }: INodeProperties): INodeProperties {
	return {
		...field,
		default: { mode: 'id', value: '' },
		modes: modes.filter(({ name }) => name !== 'list'),
	};
}

/** Returns a required locator whose id replaces `:<name>` in the URL of the operation. */
export function locatorInPath(
	kind: ResourceName,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	return locator(kind, { ...overrides, required: true });
}

/** Returns a locator that is sent as an href, where the API documents one. `customerAsHref` does this for customers. */
export function locatorAsHref(
	kind: Exclude<ResourceName, 'customer'>,
	place: RequestPart,
	overrides: Partial<INodeProperties> = {},
): INodeProperties {
	const field = locator(kind, overrides);
	const { name, displayName } = field;
	return sentIn(place, field, name, transformStep(place, name, displayName, toHref(kind)));
}
