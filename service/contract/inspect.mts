import { z } from 'zod';

import { references, textValues, type Kind } from './common.mts';

export type Schema = z.core.$ZodType;

/** Returns the schema inside optional, nullable and preprocessing wrappers. */
export const unwrap = (schema: Schema): Schema => {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
		return unwrap(schema.unwrap());
	}
	return schema instanceof z.ZodPipe ? unwrap(schema.out) : schema;
};

/**
 * Returns the documented values of a parameter: of an enumeration, a literal, an array of one, or comma separated
 * text. Otherwise undefined.
 */
export const valuesOf = (schema: Schema): ReadonlyArray<string | number> | undefined => {
	const inner = unwrap(schema);
	if (inner instanceof z.ZodArray) return valuesOf(inner.element);
	if (inner instanceof z.ZodEnum) return inner.options;
	if (inner instanceof z.ZodLiteral) {
		return [...inner.values].filter(
			(value) => typeof value === 'string' || typeof value === 'number',
		);
	}
	return textValues.get(inner)?.values;
};

/** Returns the kind of record that a parameter refers to. */
export const referenceOf = (schema: Schema): { kind: Kind; own: boolean } | undefined =>
	references.get(unwrap(schema));

interface FoundReference {
	/** Its place in the value, as names and indexes. */
	path: ReadonlyArray<string | number>;
	kind: Kind;
	own: boolean;
	value: string | number;
}

/** Finds the references to records in a value that fits the schema. */
export const referencesIn = (
	schema: Schema,
	value: unknown,
	path: ReadonlyArray<string | number> = [],
): FoundReference[] => {
	const inner = unwrap(schema);
	const reference = references.get(inner);
	if (reference !== undefined) {
		return typeof value === 'string' || typeof value === 'number'
			? [{ ...reference, path, value }]
			: [];
	}
	if (inner instanceof z.ZodArray && Array.isArray(value)) {
		return value.flatMap((entry, index) => referencesIn(inner.element, entry, [...path, index]));
	}
	if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([name, entry]) => {
			const field = (inner.shape as Record<string, Schema | undefined>)[name];
			return field === undefined ? [] : referencesIn(field, entry, [...path, name]);
		});
	}
	return [];
};
