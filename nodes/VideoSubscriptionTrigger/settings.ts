import { createHash } from 'crypto';
import { tryToParseDateTime, UserError, type IPollFunctions } from 'n8n-workflow';

import { parseBaseUrl } from '../shared/http/baseUrl';
import { credentialData, credentialId } from '../shared/http/credential';
import { parseId, parseIds } from '../shared/http/reference';
import { isObject } from '../shared/json';
import type { Choice, EventSource } from './core/event';
import { ENABLED, LISTED_STATUSES } from './core/memberships';
import { events, type EventType } from './events';

export const DEFAULT_BATCH = 1000;

/** Looks at some 45 videos in every poll. */
export const DEFAULT_COMMENT_REQUESTS = 50;

/** Statuses that a customer can come to. */
const STATUSES: string[] = [...LISTED_STATUSES, ENABLED];

/** With fewer, a long list of comments would never be read to its end. */
export const MIN_COMMENT_REQUESTS = 5;

/** What the person chose. */
export interface Settings {
	event: EventType;
	choice: Choice;
	/** The moment to start from, in seconds since the epoch. */
	from?: number;
	/** The parsed base address. */
	baseUrl: string;
	/** Changes when the saved place must not be gone on with. Holds no secret. */
	fingerprint: string;
}

function collection(context: IPollFunctions, name: string) {
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
function productOf(context: IPollFunctions, event: EventType, baseUrl: string) {
	const { isProductRequired = false }: EventSource = events[event];
	const product: unknown = isProductRequired
		? context.getNodeParameter('product', '')
		: collection(context, 'filters').product;
	return isProductRequired || !isEmpty(product)
		? Number(parseId(product, 'product', baseUrl, 'Product'))
		: undefined;
}

function statusesOf(context: IPollFunctions, event: EventType): string[] {
	const source: EventSource = events[event];
	if (!source.filters.includes('statuses')) return [];
	const statuses = [...new Set(textsOf(context.getNodeParameter('statuses', STATUSES)))].sort();
	const unknown = statuses.find((status) => !STATUSES.includes(status));
	if (statuses.length > 0 && unknown === undefined) return statuses;
	const problem = unknown === undefined ? 'is empty' : `is not a list of statuses: "${unknown}"`;
	throw new UserError(`The parameter "Statuses" ${problem}`, {
		description: `Choose one or more of ${STATUSES.join(', ')}.`,
	});
}

function choiceOf(context: IPollFunctions, event: EventType, baseUrl: string): Choice {
	const filters = collection(context, 'filters');
	const { batchSize = DEFAULT_BATCH, commentRequests = DEFAULT_COMMENT_REQUESTS } = collection(
		context,
		'options',
	);
	const videos = parseIds(filters.videos ?? '', 'video', baseUrl, 'Videos');
	const { leastRequests = MIN_COMMENT_REQUESTS }: EventSource = events[event];
	return {
		product: productOf(context, event, baseUrl),
		status: String(filters.status ?? 'all'),
		videos: videos.length > 0 ? [...new Set(videos.map(Number))] : undefined,
		query: String(filters.query ?? ''),
		plan: textsOf(filters.plan).sort(),
		statuses: statusesOf(context, event),
		batch: wholeNumber(batchSize, 1, 'Batch Size'),
		commentRequests: wholeNumber(commentRequests, leastRequests, 'Requests per Poll'),
	};
}

function fingerprintOf(parts: unknown): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * What the person chose, checked.
 *
 * @throws UserError naming the parameter that cannot be used
 */
export async function readSettings(context: IPollFunctions): Promise<Settings> {
	const baseUrl = parseBaseUrl((await credentialData(context)).baseUrl);
	const event = eventOf(context);
	const choice = choiceOf(context, event, baseUrl);
	const filters = events[event].filters.map((name) => choice[name] ?? null);
	const { startFrom } = collection(context, 'options');
	return {
		event,
		choice,
		from: momentOf(startFrom, context.getTimezone()),
		baseUrl,
		fingerprint: fingerprintOf([event, filters, baseUrl, credentialId(context)]),
	};
}
