import type { IDataObject } from 'n8n-workflow';

import { missingRecordError, type ServiceResponse } from '../http/response';
import { isObject } from '../json';
import { invalidParameter } from '../parameters/errors';
import { joinedWords, requireEntry } from '../parameters/values';
import { flattenRecord, isRecord, simplifyRecord, valueAt } from './simplify';
import type { RecordKind } from './records';

/** Gives a record as the person wants to see it; what the operation itself says comes first. */
export type Projection = (record: IDataObject, extra?: IDataObject) => IDataObject;

/** What is kept of a full record and its simplified one. */
type Selection = (full: IDataObject, simplified: IDataObject) => IDataObject;

interface Parameters {
	getNodeParameter: (name: string, fallback?: unknown) => unknown;
}

/** The names of the fields to keep, as an array or separated by commas. */
function selectedNames(context: Parameters): string[] {
	const given: unknown = context.getNodeParameter('outputFields', '');
	const names = joinedWords(given ?? '', 'Output Fields')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	if (names.length > 0) return names;
	throw invalidParameter(
		'Output Fields',
		'is empty',
		'Choose the fields to keep, or give their names separated by commas, or choose another Output.',
	);
}

/** The value under its name; that of a way of names stays where it is. */
function put(record: IDataObject, [name, ...rest]: string[], value: unknown): IDataObject {
	if (name === undefined) return record;
	const inner = isObject(record[name]) ? record[name] : {};
	return Object.fromEntries([
		...Object.entries(record),
		[name, rest.length > 0 ? put(inner, rest, value) : value],
	]) as IDataObject;
}

/** What a record is known by: it is kept, whatever is chosen. */
const IDS = ['id', 'product_id'];

/** Names as a person saw them in the simplified record, or in the full one; its id comes first. */
const selectionOf =
	(names: string[]): Selection =>
	(full, simplified) => {
		const whole = { ...full, ...simplified };
		const id = IDS.find((name) => Object.hasOwn(whole, name));
		const identity = id === undefined ? {} : { [id]: whole[id] };
		return names.reduce<IDataObject>((kept, name) => {
			if (Object.hasOwn(whole, name)) return put(kept, [name], whole[name]);
			const value = valueAt(full, name);
			return value === undefined ? kept : put(kept, name.split('.'), value);
		}, identity);
	};

/** What each output keeps; nothing is chosen of what the service sent. */
const SELECTIONS: Record<string, (context: Parameters) => Selection | undefined> = {
	simplified: () => (_, simplified) => simplified,
	full: () => (full) => full,
	raw: () => undefined,
	selected: (context) => selectionOf(selectedNames(context)),
};

export function outputMode(context: Parameters): unknown {
	return context.getNodeParameter('output', null) ?? 'simplified';
}

/**
 * How records are shown; to be asked before anything is sent, for it refuses what it cannot do.
 *
 * @param kind what the records are; without it, they are rows that need no simplifying
 * @param known what the request tells of each record that the service does not repeat in it
 */
export function projection(
	context: Parameters,
	kind?: RecordKind,
	known: IDataObject = {},
): Projection {
	const select = requireEntry(outputMode(context), 'Output', SELECTIONS)(context);
	if (!select) return (record) => record;
	return (record, extra = {}) => {
		const sent = flattenRecord(record);
		const full = { ...sent, ...known, ...sent };
		return { ...extra, ...select(full, kind ? simplifyRecord(full, kind) : full) };
	};
}

/** @throws InvalidResponseError when the answer is not one record of the kind */
export function requireRecord(response: ServiceResponse, kind: RecordKind): IDataObject {
	const record = recordIn(response, kind);
	if (record) return record;
	throw missingRecordError();
}

/** @throws InvalidResponseError when the answer holds no data: a report and prices are more than texts */
export function requireData({ body }: ServiceResponse): IDataObject {
	const isData = (value: unknown) =>
		typeof value === 'number' || (typeof value === 'object' && value !== null);
	if (isObject(body) && Object.values(body).some(isData)) return body;
	throw missingRecordError();
}

/** The record that a write answered, if it did: the status alone decides about success (docs/service.md, Errors). */
export function recordIn({ body }: ServiceResponse, kind: RecordKind): IDataObject | undefined {
	return isObject(body) && isRecord(body, kind) ? body : undefined;
}
