import { jsonParse } from 'n8n-workflow';

import { invalidParameter } from './parameterErrors';
import { quote, trim, trimText } from './text';

/** Whether a value is nothing: missing, a blank text, or a list of blanks. A blank cell is never sent. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isBlank);
	return value === undefined || value === null || (typeof value === 'string' && trim(value) === '');
}

/** Splits a list in a text: in JSON, or with commas or semicolons between its entries, which stay as they are. */
export function splitText(text: string): unknown[] {
	const parsed: unknown = text.startsWith('[') && jsonParse(text, { fallbackValue: null });
	return Array.isArray(parsed) ? parsed : text.split(/[,;]/);
}

/**
 * Returns the entries of a list, trimmed and without blanks: an array, or a text with commas, with semicolons or in JSON.
 * Any other value is the only entry.
 *
 * @example listEntries('a; b') // ['a', 'b']
 */
export function listEntries(value: unknown): unknown[] {
	const entries: unknown[] = typeof value === 'string' ? splitText(trim(value)) : [value].flat();
	return entries.filter((entry) => !isBlank(entry)).map(trimText);
}

function isWord(value: unknown): boolean {
	return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Joins the words of a list with commas. */
export function joinWords(value: unknown, label: string): string {
	const words = listEntries(value);
	if (words.every(isWord)) return words.join(',');
	throw invalidParameter(
		label,
		`is not a list of texts: ${quote(value)}`,
		'Enter texts separated by commas, or an array of texts.',
	);
}
