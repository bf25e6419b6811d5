import { z } from 'zod';

/** The values to draw from, the default first. */
const drawn = z.registry<{ values: ReadonlyArray<string | number | null> }>();

/** A trait with named values, the default first. */
export const oneOf = <const Realistic extends string, const Others extends readonly string[]>(
	realistic: Realistic,
	...others: Others
) =>
	z
		.enum([realistic, ...others])
		.default(realistic)
		.register(drawn, { values: [realistic, ...others] });

/** The values of a trait. */
export type ValueOf<Trait extends z.ZodType> = z.output<Trait>;

/** A trait that is a number, with the default and other values to draw from. */
export const count = (realistic: number, ...counts: number[]) =>
	z
		.number()
		.min(0)
		.default(realistic)
		.register(drawn, { values: [realistic, ...counts] });

/** A trait that is a number to draw from, or null by default, which switches it off. */
export const countOrNever = (...counts: number[]) =>
	z
		.int()
		.min(1)
		.nullable()
		.default(null)
		.register(drawn, { values: [null, ...counts] });

/** Returns the values to draw from, the default first. */
export const drawnValues = (schema: z.core.$ZodType): ReadonlyArray<string | number | null> => {
	const { values } = drawn.get(schema) ?? {};
	if (values === undefined)
		throw new TypeError('A trait is made with oneOf, count or countOrNever');
	return values;
};
