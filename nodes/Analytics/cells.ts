import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';

export type Cell = IDataObject[string];
export type Cells = Array<[name: string, value: Cell]>;

/** The names of the start of an interval in a time series. */
export const TIMESTAMPS = ['timestamp', 'interval_timestamp'];

/** Columns of names and words, which identify a row. */
export const TEXT_COLUMNS = [
	'category',
	'code',
	'country',
	'country_code',
	'device',
	'message',
	'name',
	'platform',
	'product_name',
	'referrer',
	'subtitle',
	'title',
	'user_email',
	'user_name',
];

/** Last words in the names of columns whose values stay text, even when they consist of digits. */
const TEXT_WORDS =
	/(^|_)(app|browser|build|campaign|category|city|code|country|coupon|device|email|key|label|language|locale|message|model|name|os|phone|plan|platform|postcode|reason|referrer|region|sku|slug|source|state|subtitles?|tag|title|version|zip)$/i;

/** Last words in the names of measurements, whose values are numbers even with a trailing zero: "1.50". */
const MEASURES =
	/(^|_)(amount|average|cents|churn|conversion|count|duration|finishes|growth|hours|minutes|percent|plays|rate|revenue|seconds|total|units|views|visits)$/i;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** More digits than a number represents exactly. */
const TOO_MANY_DIGITS = 16;

const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/;

/** The start of an interval is Eastern Standard Time (docs/service.md, Analytics). The zone of other times is unknown. */
const EST = '-05:00';

/** Whether the values of a column are texts. */
export function isTextColumn(name: string): boolean {
	return TEXT_COLUMNS.includes(name) || TEXT_WORDS.test(name);
}

/** Whether a text is a number. "17.10", which would become "17.1", may be a version unless it is a measurement. */
function isNumber(name: string, text: string): boolean {
	if (!NUMBER.test(text) || text.replace(/\D/g, '').length >= TOO_MANY_DIGITS) return false;
	return String(Number(text)) === text || MEASURES.test(name);
}

/** Converts a number that the service sent as text to a number, and a time to ISO 8601, at every depth. */
export function toTyped(name: string, value: Cell): Cell {
	if (Array.isArray(value)) return value.map((entry: Cell) => toTyped(name, entry));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, cell]) => [key, toTyped(key, cell)]),
		);
	}
	if (typeof value !== 'string' || TEXT_WORDS.test(name)) return value;
	if (isNumber(name, value)) return Number(value);
	const zone = TIMESTAMPS.includes(name) ? EST : '';
	return DATE_TIME.test(value) ? `${value.replace(' ', 'T')}${zone}` : value;
}

export function isTable(value: Cell): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

/** Returns the values at every depth, named by their paths: `{ a: { b: 1 } }` has `a_b`. */
export function flatten(values: IDataObject, path: string[] = []): Cells {
	return Object.entries(values).flatMap(([key, value]): Cells => {
		const names = [...path, key];
		return isObject(value) ? flatten(value, names) : [[names.join('_'), toTyped(key, value)]];
	});
}
