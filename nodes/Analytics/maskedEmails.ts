import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';

type Cell = IDataObject[string];

/** Words without blanks are cheap to find in a text of any length; e-mail addresses are not. */
function maskedWord(word: string): string {
	const at = word.lastIndexOf('@');
	const [first] = word;
	return at > 0 && at < word.length - 1 ? `${first}***${word.slice(at)}` : word;
}

function masked(value: Cell): Cell {
	if (typeof value === 'string') return value.replace(/\S+/g, maskedWord);
	if (Array.isArray(value)) return value.map((entry: Cell) => masked(entry));
	return isObject(value) ? withMaskedEmails(value) : value;
}

/** The same with `a***@example.com` in place of each e-mail address, at every depth. */
export function withMaskedEmails(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, masked(value)]));
}
