import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { asObject } from '../shared/data/json';
import { assertRequired, requireGroup, requireType } from '../shared/values/checks';
import { planChoices } from '../shared/panel/content';
import { locator } from '../shared/panel/locators';
import type { Filters } from './events/event';
import { requireId } from '../shared/ids/resources';
import { isBlank, listEntries } from '../shared/values/listEntries';

/** Reads the ID of a product that must be chosen. */
export function readProduct(context: IPollFunctions): number {
	return Number(requireId(context.getNodeParameter('product', ''), 'product', 'Product'));
}

/** Validates a value that must not be blank, which a text such as "[]" is only as a list. */
export function requireValue(value: unknown, field: INodeProperties): unknown {
	const checked = isBlank(value) ? undefined : requireType(value, field);
	assertRequired(checked, field);
	return checked;
}

/** Returns a value of the group Filters; `undefined` where it was not added, and null where it has no value. */
export function findFilter(context: IPollFunctions, name: string): unknown {
	const filters = requireGroup(context.getNodeParameter('filters', {}), 'Filters');
	return Object.hasOwn(filters, name) ? (filters[name] ?? null) : undefined;
}

/**
 * Reads a field of the group Filters.
 *
 * @returns `undefined` where it was not added
 * @throws UserError also when it is empty: an empty filter would match every record
 */
function readFilter(context: IPollFunctions, field: INodeProperties): unknown {
	const value = findFilter(context, field.name);
	return value === undefined ? undefined : requireValue(value, field);
}

/** Returns the field of the product in the group Filters. */
export const productFilter = (description: string) => locator('product', { description });

/** Reads the product in the group Filters. */
export function readProductFilter(context: IPollFunctions): number | undefined {
	const chosen = readFilter(context, productFilter(''));
	return chosen === undefined ? undefined : Number(requireId(chosen, 'product', 'Product'));
}

/** Reads the videos: locators of a repeating group; from an expression also IDs or addresses, in an array or a text. */
export function readVideos(context: IPollFunctions): number[] {
	const value = findFilter(context, 'videos');
	if (value === undefined) return [];
	// The group without entries, as n8n saves it. Anything else that names no video would watch all of them.
	if (['{}', '{"entries":[]}'].includes(JSON.stringify(value))) return [];
	const { entries = value } = asObject(value);
	const videos = listEntries(entries).map((entry) => asObject(entry).video ?? entry);
	const ids = videos.map((video) => Number(requireId(video, 'video', 'Videos')));
	assertRequired(ids, { displayName: 'Videos' });
	return [...new Set(ids)].sort((a, b) => a - b);
}

/** Returns choices in one order, so that another order does not start the trigger again. */
export const sorted = (values: unknown): string[] =>
	[...new Set([values ?? []].flat().map(String))].sort();

export const planField = () => planChoices('Plan', 'plan', 'Only published videos of these plans');

export const searchField = (): INodeProperties => ({
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	description: 'Only uploaded or published videos that match this text',
});

/** The filters of an event about videos: a text to search for, and plans of which a video has one. */
export interface VideoFilters extends Filters {
	query?: string;
	plan?: string[];
}

const readSearch = (context: IPollFunctions) => String(readFilter(context, searchField()) ?? '');

/** Reads the filters of Upload Completed. */
export const readUploadFilters = (context: IPollFunctions): VideoFilters => ({
	query: readSearch(context),
});

/** Reads the filters of Video Published. */
export const readPublicationFilters = (context: IPollFunctions): VideoFilters => ({
	query: readSearch(context),
	plan: sorted(readFilter(context, planField())),
});
