import type { IDataObject } from 'n8n-workflow';

import { isObject, setField } from '../data/json';
import { safeLine, safeText } from '../values/safeText';

/** The option that makes the texts of records and outcomes harmless. */
export const SAFE_TEXT = { displayName: 'Safe Text', name: 'safeText' } as const;

/** Names of fields that are one line. Other texts keep their lines. */
const LINE = /(?:name|title|label|slug|products|tags)$/i;
/** Names of fields with an email address, which stays as it is: another system looks it up. */
const EMAIL = /^(?:email|customer_email|similarTo)$/;
const EMAIL_ADDRESS = /^[^\s<>()[\]&,;:@\p{C}]+@[^\s<>()[\]&,;:@/\p{C}]+$/u;

function safeField(name: string, text: string): string {
	if (EMAIL.test(name) && EMAIL_ADDRESS.test(text)) return text;
	return LINE.test(name) ? safeLine(text) : safeText(text);
}

/** Makes all texts in a value harmless, except in fields with the names of `exact`, and returns a copy. */
function safeValue(value: IDataObject[string], name: string, exact: string[]): IDataObject[string] {
	if (typeof value === 'string') return safeField(name, value);
	if (Array.isArray(value))
		return value.map((entry: IDataObject[string]) => safeValue(entry, name, exact));
	return isObject(value) ? safeRow(value, exact) : value;
}

/**
 * Makes all texts of a row harmless, at every depth.
 *
 * @param exact names of fields that stay as they are, with everything below them
 */
export function safeRow(row: IDataObject, exact: string[] = []): IDataObject {
	const safe: IDataObject = {};
	for (const [name, value] of Object.entries(row)) {
		// Names in metadata are those of the person who entered it.
		const within = name === 'metadata' ? [] : exact;
		setField(safe, name, exact.includes(name) ? value : safeValue(value, name, within));
	}
	return safe;
}
