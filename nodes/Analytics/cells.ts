import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';

export type Cell = IDataObject[string];
export type Cells = Array<[name: string, value: Cell]>;

/** The names under which a time series has the beginning of an interval. */
export const TIMESTAMPS = ['timestamp', 'interval_timestamp'];

/** Columns of names and words, which stay text even where one consists of digits. */
export const TEXTS = [
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

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** More than a number can hold exactly. */
const TOO_MANY_DIGITS = 16;

const DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/;

/** Rates are given to this many places. */
const PLACES = 4;

/** Intervals begin at Eastern Standard Time (docs/service.md, Analytics); of no other time is the zone documented. */
const EST = '-05:00';

const rounded = (value: number): number => Number(value.toFixed(PLACES));

function isExactNumber(text: string): boolean {
	return NUMBER.test(text) && text.replace(/\D/g, '').length < TOO_MANY_DIGITS;
}

/** A value in its own type: a number that came as text as a number, a time as ISO 8601. */
export function typed(name: string, value: Cell): Cell {
	if (Array.isArray(value)) return value.map((entry: Cell) => typed(name, entry));
	if (isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([key, cell]) => [key, typed(key, cell)]));
	}
	if (typeof value === 'number') return rounded(value);
	if (typeof value !== 'string' || TEXTS.includes(name)) return value;
	if (isExactNumber(value)) return rounded(Number(value));
	const zone = TIMESTAMPS.includes(name) ? EST : '';
	return DATE_TIME.test(value) ? `${value.replace(' ', 'T')}${zone}` : value;
}

export function isTable(value: Cell): value is IDataObject[] {
	return Array.isArray(value) && value.every(isObject);
}

/** The values at every depth, under the names on the way to them: `{ a: { b: 1 } }` is `a_b`. */
export function flattened(values: IDataObject, path: string[] = []): Cells {
	return Object.entries(values).flatMap(([key, value]): Cells => {
		const way = [...path, key];
		return isObject(value) ? flattened(value, way) : [[way.join('_'), typed(key, value)]];
	});
}
