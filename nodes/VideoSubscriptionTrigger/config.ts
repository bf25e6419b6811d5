import { createHash } from 'crypto';
import {
	isResourceLocatorValue,
	UserError,
	type IDataObject,
	type IPollFunctions,
} from 'n8n-workflow';

import { timestamp, wholeNumberFrom } from '../shared/fields/convert';
import { parseBaseUrl } from '../shared/http/baseUrl';
import { credentialData, credentialId } from '../shared/http/credential';
import { parseId, parseIds } from '../shared/http/reference';
import { isObject } from '../shared/json';
import { secondsOf } from './checkpoint/records';
import { events, type EventType } from './events';
import type { Config, EventSource } from './events/event';
import { ENABLED, LISTED_STATUSES } from './events/membership/statuses';

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

function isEventType(value: unknown): value is EventType {
	return typeof value === 'string' && Object.hasOwn(events, value);
}

function eventOf(context: IPollFunctions): EventType {
	const event: unknown = context.getNodeParameter('event');
	if (isEventType(event)) return event;
	throw new UserError(`The parameter "Trigger On" is not an event: "${String(event)}"`, {
		description: `Choose one of ${Object.keys(events).join(', ')}.`,
	});
}

function textsOf(value: unknown): string[] {
	const texts: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return texts.map((text) => String(text).trim()).filter((text) => text !== '');
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '' || (isObject(value) && !value.value);
}

/** A required product stands at the top level, an optional one among the filters. */
function productOf(
	context: IPollFunctions,
	{ isProductRequired = false }: EventSource,
	baseUrl: string,
) {
	const product: unknown = isProductRequired
		? context.getNodeParameter('product', '')
		: collection(context, 'filters').product;
	return isProductRequired || !isEmpty(product)
		? Number(parseId(product, 'product', baseUrl, 'Product'))
		: undefined;
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
	const unknown = statuses.find((status) => !STATUSES.includes(status));
	if (statuses.length > 0 && unknown === undefined) return statuses;
	const problem = unknown === undefined ? 'is empty' : `is not a list of statuses: "${unknown}"`;
	throw new UserError(`The parameter "Statuses" ${problem}`, {
		description: `Choose one or more of ${STATUSES.join(', ')}.`,
	});
}

function chosenIn(context: IPollFunctions, source: EventSource, baseUrl: string): Config {
	const { status = 'all', query = '', plan } = collection(context, 'filters');
	const { batchSize = DEFAULT_BATCH, requestsPerPoll = DEFAULT_REQUESTS } = collection(
		context,
		'options',
	);
	const least = source.leastRequests ?? LEAST_REQUESTS;
	return {
		product: productOf(context, source, baseUrl),
		status: String(status),
		videos: videosOf(context, source, baseUrl),
		query: String(query),
		plan: textsOf(plan).sort(),
		statuses: statusesOf(context, source),
		batch: wholeNumberFrom(batchSize, 'Batch Size', 1),
		requestsPerPoll: wholeNumberFrom(requestsPerPoll, 'Requests per Poll', least),
	};
}

export function hashOf(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * What the person chose, checked.
 *
 * @throws UserError naming the parameter that cannot be used
 */
export async function readConfig(context: IPollFunctions): Promise<TriggerConfig> {
	const baseUrl = parseBaseUrl((await credentialData(context)).baseUrl);
	const event = eventOf(context);
	const source: EventSource = events[event];
	const chosen = chosenIn(context, source, baseUrl);
	const filters = source.filters.map((name) => chosen[name] ?? null);
	const { startFrom = '' } = collection(context, 'options');
	const surroundings = {
		label: 'Start From',
		timezone: context.getTimezone(),
		baseUrl,
		values: {},
	};
	const account = [baseUrl, credentialId(context)];
	return {
		...chosen,
		event,
		from: secondsOf(timestamp(startFrom, surroundings)),
		baseUrl,
		fingerprint: hashOf([event, filters, account]).slice(0, 32),
		account: hashOf(account).slice(0, 8),
	};
}
