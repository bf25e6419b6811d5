import { z } from 'zod';

/** The values that a random mix of traits draws from, where a trait takes more than it names. */
const drawn = z.registry<{ values: ReadonlyArray<number | null> }>();

/** A trait of named values, the realistic one first. */
export const oneOf = <const Realistic extends string, const Others extends readonly string[]>(
	realistic: Realistic,
	...others: Others
) => z.enum([realistic, ...others]).default(realistic);

/** A trait that is a number, of which a random mix takes the realistic one and these. */
export const count = (realistic: number, ...others: number[]) =>
	z
		.number()
		.min(0)
		.default(realistic)
		.register(drawn, { values: [realistic, ...others] });

/** A trait that is a number, or null, the realistic value, which switches it off. */
export const countOrNever = (...others: number[]) =>
	z
		.int()
		.min(1)
		.nullable()
		.default(null)
		.register(drawn, { values: [null, ...others] });

/** The values that a random mix draws from, the realistic one first. */
export const valuesOf = (schema: z.core.$ZodType): ReadonlyArray<string | number | null> => {
	const values = drawn.get(schema)?.values;
	if (values !== undefined) return values;
	const named = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
	if (schema instanceof z.ZodDefault && named instanceof z.ZodEnum) {
		// an enumeration puts values that look like numbers first
		const realistic = z.string().parse(schema.def.defaultValue);
		return [...new Set([realistic, ...named.options])];
	}
	throw new TypeError('A trait is made with oneOf, count or countOrNever');
};
