import { tryToParseDateTime, UserError, type IDataObject, type PreSendAction } from 'n8n-workflow';

import { parseBaseUrl } from '../http/baseUrl';
import { hrefOf, type Kind, KINDS, parseId, parseIds } from '../http/reference';
import { isObject } from '../json';
import { preSend } from '../operation/refusal';

/** Where a parameter travels: PUT, POST and DELETE in the body, GET in the query. */
export type RequestPart = 'body' | 'qs';

/** What a conversion knows beside the value. */
export interface Surroundings {
	/** The parameter's display name, for the sentence of a refusal. */
	label: string;
	/** The parsed base address. */
	baseUrl: string;
	/** The workflow's time zone. */
	timezone: string;
	/** Everything that goes to the same place; a conversion may look at its neighbours. */
	values: IDataObject;
}

export type Convert = (value: unknown, surroundings: Surroundings) => unknown;

/** Made once for what they are made of: a node joins fields that have the same functions. */
const CONVERSIONS = new WeakMap<Convert, Map<string, PreSendAction>>();

/**
 * Checks or changes, before anything is sent, one value that routing has put into the request.
 *
 * @param place where routing sent the value
 * @param property under which name of the API
 * @param label the parameter's display name
 * @param convert gives the value to send; `undefined` sends nothing; throws UserError to refuse
 */
export function convert(
	place: RequestPart,
	property: string,
	label: string,
	convertValue: Convert,
): PreSendAction {
	const known = CONVERSIONS.get(convertValue) ?? new Map<string, PreSendAction>();
	CONVERSIONS.set(convertValue, known);
	const key = [place, property, label].join(' ');
	const action = known.get(key) ?? conversion(place, property, label, convertValue);
	known.set(key, action);
	return action;
}

function conversion(
	place: RequestPart,
	property: string,
	label: string,
	convertValue: Convert,
): PreSendAction {
	return preSend((context, options) => {
		const values: unknown = options[place];
		if (!isObject(values)) return;
		const surroundings = {
			label,
			baseUrl: parseBaseUrl(options.baseURL),
			timezone: context.getTimezone(),
			values,
		};
		const converted = convertValue(values[property], surroundings);
		// A conversion may have taken the value into a neighbour.
		if (converted === undefined) delete values[property];
		else Object.assign(values, { [property]: converted });
	});
}

const TO_HREF = new Map<Kind, Convert>();

/** The same function for the same kind. */
export function toHref(kind: Kind): Convert {
	const known =
		TO_HREF.get(kind) ??
		((value, { baseUrl, label }) => hrefOf(parseId(value, kind, baseUrl, label), kind, baseUrl));
	TO_HREF.set(kind, known);
	return known;
}

export const toId =
	(kind: Kind): Convert =>
	(value, { baseUrl, label }) =>
		Number(parseId(value, kind, baseUrl, label));

export const toHrefs =
	(kind: Kind): Convert =>
	(value, { baseUrl, label }) =>
		parseIds(value, kind, baseUrl, label).map((id) => hrefOf(id, kind, baseUrl));

/** Refuses a required value that is empty, also when an expression made it so. */
export const required: Convert = (value, { label }) => {
	if (value !== undefined && value !== null && value !== '') return value;
	throw new UserError(`The parameter "${label}" is empty`, {
		description: `Fill in ${label}. If it holds an expression, check that the item has the value.`,
	});
};

/** A whole number that is held exactly, also one that arrives as text; `undefined` for anything else. */
export function parseWholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

export const wholeNumber: Convert = (value, { label }) => {
	const number = parseWholeNumber(value);
	if (number !== undefined) return number;
	throw new UserError(`The parameter "${label}" is not a whole number`, {
		description: `Give ${label} as a whole number such as 3.`,
	});
};

/** A whole number in a range, both ends included. */
export function wholeNumberFrom(value: unknown, label: string, min: number, max?: number): number {
	const number = parseWholeNumber(value);
	if (number !== undefined && number >= min && number <= (max ?? number)) return number;
	const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
	throw new UserError(`The parameter "${label}" is not a whole number ${range}`, {
		description: `Type a whole number ${range}, such as ${Math.max(min, 1)}.`,
	});
}

/** A place among others; the service counts them from the beginning, and never below 0. */
export const position: Convert = (value, { label }) => wholeNumberFrom(value, label, 0);

/** A customer's password has at least 8 characters (spec, Limits). */
const PASSWORD_MIN_LENGTH = 8;

export const password: Convert = (value, { label }) => {
	if (typeof value === 'string' && value.length >= PASSWORD_MIN_LENGTH) return value;
	throw new UserError(`The parameter "${label}" is shorter than 8 characters`, {
		description: `Give a password of at least ${PASSWORD_MIN_LENGTH} characters, or none.`,
	});
};

function parsedDateTime(value: unknown, timezone: string) {
	try {
		return tryToParseDateTime(value, timezone);
	} catch {
		return undefined;
	}
}

function parseDateTime(value: unknown, { label, timezone }: Surroundings) {
	const moment = parsedDateTime(value, timezone);
	if (moment) return moment;
	throw new UserError(`The parameter "${label}" is not a date and time`, {
		description: 'Pick a date and time, or give one such as 2026-01-31T18:00:00Z.',
	});
}

/**
 * A moment in the format of the spec (Notation), in UTC; one without a time zone is meant in the
 * workflow's. An empty one clears the field, which the API does with null.
 */
export const timestamp: Convert = (value, surroundings) => {
	if (value === '' || value === null) return null;
	return parseDateTime(value, surroundings).toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
};

/** A calendar day `YYYY-MM-DD`, as it was picked. */
export const date: Convert = (value, surroundings) =>
	parseDateTime(value, surroundings).toFormat('yyyy-MM-dd');

interface RowColumns {
	/** Columns that a row cannot do without. */
	needed: string[];
	/** Conversions of columns that are not sent as they are. */
	converted?: Record<string, Convert>;
}

/**
 * The rows of a repeating group `{ entries: [...] }`. A column left blank is not sent: a location
 * or country then applies everywhere (spec, "Extra fields of PUT /videos/:id").
 */
export const rows =
	({ needed, converted = {} }: RowColumns): Convert =>
	(value, surroundings) => {
		const entries: unknown = isObject(value) && !Array.isArray(value) ? value.entries : value;
		return (Array.isArray(entries) ? entries.filter(isObject) : []).map((entry) => {
			const row = Object.entries(entry).filter(
				([, cell]) => cell !== '' && cell !== undefined && cell !== null,
			);
			const missing = needed.find((column) => !row.some(([name]) => name === column));
			if (missing) {
				throw new UserError(`A row of the parameter "${surroundings.label}" has no ${missing}`, {
					description: `Fill in ${needed.join(' and ')} in each row, or remove the row.`,
				});
			}
			return Object.fromEntries(
				row.map(([name, cell]) => [name, converted[name]?.(cell, surroundings) ?? cell]),
			);
		});
	};

/** The display name of a kind of thing. */
export function kindLabel(kind: Kind): string {
	return KINDS[kind].name.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
