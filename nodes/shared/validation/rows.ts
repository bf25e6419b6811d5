import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import type { Convert, ConversionContext } from './convert';
import { quote, refused } from './quote';
import { checkType } from './values';

/** The rows of a repeating group, as the editor holds them (`{ entries: [...] }`) or as an array of an expression. */
export function entriesOf(value: unknown, label: string): IDataObject[] {
	const isEmpty = value === '' || (isObject(value) && Object.keys(value).length === 0);
	const entries: unknown = isObject(value) ? value.entries : value;
	if (isEmpty) return [];
	if (Array.isArray(entries) && entries.every(isObject)) return entries;
	throw refused(
		label,
		`holds no rows: ${quote(value)}`,
		'Add its rows one by one, or give an array of objects with the names of its fields.',
	);
}

const isBlank = (cell: unknown) =>
	cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

function rowOf(
	entry: IDataObject,
	columns: INodeProperties[],
	converted: Record<string, Convert>,
	context: ConversionContext,
): Array<[string, unknown]> {
	return columns.flatMap((column): Array<[string, unknown]> => {
		const cell: unknown = entry[column.name];
		if (!isBlank(cell)) {
			const value = checkType(cell, { ...column, displayName: context.label });
			const convert = converted[column.name] ?? ((same: unknown) => same);
			return [[column.name, convert(value, context)]];
		}
		if (!column.required) return [];
		throw refused(
			context.label,
			`has a row without ${column.displayName}`,
			`Fill in ${column.displayName} in each row, or remove the row.`,
		);
	});
}

/**
 * The rows of a repeating group, in columns with the API's names. A location or country that is left blank applies
 * everywhere (docs/service.md, Extra fields of a video).
 */
export const rows =
	(columns: INodeProperties[], converted: Record<string, Convert> = {}): Convert =>
	(value, context) =>
		entriesOf(value, context.label).map((entry) =>
			Object.fromEntries(rowOf(entry, columns, converted, context)),
		);
