import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Type = z.core.JSONSchema.SchemaType;

/** The part of JSON Schema that n8n's editor supports: neither `anyOf` nor `$ref`. */
export type OutputSchema = {
	/** The editor shows the first of several types. */
	type?: Type | Type[];
	/** Replaces the type `null` of objects and arrays: with a second type the editor would show no properties. */
	nullable?: true;
	const?: NonNullable<JsonSchema['const']> | null;
	properties?: Record<string, OutputSchema>;
	required?: string[];
	items?: OutputSchema;
};

const typesOf = ({ type = [] }: OutputSchema): Type[] => (Array.isArray(type) ? type : [type]);

const hasContents = ({ properties, items }: OutputSchema): boolean =>
	properties !== undefined || items !== undefined;

/** Merges alternatives into one schema. The type of the first one stays first. */
function joined(schemas: OutputSchema[]): OutputSchema {
	const types = [...new Set(schemas.flatMap(typesOf))].filter((type) => type !== 'null');
	const isNullable = schemas.some((schema) => schema.nullable ?? typesOf(schema).includes('null'));
	const { nullable, ...whole } = schemas.reduce((all, schema) => ({ ...all, ...schema }), {});
	if (!isNullable) return { ...whole, type: types };
	const [type, ...rest] = types;
	if (type && rest.length === 0 && hasContents(whole)) return { ...whole, type, nullable: true };
	return { ...whole, type: [...types, 'null'] };
}

function shownProperties(properties: Record<string, JsonSchema | boolean> = {}) {
	const entries = Object.entries(properties).map(([name, property]): [string, OutputSchema] => [
		name,
		shown(property),
	]);
	return entries.length > 0 ? { properties: Object.fromEntries(entries) } : {};
}

function shown(schema: JsonSchema | boolean): OutputSchema {
	if (typeof schema === 'boolean') return {};
	if (schema.anyOf) return joined(schema.anyOf.map(shown));
	const { type, const: constant, properties, required, items } = schema;
	return {
		...(type !== undefined && { type }),
		...(constant !== undefined && { const: constant }),
		...shownProperties(properties),
		...(items !== undefined && !Array.isArray(items) && { items: shown(items) }),
		...(required && { required }),
	};
}

/** Converts the zod schema of an item. */
export const shapeOf = (item: z.ZodType): OutputSchema => shown(z.toJSONSchema(item));
