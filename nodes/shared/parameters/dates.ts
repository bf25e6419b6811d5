import { tryToParseDateTime } from 'n8n-workflow';

import type { Transform } from './transform';
import { invalidParameter, quote } from './errors';

/** What n8n gives for a moment, an object of Luxon's. */
type Moment = ReturnType<typeof tryToParseDateTime>;

/** Programs write a date that there is none of as the year 1, or 0. */
const DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;
const TIME =
	/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;

/** Longer texts never reach an expression. */
const LONGEST_DATE_TIME = 40;

/** Whether a text is a calendar day `YYYY-MM-DD` that there is. */
export function isDay(text: string): boolean {
	const [, year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).map(Number);
	const date = new Date(Date.UTC(year, month - 1, day));
	return DAY.test(text) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is an ISO 8601 day, or one with a time behind a T or a blank, with or without a time zone. */
function isDateTime(text: string): boolean {
	const [day, time] = [text.slice(0, 10), text.slice(11)];
	return isDay(day) && (text.length === 10 || (/[T ]/i.test(text.charAt(10)) && TIME.test(time)));
}

function isDateObject(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** An object of Luxon, whose class nodes cannot import. */
function isLuxonDateTime(value: unknown): value is { toISO: () => string | null } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'toISO' in value &&
		typeof value.toISO === 'function'
	);
}

/** The ISO text of a moment that an expression gives as an object; any other value as it is. */
function withoutObject(value: unknown): unknown {
	if (isDateObject(value)) return Number.isNaN(value.getTime()) ? value : value.toISOString();
	return isLuxonDateTime(value) ? value.toISO() : value;
}

/**
 * A moment: an ISO 8601 date with or without a time, as n8n's date picker and `toISO()` give it, a JavaScript Date, or
 * a DateTime of Luxon. What else n8n can read as a date is none that somebody meant: a number, 01/02/2026.
 *
 * @param timezone for a text without one
 */
export function parseDateTime(value: unknown, timezone: string): Moment | undefined {
	const given = withoutObject(value);
	const text = typeof given === 'string' && given.length <= LONGEST_DATE_TIME ? given.trim() : '';
	if (!isDateTime(text)) return undefined;
	return tryToParseDateTime(text.replace(' ', 'T').toUpperCase(), timezone);
}

function momentOf(value: unknown, label: string, timezone: string): Moment {
	const moment = parseDateTime(value, timezone);
	if (moment) return moment;
	throw invalidParameter(
		label,
		`is not a date and time: ${quote(value)}`,
		'Pick a date and time, or give one such as 2026-01-31T18:00:00Z. A day such as 2026-01-31 begins at midnight in the time zone of the workflow.',
	);
}

/** A moment as the service takes it, in UTC (docs/service.md, Notation). */
export function toUtc(moment: Moment): string {
	return moment.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/**
 * A moment in UTC; one without a time zone is meant in the workflow's. An empty one clears the field, which the API
 * does with null.
 */
export const timestamp: Transform = (value, { label, timezone }) =>
	value === '' ? null : toUtc(momentOf(value, label, timezone));

/** A calendar day `YYYY-MM-DD`, as it was picked. */
export const date: Transform = (value, { label, timezone }) =>
	momentOf(value, label, timezone).toFormat('yyyy-MM-dd');
