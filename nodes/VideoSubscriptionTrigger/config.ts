import { createHash } from 'crypto';
import {
	isResourceLocatorValue,
	UserError,
	type IDataObject,
	type IPollFunctions,
} from 'n8n-workflow';

import { timestamp } from '../shared/validation/dates';
import { wholeNumberFrom } from '../shared/validation/numbers';
import { quote, refused } from '../shared/validation/quote';
import { parseBaseUrl } from '../shared/reference/baseUrl';
import { credentialData, credentialId } from '../shared/http/credential';
import { parseId, parseIds } from '../shared/reference/reference';
import { isObject } from '../shared/json';
import { EVENT_TYPES, events, type EventType } from './events';
import type { Config, EventSource } from './events/event';
import { ENABLED } from './events/membership/lookUp';
import { LISTED_STATUSES } from './events/membership/statusChanged';
import { secondsOf } from './window/records';

export const DEFAULT_BATCH = 1000;

/** Looks at some 45 videos in every poll. */
export const DEFAULT_REQUESTS = 50;

/** With fewer, a long list of comments would never be read to its end. */
export const LEAST_REQUESTS = 5;

/** Statuses that a customer can come to. */
export const STATUSES: string[] = [...LISTED_STATUSES, ENABLED].sort();

/** What the person chose, and where. */
export interface TriggerConfig extends Config {
	event: EventType;
	/** The moment to start from, in seconds since the epoch. */
	from: number | undefined;
	/** The parsed base address. */
	baseUrl: string;
	/** Changes when the saved checkpoint must not be gone on with. Holds no secret. */
	fingerprint: string;
	/** Tells the events of one account from those of another: of the base address and the credential's id. */
	account: string;
}

function collection(context: IPollFunctions, name: string): IDataObject {
	const value: unknown = context.getNodeParameter(name, {});
	return isObject(value) ? value : {};
}

function textsOf(value: unknown): string[] {
	const texts: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return texts.map((text) => String(text).trim()).filter((text) => text !== '');
}

/** A filter that a person added and that came to nothing would let everything through. */
function refuseEmptyFilters(filters: IDataObject): void {
	for (const [name, value] of Object.entries(filters)) {
		const text = isObject(value) ? value.value : value;
		if (textsOf(text ?? '').length > 0) continue;
		const label = name === 'query' ? 'Search' : name.charAt(0).toUpperCase() + name.slice(1);
		throw new UserError(`The filter "${label}" is empty`, {
			description: 'Give it a value, or remove it from Filters.',
		});
	}
}

/** A required product stands at the top level, an optional one among the filters. */
function productOf(
	context: IPollFunctions,
	{ isProductRequired = false }: EventSource,
	baseUrl: string,
): number | undefined {
	const { product } = collection(context, 'filters');
	if (!isProductRequired && product === undefined) return undefined;
	const chosen: unknown = isProductRequired ? context.getNodeParameter('product', '') : product;
	return Number(parseId(chosen, 'product', baseUrl, 'Product'));
}

/** @throws UserError for a value that is none of those that can be chosen */
function oneOf<T extends string>(values: readonly T[], value: unknown, label: string): T {
	const found = values.find((one) => one === value);
	if (found !== undefined) return found;
	throw refused(label, `is not known: ${quote(value)}`, `Choose from ${values.join(', ')}.`);
}

/** Locators of a repeating group; from an expression also ids or addresses, in an array or a text. */
function videosOf(context: IPollFunctions, { filters }: EventSource, baseUrl: string): number[] {
	if (!filters.includes('videos')) return [];
	const value: unknown = context.getNodeParameter('videos', {});
	const entries: unknown =
		isObject(value) && !isResourceLocatorValue(value) ? value.entries : value;
	const videos = Array.isArray(entries)
		? entries.map((entry: unknown) => (isObject(entry) ? (entry.video ?? entry) : entry))
		: (entries ?? []);
	const ids = parseIds(videos, 'video', baseUrl, 'Videos').map(Number);
	return [...new Set(ids)].sort((a, b) => a - b);
}

function statusesOf(context: IPollFunctions, { filters }: EventSource): string[] {
	if (!filters.includes('statuses')) return [];
	const statuses = [...new Set(textsOf(context.getNodeParameter('statuses', STATUSES)))].sort();
	if (statuses.length > 0) return statuses.map((status) => oneOf(STATUSES, status, 'Statuses'));
	throw refused('Statuses', 'is empty', `Choose one or more of ${STATUSES.join(', ')}.`);
}

function chosenIn(context: IPollFunctions, source: EventSource, baseUrl: string): Config {
	const filters = collection(context, 'filters');
	refuseEmptyFilters(filters);
	const { status = 'all', query = '', plan } = filters;
	const { batchSize = DEFAULT_BATCH, requestsPerPoll = DEFAULT_REQUESTS } = collection(
		context,
		'options',
	);
	return {
		product: productOf(context, source, baseUrl),
		status: oneOf(['all', ...STATUSES], status, 'Status'),
		videos: videosOf(context, source, baseUrl),
		query: String(query),
		plan: textsOf(plan).sort(),
		statuses: statusesOf(context, source),
		batch: wholeNumberFrom(batchSize, 'Batch Size', 1),
		requestsPerPoll: wholeNumberFrom(requestsPerPoll, 'Requests per Poll', LEAST_REQUESTS),
	};
}

function hashOf(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * What the person chose, checked.
 *
 * @throws UserError naming the parameter that cannot be used
 */
export async function readConfig(context: IPollFunctions): Promise<TriggerConfig> {
	const baseUrl = parseBaseUrl((await credentialData(context)).baseUrl);
	const event = oneOf(EVENT_TYPES, context.getNodeParameter('event'), 'Trigger On');
	const source: EventSource = events[event];
	const chosen = chosenIn(context, source, baseUrl);
	const filters = source.filters.map((name) => chosen[name] ?? null);
	const { startFrom = '' } = collection(context, 'options');
	const timezone = context.getTimezone();
	const surroundings = { label: 'Start From', timezone, baseUrl, values: {} };
	const account = [baseUrl, credentialId(context)];
	return {
		...chosen,
		event,
		from: secondsOf(timestamp(startFrom ?? '', surroundings)),
		baseUrl,
		fingerprint: hashOf([event, filters, account]).slice(0, 32),
		account: hashOf(account).slice(0, 8),
	};
}
