import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { type HttpResponse, missingRecordError } from '../client/response';
import { asObject, isObject } from '../json';
import { requireEntry } from '../values/checks';
import { invalidParameter } from '../values/errors';
import { isBlank, joinWords } from '../values/lists';
import { type ParameterSource } from '../values/readers';
import { type RecordFields, type RecordKind, RECORDS, type Source, TEXT_FIELDS } from './records';

/** Returns a record in the chosen output. The fields of `extra`, which the operation adds, come first. */
export type Projection = (record: IDataObject, extra?: IDataObject) => IDataObject;

/** Selects the fields of an output from the full and the simplified record. */
type Selection = (full: IDataObject, simplified: IDataObject) => IDataObject;

/** Reads the names of the fields to keep, from an array or a text separated by commas. */
function selectedNames(context: ParameterSource): string[] {
	const given: unknown = context.getNodeParameter('outputFields', '');
	const names = joinWords(given, 'Output Fields').split(',').filter(Boolean);
	if (names.length > 0) return names;
	throw invalidParameter(
		'Output Fields',
		'is empty',
		'Choose the fields to keep, or enter their names separated by commas, or choose another Output.',
	);
}

/** Returns the record with a value at a path of names. */
function put(record: IDataObject, [name, ...rest]: string[], value: unknown): IDataObject {
	if (name === undefined) return record;
	const inner = isObject(record[name]) ? record[name] : {};
	return Object.fromEntries([
		...Object.entries(record),
		[name, rest.length > 0 ? put(inner, rest, value) : value],
	]) as IDataObject;
}

/** The fields that identify a record. They are always kept. */
const IDS = ['id', 'product_id'];

/** Selects fields by their names in the simplified or the full record, whatever their case. The id comes first. */
const selectionOf =
	(names: string[]): Selection =>
	(full, simplified) => {
		const whole = { ...full, ...simplified };
		const id = IDS.find((name) => Object.hasOwn(whole, name));
		const identity = id === undefined ? {} : { [id]: whole[id] };
		return names.reduce<IDataObject>((kept, name) => {
			const known = Object.keys(whole).find((key) => key.toLowerCase() === name.toLowerCase());
			if (known !== undefined) return put(kept, [known], whole[known]);
			const value = valueAt(full, name);
			return value === undefined ? kept : put(kept, name.split('.'), value);
		}, identity);
	};

/** The selection of each output. Raw has none: it returns the record of the service unchanged. */
const SELECTIONS: Record<string, (context: ParameterSource) => Selection | undefined> = {
	simplified: () => (_, simplified) => simplified,
	full: () => (full) => full,
	raw: () => undefined,
	selected: (context) => selectionOf(selectedNames(context)),
};

/** The choices of Output, whose labels are taken as well. */
export const OUTPUT_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Simplified', value: 'simplified' },
	{
		name: 'Full',
		value: 'full',
		description: 'All fields, on one level: for tables and expressions',
	},
	{
		name: 'Raw',
		value: 'raw',
		description: 'Exactly what the service sent, with nested objects: for developers',
	},
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you choose' },
];

/** @returns a value of {@link OUTPUT_OPTIONS} */
export function outputMode(context: ParameterSource): string {
	const value: unknown = context.getNodeParameter('output', null);
	const modes = Object.fromEntries(Object.keys(SELECTIONS).map((mode) => [mode, mode]));
	return requireEntry(isBlank(value) ? 'simplified' : value, 'Output', modes, OUTPUT_OPTIONS);
}

/**
 * Returns the projection that Output asks for. Call it before anything is sent: it throws for invalid parameters.
 *
 * @param kind the kind of the records; rows, which need no simplifying, have none
 * @param knownOf returns the fields of a record that only requests show
 */
export function projection(
	context: ParameterSource,
	kind?: RecordKind,
	knownOf: (record: IDataObject) => IDataObject = () => ({}),
): Projection {
	const select = SELECTIONS[outputMode(context)]?.(context);
	if (!select) return (record) => record;
	return (record, extra = {}) => {
		const sent = flattenRecord(record);
		const blank = Object.entries(knownOf(record)).filter(([name]) => isBlank(sent[name]));
		const full = { ...sent, ...Object.fromEntries<IDataObject[string]>(blank) };
		return { ...extra, ...select(full, kind ? simplifyRecord(full, kind) : full) };
	};
}

