import { tryToParseDateTime } from 'n8n-workflow';

import { invalidParameter } from './parameterErrors';
import { quote, trimText } from './text';
import type { Transform, TransformContext } from './transform';

/** A date and time as n8n parses it: Luxon's DateTime. */
type Moment = ReturnType<typeof tryToParseDateTime>;

/** Years begin at 1000, because many programs write the year 1 or 0 for a missing date. */
const ISO_DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;
const ISO_TIME =
	/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?( ?(Z|UTC|GMT|[+-]([01]\d|2[0-3])(:?[0-5]\d)?))?$/i;

/** Longer input is rejected before a regular expression runs. */
const MAX_DATE_TIME = 40;

/** Whether a text is an existing calendar day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
	const [, year = 0, month = 0, day = 0] = (ISO_DAY.exec(text) ?? []).map(Number);
	const date = new Date(Date.UTC(year, month - 1, day));
	return ISO_DAY.test(text) && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text is an ISO 8601 day, alone or followed by a T or a blank and a time, with or without a time zone. */
function isDateTime(text: string): boolean {
	const time = text.slice(11);
	return (
		isDay(text.slice(0, 10)) &&
		(text.length === 10 || (/[T ]/i.test(text.charAt(10)) && ISO_TIME.test(time)))
	);
}

function isDateObject(value: unknown): value is Date {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** Whether a value is a DateTime of Luxon, whose class nodes cannot import. */
function isLuxonDateTime(value: unknown): value is { toISO: () => string | null } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'toISO' in value &&
		typeof value.toISO === 'function'
	);
}

/** Returns the ISO text of a Date or DateTime, and any other value as it is. */
function withoutObject(value: unknown): unknown {
	if (isDateObject(value)) return Number.isNaN(value.getTime()) ? value : value.toISOString();
	return isLuxonDateTime(value) ? value.toISO() : value;
}

/**
 * Parses an ISO 8601 date with or without a time, as n8n's date picker and `toISO()` return it, a JavaScript Date, or a
 * DateTime of Luxon. Rejects other values that n8n would parse, because they are ambiguous: a number, 01/02/2026.
 *
 * @param timezone the time zone of a text that names none
 */
export function parseDateTime(value: unknown, timezone: string): Moment | undefined {
	const text = trimText(withoutObject(value));
	if (typeof text !== 'string' || text.length > MAX_DATE_TIME || !isDateTime(text)) {
		return undefined;
	}
	const time = text
		.slice(11)
		.toUpperCase()
		.replace(' ', '')
		.replace(/UTC|GMT/, 'Z');
	return tryToParseDateTime(time ? `${text.slice(0, 10)}T${time}` : text, timezone);
}

function requireMoment(value: unknown, label: string, timezone: string): Moment {
	const moment = parseDateTime(value, timezone);
	if (moment) return moment;
	throw invalidParameter(
		label,
		`is not a date and time: ${quote(value)}`,
		'Pick a date and time, or enter one such as 2026-01-31T18:00:00Z. A day such as 2026-01-31 begins at midnight in the time zone of the workflow.',
	);
}

/** The last moment that the service's format can express, for dates that mean "never". */
const LAST_MOMENT = '9999-12-31T23:59:59Z';

/** Formats a date and time for the service, in UTC (docs/developers/service.md, Notation). */
export function toUtc(moment: Moment): string {
	const utc = moment.toUTC();
	return utc.year > 9999 ? LAST_MOMENT : utc.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
}

/** Converts a date and time to UTC; without a time zone, the workflow's is assumed. */
export const toTimestamp: Transform = (value, { label, timezone }) =>
	toUtc(requireMoment(value, label, timezone));

/** Converts a date and time to its calendar day `YYYY-MM-DD`, in its own time zone. */
export function toDay(
	value: unknown,
	{ label, timezone }: Pick<TransformContext, 'label' | 'timezone'>,
): string {
	return requireMoment(value, label, timezone).toFormat('yyyy-MM-dd');
}

/** Parses a timestamp of the service or of HTTP to milliseconds since the epoch; `undefined` when it is invalid. */
export function parseMoment(value: unknown): number | undefined {
	const milliseconds = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
