import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { asObject, isObject, setField } from '../data/json';
import { requireChoice } from '../values/checks';
import { invalidParameter } from '../values/parameterErrors';
import { isBlank, joinWords } from '../values/listEntries';
import { type ParameterSource, readBoolean } from '../values/readers';
import { flattenRecord, flattenValue, valueAt } from './flatten';
import { exactFields, type RecordKind } from './records';
import { SAFE_TEXT, safeRow } from './safeRecord';
import { type FieldReader, simplifiedFields, simplifyRecord, withKnown } from './simplify';
import { withNames } from './names';

/** Returns a record in the chosen output. The fields of `extra`, which the operation adds, come first. */
export type Projection = (record: IDataObject, extra?: IDataObject) => IDataObject;

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

/** Puts a value, if there is one, at a path of names into a record. */
function put(
	record: IDataObject,
	[name = '', ...rest]: string[],
	value: IDataObject[string],
): void {
	if (value === undefined) return;
	if (rest.length === 0) {
		setField(record, name, value);
		return;
	}
	const inner = Object.hasOwn(record, name) ? record[name] : undefined;
	const parent = isObject(inner) ? inner : {};
	setField(record, name, parent);
	put(parent, rest, value);
}

/** The fields that identify a record. They are always kept. */
const IDS = ['id', 'product_id'];

/** Finds the name that a field has in the full record, whatever its case. */
function findName(record: IDataObject, known: IDataObject, small: string): string | undefined {
	const names = [record, asObject(record._embedded), known].flatMap(Object.keys);
	return [...names, 'href', 'links'].find((name) => name.toLowerCase() === small);
}

/** Selects fields by their names in the simplified or the full record, whatever their case. The id comes first. */
function selectionOf(names: string[], kind: RecordKind | undefined) {
	const simplified = kind ? simplifiedFields(kind) : [];
	const fieldFor = (wanted: string) => {
		const small = wanted.toLowerCase();
		const field = simplified.find(({ name }) => name.toLowerCase() === small);
		const name = field?.name ?? wanted;
		const readFull = withKnown(name);
		const read: FieldReader = (record, known) =>
			field?.read(record, known) ?? readFull(record, known);
		return { name, small, read, path: wanted.split('.') };
	};
	const ids = IDS.map(fieldFor);
	const fields = names.map(fieldFor);
	return (record: IDataObject, known: IDataObject = {}) => {
		const kept: IDataObject = {};
		const id = ids.find(({ read }) => read(record, known) !== undefined);
		for (const { name, small, read, path } of id ? [id, ...fields] : fields) {
			const value = read(record, known);
			const other = value === undefined ? findName(record, known, small) : undefined;
			if (value !== undefined) setField(kept, name, value);
			else if (other !== undefined) setField(kept, other, withKnown(other)(record, known));
			else put(kept, path, flattenValue(valueAt(record, path)));
		}
		return kept;
	};
}

/** Returns all fields of the record, with the known ones in place of blank ones. */
function completeRecord(record: IDataObject, known: IDataObject = {}): IDataObject {
	const full = flattenRecord(record);
	for (const [name, value] of Object.entries(known)) if (isBlank(full[name])) full[name] = value;
	return full;
}

/** The Output of operations that report outcomes: one item for the whole run (`run/summaryItem.ts`). */
export const SUMMARY = 'summary';

/** The choices of Output, in alphabetical order. Their labels are taken as well. */
export const OUTPUT_OPTIONS: INodePropertyOptions[] = [
	{
		name: 'Full',
		value: 'full',
		description: 'All fields of the record and its links: for expressions',
	},
	{
		name: 'Raw',
		value: 'raw',
		description:
			'The record as the service sent it, with nested objects: for developers. Masked email addresses stay masked.',
	},
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you choose' },
	{ name: 'Simplified', value: 'simplified' },
	{
		name: 'Summary',
		value: SUMMARY,
		description:
			'One item for the whole run, even if nothing changed: a text for a message, the number of each outcome, and the rows',
	},
];

const OUTPUTS: Record<string, string> = Object.fromEntries(
	OUTPUT_OPTIONS.map(({ value }): [string, string] => [String(value), String(value)]),
);

/** @returns a value of {@link OUTPUT_OPTIONS} */
export function outputMode(context: ParameterSource): string {
	const value: unknown = context.getNodeParameter('output', null);
	return requireChoice(isBlank(value) ? 'simplified' : value, 'Output', OUTPUTS, OUTPUT_OPTIONS);
}

/** Whether texts of records and outcomes are made harmless. Raw is what the service sent. Throws UserError for a wrong value. */
export const isTextSafe = (context: ParameterSource): boolean =>
	readBoolean(context, `options.${SAFE_TEXT.name}`, SAFE_TEXT.displayName, false) &&
	outputMode(context) !== 'raw';

/** Returns the function for the records of a run, whose known fields count where their own are blank. */
function transformFor(mode: string, context: ParameterSource, kind: RecordKind | undefined) {
	if (mode === 'selected') return selectionOf(selectedNames(context), kind);
	if (mode === 'full' || kind === undefined) return completeRecord;
	return (record: IDataObject, known?: IDataObject) => simplifyRecord(record, kind, known);
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
	knownOf?: (record: IDataObject) => IDataObject,
): Projection {
	const mode = outputMode(context);
	const isSafe = isTextSafe(context);
	// The record of the service, unchanged.
	if (mode === 'raw') return (record) => record;
	const transform = transformFor(mode, context, kind);
	const project: Projection = (record, extra) => {
		const projected = transform(record, knownOf?.(record));
		return extra ? { ...extra, ...projected } : projected;
	};
	if (!isSafe) return project;
	if (kind === undefined) return (record, extra) => safeRow(project(record, extra));
	const exact = exactFields(kind);
	return (record, extra) => safeRow(project(withNames(record, kind), extra), exact);
}
