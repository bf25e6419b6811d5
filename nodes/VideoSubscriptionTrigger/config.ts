import { createHash } from 'crypto';
import {
	isResourceLocatorValue,
	tryToParseDateTime,
	UserError,
	type IDataObject,
	type IPollFunctions,
} from 'n8n-workflow';

import { parseBaseUrl } from '../shared/http/baseUrl';
import { credentialData, credentialId } from '../shared/http/credential';
import { parseId } from '../shared/http/reference';
import { isObject } from '../shared/json';
import { events, type EventType } from './events';
import type { Config, EventSource } from './events/event';
import { LISTED_STATUSES } from './events/membership/statuses';

export const DEFAULT_BATCH = 1000;

/** Looks at some 45 videos in every poll. */
export const DEFAULT_REQUESTS = 50;

/** With fewer, a long list of comments would never be read to its end. */
export const LEAST_REQUESTS = 5;

/** Statuses that a customer can come to. */
const STATUSES: string[] = [...LISTED_STATUSES, 'enabled'];

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

function wholeNumber(value: unknown, least: number, label: string): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= least) return number;
	throw new UserError(`The option "${label}" is not a whole number of at least ${least}`, {
		description: `Type a whole number, ${least} or more.`,
	});
}

function parsedSeconds(value: unknown, timezone: string): number {
	try {
		return Math.floor(tryToParseDateTime(value, timezone).toSeconds());
	} catch {
		return NaN;
	}
}

/** A moment without a time zone is meant in the workflow's. */
function momentOf(value: unknown, timezone: string): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const seconds = parsedSeconds(value, timezone);
	if (!Number.isNaN(seconds)) return seconds;
	throw new UserError('The option "Start From" is not a date and time', {
		description: 'Pick a date and time, or give one such as 2026-01-31T18:00:00Z.',
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

/** Locators, ids or addresses: of a repeating group, of an array, or separated by commas. */
function referencesIn(value: unknown): unknown[] {
	if (isResourceLocatorValue(value)) return [value];
	if (Array.isArray(value)) return value.flatMap(referencesIn);
	if (isObject(value)) return Object.values(value).flatMap(referencesIn);
	if (typeof value === 'string') return textsOf(value);
	return value === undefined || value === null ? [] : [value];
}

function videosOf(context: IPollFunctions, { filters }: EventSource, baseUrl: string): number[] {
	if (!filters.includes('videos')) return [];
	const references = [
		context.getNodeParameter('videos', {}),
		collection(context, 'filters').videos,
	].flatMap(referencesIn);
	const ids = references.map((one) => Number(parseId(one, 'video', baseUrl, 'Videos')));
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
		batch: wholeNumber(batchSize, 1, 'Batch Size'),
		requestsPerPoll: wholeNumber(requestsPerPoll, least, 'Requests per Poll'),
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
	const { startFrom } = collection(context, 'options');
	const account = [baseUrl, credentialId(context)];
	return {
		...chosen,
		event,
		from: momentOf(startFrom, context.getTimezone()),
		baseUrl,
		fingerprint: hashOf([event, filters, account]).slice(0, 32),
		account: hashOf(account).slice(0, 8),
	};
}
