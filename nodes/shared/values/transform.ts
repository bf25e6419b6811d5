import { type IDataObject, type INodeProperties, jsonParse } from 'n8n-workflow';

import { isObject } from '../data/json';
import { requireText, requireType } from './checks';
import { requireDecoded, requireMeant } from './encoding';
import { invalidParameter } from './parameterErrors';
import { isBlank, joinWords } from './listEntries';
import { hasInvisible, quote, toComposed, trim } from './text';

/** The second argument of a transform. */
export interface TransformContext {
	/** The parameter's display name, for the error. */
	label: string;
	/** The Base URL of the credential. */
	baseUrl: unknown;
	/** The workflow's time zone. */
	timezone: string;
	/** All values in the same part of the request. A transform may read and change the others. */
	values: IDataObject;
}

/** Validates or converts the value of a parameter; `undefined` sends nothing. */
export type Transform = (value: unknown, context: TransformContext) => unknown;

/** Converts a switch or a number that the service takes as text (docs/developers/service.md, Collections). */
export const toText: Transform = (value) => String(value);

/** Converts a switch to the 1 or 0 that the service takes (docs/developers/service.md, Customers). */
export const toInteger: Transform = (value) => Number(value);

/** Converts a list to a text with commas. A list without entries is not sent. */
export const toCommaText: Transform = (value, { label }) =>
	joinWords(value, label)
		.split(',')
		.map((word) => requireShownText(word, label))
		.join(',') || undefined;

/** Whether a text contains several web addresses, as a cell may. An address in the query of another one is part of it. */
export function hasSeveralAddresses(text: string): boolean {
	return hasInvisible(text) || /[,;|]https?:\/\//i.test(text);
}

/** Parses a web address, trimmed; `undefined` for anything else, and for one with blanks inside or another one behind it. */
export function parseWebAddress(value: unknown): string | undefined {
	const address = typeof value === 'string' ? trim(value) : '';
	const isWebAddress = /^https?:\/\//i.test(address) && URL.canParse(address);
	return isWebAddress && !hasSeveralAddresses(address) ? address : undefined;
}

export const toWebAddress: Transform = (value, { label }) => {
	const address = parseWebAddress(value);
	if (address !== undefined) return address;
	throw invalidParameter(
		label,
		`is not a URL: ${quote(value)}`,
		'Enter one URL that begins with https:// or http://. Write a space in it as %20.',
	);
};

/**
 * Returns a text that people see, such as a description: composed, without halves of characters. Throws for a lost letter,
 * an error cell and a program's nothing.
 */
export function requireShownText(value: unknown, label: string): string {
	const text = requireText(value, { displayName: label });
	return toComposed(requireMeant(requireDecoded(text, label), label));
}

/** Validates and composes a longer text that people see, whose blanks at both ends stay. */
export const toShownText: Transform = (value, { label }) => requireShownText(value, label);

/** Trims, validates and composes a text that names something: a name, a title, a short text. */
export const toTrimmed: Transform = (value, { label }) => trim(requireShownText(value, label));

/** Returns the rows of a repeating group: `{ entries: [...] }` from the editor, or an array from an expression. */
export function rowsInGroup(value: unknown, label: string): IDataObject[] {
	const entries: unknown = isObject(value) ? value.entries : value;
	if (isBlank(value) || (isObject(value) && Object.keys(value).length === 0)) return [];
	if (Array.isArray(entries) && entries.every(isObject)) return entries;
	throw invalidParameter(
		label,
		`has no rows: ${quote(value)}`,
		'Add its rows one by one, or enter an array of objects with the names of its fields.',
	);
}

/** Returns an object, also from its JSON. @param remedy an example */
export function requireObject(value: unknown, label: string, remedy: string): IDataObject {
	const parsed: unknown =
		typeof value === 'string' ? jsonParse(value, { fallbackValue: null }) : value;
	if (isObject(parsed)) return parsed;
	throw invalidParameter(label, `is not an object: ${quote(value)}`, remedy);
}

function toGroupRow(
	entry: IDataObject,
	columns: INodeProperties[],
	transforms: Record<string, Transform>,
	context: TransformContext,
): IDataObject {
	const cells = columns.flatMap((column): Array<[string, unknown]> => {
		const cell: unknown = entry[column.name];
		if (!isBlank(cell)) {
			const value = requireType(cell, { ...column, displayName: context.label });
			const convert = transforms[column.name] ?? toTrimmed;
			return [[column.name, convert(value, context)]];
		}
		if (!column.required) return [];
		throw invalidParameter(
			context.label,
			`has a row without "${column.displayName}"`,
			`Fill in "${column.displayName}" in each row, or remove the row.`,
		);
	});
	return Object.fromEntries(cells) as IDataObject;
}

/**
 * Returns the transform of a repeating group whose columns have the API's names. Leaves out blank cells: without a
 * location or country, an entry applies everywhere (docs/developers/service.md, Extra fields of a video).
 */
export const toRows =
	(columns: INodeProperties[], transforms: Record<string, Transform> = {}): Transform =>
	(value, context) => {
		const rows = rowsInGroup(value, context.label).map((entry) =>
			toGroupRow(entry, columns, transforms, context),
		);
		return rows.length > 0 ? rows : undefined;
	};
