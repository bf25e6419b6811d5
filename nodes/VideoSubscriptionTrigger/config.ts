import { type IDataObject, type IPollFunctions, isResourceLocatorValue } from 'n8n-workflow';

import { toTimestamp } from '../shared/parameters/dates';
import { PLANS } from '../shared/properties/content';
import {
	assertRequired,
	requireChoices,
	requireEntry,
	requireGroup,
	requireType,
	requireWholeNumberFrom,
} from '../shared/parameters/checks';
import { isBlank } from '../shared/values/lists';
import { requireBaseUrl, requireId, requireIds } from '../shared/resources/resources';
import { credentialData, credentialId } from '../shared/client/context';
import { isObject } from '../shared/json';
import { EVENT_TYPES, events, type EventType } from './events';
import type { Config, EventSource } from './events/event';
import { ENABLED, LISTED_STATUSES } from './events/membership/statusChanged';
import { secondsOf } from './lists/entries';
import { hashOf } from './state';

export const DEFAULT_BATCH = 1000;

/** The default of Requests per Poll, enough for the comments on about 45 videos. */
export const DEFAULT_REQUESTS = 50;

/** The minimum of Requests per Poll. With fewer, a long list of comments would never be read to its end. */
export const MIN_REQUESTS = 5;

/** The customer statuses that Customer Status Changed can watch. */
export const FIRING_STATUSES: string[] = [...LISTED_STATUSES, ENABLED].sort();

/** The validated parameters, and the account. */
export interface TriggerConfig extends Config {
	event: EventType;
	/** The Start From, in seconds since the epoch. */
	from: number | undefined;
	baseUrl: string;
	/** A hash of everything that a saved checkpoint depends on. Contains no secret. */
	fingerprint: string;
	/** Distinguishes the event IDs of accounts: a hash of the base URL and the ID of the credential. */
	account: string;
}

const groupIn = (context: IPollFunctions, name: 'filters' | 'options') =>
	requireGroup(context.getNodeParameter(name, {}), name === 'filters' ? 'Filters' : 'Options');

const choices = (values: string[]) => values.map((value) => ({ name: value, value }));

/** The valid values of the filters, except product and videos. */
const FILTERS = {
	status: { displayName: 'Status', type: 'options', options: choices(['all', ...FIRING_STATUSES]) },
	query: { displayName: 'Search', type: 'string' },
	plan: { displayName: 'Plan', type: 'multiOptions', options: PLANS },
	statuses: { displayName: 'Statuses', type: 'multiOptions', options: choices(FIRING_STATUSES) },
} as const;

/**
 * Reads a filter.
 *
 * @returns `undefined` where it was not added
 * @throws UserError also when it is empty: an empty filter would match every record
 */
function filterOf(filters: IDataObject, name: keyof typeof FILTERS): unknown {
	if (!Object.hasOwn(filters, name)) return undefined;
	const { [name]: value } = filters;
	assertRequired(value, FILTERS[name]);
	return requireType(value, FILTERS[name]);
}

/** Reads the product: a parameter of its own where it is required, else a filter. */
function productOf(
	context: IPollFunctions,
	{ isProductRequired = false }: EventSource,
): number | undefined {
	const filters = groupIn(context, 'filters');
	if (!isProductRequired && !Object.hasOwn(filters, 'product')) return undefined;
	const chosen = isProductRequired ? context.getNodeParameter('product', '') : filters.product;
	return Number(requireId(chosen, 'product', 'Product'));
}

/** Reads the videos: locators of a repeating group; from an expression also IDs or addresses, in an array or a text. */
function videosOf(context: IPollFunctions, { filters }: EventSource): number[] {
	if (!filters.includes('videos')) return [];
	const value: unknown = context.getNodeParameter('videos', {});
	const entries: unknown =
		isObject(value) && !isResourceLocatorValue(value) ? value.entries : value;
	const videos = Array.isArray(entries)
		? entries.map((entry: unknown) => (isObject(entry) ? (entry.video ?? entry) : entry))
		: (entries ?? []);
	const ids = requireIds(videos, 'video', 'Videos').map(Number);
	return [...new Set(ids)].sort((a, b) => a - b);
}

const sorted = (values: unknown): string[] =>
	[...new Set([values ?? []].flat().map(String))].sort();

function statusesOf(context: IPollFunctions, { filters }: EventSource): string[] {
	if (!filters.includes('statuses')) return [];
	const statuses: unknown = context.getNodeParameter('statuses', FIRING_STATUSES);
	assertRequired(statuses, FILTERS.statuses);
	return sorted(requireChoices(statuses, FILTERS.statuses));
}

function chosenIn(context: IPollFunctions, source: EventSource): Config {
	const filters = groupIn(context, 'filters');
	const { batchSize, requestsPerPoll } = groupIn(context, 'options');
	const requests = requestsPerPoll ?? DEFAULT_REQUESTS;
	return {
		product: productOf(context, source),
		status: String(filterOf(filters, 'status') ?? 'all'),
		videos: videosOf(context, source),
		query: String(filterOf(filters, 'query') ?? ''),
		plan: sorted(filterOf(filters, 'plan')),
		statuses: statusesOf(context, source),
		batch: requireWholeNumberFrom(batchSize ?? DEFAULT_BATCH, 'Batch Size', 1),
		requestsPerPoll: requireWholeNumberFrom(requests, 'Requests per Poll', MIN_REQUESTS),
	};
}

/**
 * Reads and validates the parameters.
 *
 * @throws UserError that names the invalid parameter
 */
export async function readConfig(context: IPollFunctions): Promise<TriggerConfig> {
	const baseUrl = requireBaseUrl((await credentialData(context)).baseUrl);
	const types = Object.fromEntries(EVENT_TYPES.map((type) => [type, type]));
	const event = requireEntry(context.getNodeParameter('event'), 'Trigger On', types);
	const source: EventSource = events[event];
	const chosen = chosenIn(context, source);
	const filters = source.filters.map((name) => chosen[name] ?? null);
	const { startFrom } = groupIn(context, 'options');
	const timezone = context.getTimezone();
	const surroundings = { label: 'Start From', timezone, baseUrl, values: {} };
	const account = [baseUrl, credentialId(context)];
	return {
		...chosen,
		event,
		from: isBlank(startFrom) ? undefined : secondsOf(toTimestamp(startFrom, surroundings)),
		baseUrl,
		fingerprint: hashOf([event, filters, account]).slice(0, 32),
		account: hashOf(account).slice(0, 8),
	};
}
