import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/data/json';
import type { Cell } from './cells';

/** The start of an email address, up to its @, which may be percent-encoded. A local part has at most 64 characters. */
const LOCAL_PART_TO_MASK = /([^\s@%<>,;"'])[^\s@%<>,;"']{0,63}(@|%40)(?=[^\s@])/gi;

const maskText = (text: string) => text.replace(LOCAL_PART_TO_MASK, '$1***$2');

function mask(value: Cell): Cell {
	if (typeof value === 'string') return maskText(value);
	if (Array.isArray(value)) return value.map((entry: Cell) => mask(entry));
	return isObject(value) ? withMaskedEmails(value) : value;
}

/** Returns a copy with `a***@example.com` in place of each email address, at every depth, names included. */
export function withMaskedEmails(record: IDataObject): IDataObject {
	const copy = new Map<string, Cell>();
	for (const [name, value] of Object.entries(record)) {
		const maskedName = maskText(name);
		let free = maskedName;
		for (let n = 2; copy.has(free); n++) free = `${maskedName}_${n}`;
		copy.set(free, mask(value));
	}
	return Object.fromEntries(copy);
}
