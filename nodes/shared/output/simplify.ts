import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../values/listEntries';
import { fieldOf, flattenValue, valueAt } from './flatten';
import { type RecordFields, type RecordKind, RECORDS, type Source, TEXT_FIELDS } from './records';

/** Reads one field of the records of a list. The known fields count where the record's own are blank. */
export type FieldReader = (record: IDataObject, known?: IDataObject) => IDataObject[string];

/** Returns the reader of the first value of the sources; null where the service says that the field is blank. */
export function readerOf(source: Source): FieldReader {
	if (typeof source === 'function') return source;
	const paths = [source].flat().map((path) => path.split('.'));
	return (record) => {
		let blank: null | undefined;
		for (const path of paths) {
			const value = valueAt(record, path);
			if (value === null) blank = null;
			else if (value !== undefined) return flattenValue(value);
		}
		return blank;
	};
}

/** Returns the reader of a field by the name that it has among the known fields, and by default in the full record. */
export function withKnown(name: string, readOwn?: FieldReader): FieldReader {
	return (record, known) => {
		const own = readOwn ? readOwn(record) : flattenValue(fieldOf(record, name));
		const value = known && Object.hasOwn(known, name) ? known[name] : undefined;
		return value !== undefined && isBlank(own) ? value : own;
	};
}

/** Returns the fields of a simplified record in order, whose readers return `undefined` for what it leaves out. */
function compile(kind: RecordKind) {
	return Object.entries(RECORDS[kind].fields).map(([name, source]: [string, Source]) => {
		const read = withKnown(name, readerOf(source));
		const blank = TEXT_FIELDS.includes(name) ? '' : undefined;
		const readText: FieldReader = (record, known) => {
			const value = read(record, known);
			return value === null ? blank : value;
		};
		return { name, read: readText };
	});
}

const compiled = new Map<RecordKind, ReturnType<typeof compile>>();

/** Returns the fields of a simplified record, compiled once for each kind. */
export function simplifiedFields(kind: RecordKind): ReturnType<typeof compile> {
	const fields = compiled.get(kind) ?? compile(kind);
	compiled.set(kind, fields);
	return fields;
}

/**
 * Returns the simplified record of one of the service, without the fields that the service left out. A blank text is empty,
 * so that the rows of a list have the same columns; other blank fields are left out.
 */
export function simplifyRecord(
	record: IDataObject,
	kind: RecordKind,
	known?: IDataObject,
): IDataObject {
	const simplified: IDataObject = {};
	for (const { name, read } of simplifiedFields(kind)) {
		const value = read(record, known);
		if (value !== undefined) simplified[name] = value;
	}
	return simplified;
}

/** Returns the names of the fields of a kind of record, in the simplified one and beside it. */
export function fieldNames(kind: RecordKind): { simplified: string[]; otherFields: string[] } {
	const { fields, otherFields = [] }: RecordFields = RECORDS[kind];
	return { simplified: Object.keys(fields), otherFields };
}