/** @throws InvalidResponseError when the response has only text: reports and prices have numbers or objects */
export function requireData({ body }: HttpResponse): IDataObject {
	const isData = (value: unknown) => typeof value === 'number' || Object(value) === value;
	if (isObject(body) && Object.values(body).some(isData)) return body;
	throw missingRecordError();
}

/**
 * Returns the record in a response: it has an href, or the first field of the simplified record. `undefined` if there is
 * none, which is no failure of a write: its status alone decides (docs/service.md, Errors).
 */
export function recordIn({ body }: HttpResponse, kind: RecordKind): IDataObject | undefined {
	if (!isObject(body)) return undefined;
	const [first = 'id'] = Object.values<Source>(RECORDS[kind].fields);
	const address = body.href ?? addressOf(asObject(body._links).self);
	return (address ?? valueFrom(body, first) ?? undefined) === undefined ? undefined : body;
}

/** Returns the check that a response is one record of a kind. Another response is repeated like a 503. */
export const recordCheck = (kind: RecordKind) => (response: HttpResponse) => {
	if (!recordIn(response, kind)) throw missingRecordError();
};

/** Returns the names of the fields of a kind of record, in the simplified one and beside it. */
export function fieldNames(kind: RecordKind): { simplified: string[]; others: string[] } {
	const { fields, others = [] }: RecordFields = RECORDS[kind];
	return { simplified: Object.keys(fields), others };
}

/** Returns the value at a dotted path: `duration.seconds`. */
function valueAt(record: IDataObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			record,
		);
}

/** Returns the first value of the sources; null where the service says that the field is blank. */
function valueFrom(full: IDataObject, source: Source): unknown {
	if (typeof source === 'function') return source(full);
	const values = [source].flat().map((path) => valueAt(full, path));
	const known = values.filter((value) => value !== undefined);
	return known.find((value) => value !== null) ?? known[0];
}

/**
 * Returns the simplified record of a flattened one, without the fields that the service left out. A blank text is empty,
 * so that the rows of a list have the same columns; other blank fields are left out.
 */
export function simplifyRecord(full: IDataObject, kind: RecordKind): IDataObject {
	const { fields }: RecordFields = RECORDS[kind];
	const values = Object.entries(fields).map(([name, source]) => {
		const value = valueFrom(full, source);
		return [name, value === null && TEXT_FIELDS.includes(name) ? '' : value];
	});
	return Object.fromEntries(
		values.filter(([, value]) => value !== undefined && value !== null),
	) as IDataObject;
}

/** Returns the address in a link, which is `{ href }`, or the address itself (live events). */
export function addressOf(link: unknown): unknown {
	return isObject(link) && 'href' in link ? link.href : link;
}

function flattenValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(flattenValue);
	return isObject(value) ? flattenRecord(value) : value;
}

/**
 * Returns a record without the HAL envelope (docs/service.md, Notation), at every depth: its own fields first, then of
 * `_embedded.<name>` the `<name>`, of `_links.self.href` the `href`, and of the other links `links.<name>`. A field of
 * its own wins over one of the envelope with the same name.
 */
export function flattenRecord(record: IDataObject): IDataObject {
	const { _links: links, _embedded: embedded, ...fields } = record;
	const { self, ...others } = asObject(links);
	const linked = Object.entries(others).map(([name, link]) => [name, addressOf(link)]);
	const values = Object.entries({ ...fields, ...asObject(embedded), ...fields });
	const addresses = Object.entries({
		...(self !== undefined && { href: addressOf(self) }),
		...(linked.length > 0 && { links: Object.fromEntries(linked) as IDataObject }),
	}).filter(([name]) => !Object.hasOwn(fields, name));
	return Object.fromEntries([
		...values.map(([name, value]) => [name, flattenValue(value)]),
		...addresses,
	]) as IDataObject;
}
