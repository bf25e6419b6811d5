import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../json';
import { hrefOf, requireId, requireIds, type ResourceName } from '../resources/resources';
import { invalidParameter, quote, requireType } from './values';

/** The second argument of a transform. */
export interface TransformContext {
	/** The parameter's display name, for the error. */
	label: string;
	/** The Base URL of the credential. */
	baseUrl: unknown;
	/** The workflow's time zone. */
	timezone: string;
	/** All values in the same part of the request. A transform may read and change the others. */
	values: IDataObject;
}

/** Validates or converts the value of a parameter; `undefined` sends nothing. */
export type Transform = (value: unknown, context: TransformContext) => unknown;

export const toId =
	(kind: ResourceName): Transform =>
	(value, { baseUrl, label }) =>
		Number(requireId(value, kind, baseUrl, label));

export const toHrefs =
	(kind: ResourceName): Transform =>
	(value, { baseUrl, label }) =>
		requireIds(value, kind, baseUrl, label).map((id) => hrefOf(id, kind, baseUrl));

/** Returns the rows of a repeating group: `{ entries: [...] }` from the editor, or an array from an expression. */
export function entriesOf(value: unknown, label: string): IDataObject[] {
	const isEmpty = value === '' || (isObject(value) && Object.keys(value).length === 0);
	const entries: unknown = isObject(value) ? value.entries : value;
	if (isEmpty) return [];
	if (Array.isArray(entries) && entries.every(isObject)) return entries;
	throw invalidParameter(
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
	converted: Record<string, Transform>,
	context: TransformContext,
): Array<[string, unknown]> {
	return columns.flatMap((column): Array<[string, unknown]> => {
		const cell: unknown = entry[column.name];
		if (!isBlank(cell)) {
			const value = requireType(cell, { ...column, displayName: context.label });
			const convert = converted[column.name] ?? ((same: unknown) => same);
			return [[column.name, convert(value, context)]];
		}
		if (!column.required) return [];
		throw invalidParameter(
			context.label,
			`has a row without ${column.displayName}`,
			`Fill in ${column.displayName} in each row, or remove the row.`,
		);
	});
}

/**
 * Returns the transform of a repeating group whose columns have the API's names. Leaves out blank cells: without a
 * location or country, an entry applies everywhere (docs/service.md, Extra fields of a video).
 */
export const rows =
	(columns: INodeProperties[], converted: Record<string, Transform> = {}): Transform =>
	(value, context) =>
		entriesOf(value, context.label).map((entry) =>
			Object.fromEntries(rowOf(entry, columns, converted, context)),
		);
