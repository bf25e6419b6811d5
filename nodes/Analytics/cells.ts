import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/data/json';

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

/** Last words in the names of measurements and IDs. Their values are numbers, which some reports contain as text. */
const MEASURES =
	/(^|_)(amount|average|cents|churn|conversion|count|duration|finishes|growth|hours|id|minutes|percent|plays|rate|revenue|seconds|total|units|views|visits)$/i;

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** More digits than a number represents exactly. */
const TOO_MANY_DIGITS = 16;

const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/;

/** The start of an interval is Eastern Standard Time (docs/developers/service.md, Analytics). The zone of other times is unknown. */
const EST_OFFSET = '-05:00';

/** Whether the values of a column are numbers. All others stay as they are: a code or version may consist of digits. */
export function isMeasure(name: string): boolean {
	return MEASURES.test(name);
}

const isNumber = (text: string) =>
	NUMBER.test(text) && text.replace(/\D/g, '').length < TOO_MANY_DIGITS;

/** Converts a measurement that the service sent as text to a number, and a time to ISO 8601, at every depth. */
export function toTyped(name: string, value: Cell): Cell {
	if (Array.isArray(value)) return value.map((entry: Cell) => toTyped(name, entry));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, cell]) => [key, toTyped(key, cell)]),
		);
	}
	if (typeof value !== 'string') return value;
	if (isMeasure(name) && isNumber(value)) return Number(value);
	const zone = TIMESTAMPS.includes(name) ? EST_OFFSET : '';
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
