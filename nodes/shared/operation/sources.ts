import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../json';

/** What a list of embedded things is recognised by. */
export function namesOf(things: unknown): unknown {
	if (!Array.isArray(things)) return undefined;
	return things.filter(isObject).map(({ name, id }) => name ?? id);
}

/** What an entry of a mixed list is: the `type` that it tells, or what its address points into. */
export function typeOf({ type, href }: IDataObject): unknown {
	if (typeof type === 'string') return type;
	const segment = /\/([a-z_]+)s\/\d+(?=[/?]|$)/.exec(typeof href === 'string' ? href : '');
	return segment?.[1];
}

/** A row has no id: that of the collection which its address points to is taken. */
export function idInAddress({ href }: IDataObject): unknown {
	const digits = /\/(\d+)\/?(?=\?|$)/.exec(typeof href === 'string' ? href : '');
	return digits ? Number(digits[1]) : undefined;
}
