import { z } from 'zod';

import { addressTraits } from './addresses.mts';
import { answerTraits } from './answers.mts';
import { customerTraits } from './customers.mts';
import { dateTraits } from './dates.mts';
import { disturbanceTraits } from './disturbances.mts';
import { listTraits } from './lists.mts';
import { tokenTraits } from './tokens.mts';
import { drawnValues } from './trait.mts';
import { writeTraits } from './writes.mts';

/**
 * The traits of a service: what the documentation leaves open, and how servers deviate from it. Any mix is possible.
 * The defaults are realistic.
 */
export const traits = z.object({
	...addressTraits,
	...answerTraits,
	...customerTraits,
	...dateTraits,
	...disturbanceTraits,
	...listTraits,
	...tokenTraits,
	...writeTraits,
});

export type Traits = z.output<typeof traits>;
/** Some of the traits. The rest have their defaults. */
export type GivenTraits = z.input<typeof traits>;

/** The names of all traits and the values to draw from, the default first. */
export const traitList = Object.entries(traits.shape).map(([name, schema]) => ({
	name,
	values: drawnValues(schema),
}));
