import type { IDataObject } from 'n8n-workflow';

import { type HttpResponse, missingRecordError } from '../client/response';
import { isObject } from '../data/json';
import { fieldOf } from './flatten';
import { type RecordKind, RECORDS, type Source } from './records';
import { readerOf } from './simplify';

/** @throws InvalidResponseError when the response has only text: reports and prices have numbers or objects */
export function requireData({ body }: HttpResponse): IDataObject {
	const isData = (value: unknown) => typeof value === 'number' || Object(value) === value;
	if (isObject(body) && Object.values(body).some(isData)) return body;
	throw missingRecordError();
}

/**
 * Returns the record in a response: it has an href, or the first field of the simplified record. `undefined` if there is
 * none, which is no failure of a write: its status alone decides (docs/developers/service.md, Errors).
 */
export function recordIn({ body }: HttpResponse, kind: RecordKind): IDataObject | undefined {
	if (!isObject(body)) return undefined;
	const [first = 'id'] = Object.values<Source>(RECORDS[kind].fields);
	return (fieldOf(body, 'href') ?? readerOf(first)(body) ?? undefined) === undefined
		? undefined
		: body;
}

/** Returns the check that a response is one record of a kind. Another response is repeated like a 503. */
export const recordCheck = (kind: RecordKind) => (response: HttpResponse) => {
	if (!recordIn(response, kind)) throw missingRecordError();
};
