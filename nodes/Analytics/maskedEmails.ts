import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import type { Cell } from './cells';

/** An @, also encoded in a URL, in HTML or in JSON, or as a wide character. */
const AT = /@|%(?:25)*40|&#0*64;?|&#x0*40;?|&commat;|\\u0040|\uFF20|\uFE6B/gi;

/** Returns where the domain of the last address in a word begins, with its @; `undefined` without an address. */
function domainIn(word: string): number | undefined {
	const separators = [...word.matchAll(AT)].filter(({ index, 0: at }, position, all) => {
		const end = index + at.length;
		return index > 0 && end < word.length && end !== all[position + 1]?.index;
	});
	return separators.at(-1)?.index;
}

/** Masks the address in a word: a regular expression for e-mail addresses is slow on long texts. */
function maskedWord(word: string): string {
	const domain = domainIn(word);
	const [first = ''] = word;
	return domain === undefined ? word : `${first}***${word.slice(domain)}`;
}

function masked(value: Cell): Cell {
	if (typeof value === 'string') return value.replace(/\S+/g, maskedWord);
	if (Array.isArray(value)) return value.map((entry: Cell) => masked(entry));
	return isObject(value) ? withMaskedEmails(value) : value;
}

/** Returns a copy with `a***@example.com` in place of each e-mail address, at every depth, names included. */
export function withMaskedEmails(record: IDataObject): IDataObject {
	const copy = new Map<string, Cell>();
	for (const [name, value] of Object.entries(record)) {
		const maskedName = name.replace(/\S+/g, maskedWord);
		let free = maskedName;
		for (let n = 2; copy.has(free); n++) free = `${maskedName}_${n}`;
		copy.set(free, masked(value));
	}
	return Object.fromEntries(copy);
}
