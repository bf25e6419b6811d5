import { z } from 'zod';

import { addressTraits } from './addresses.mts';
import { answerTraits } from './answers.mts';
import { clockTraits } from './clocks.mts';
import { customerTraits } from './customers.mts';
import { disturbanceTraits } from './disturbances.mts';
import { listTraits } from './lists.mts';
import { tokenTraits } from './tokens.mts';
import { valuesOf } from './trait.mts';
import { writeTraits } from './writes.mts';

/**
 * The traits of the service: what is not documented, and what servers do that do not keep to it.
 * Any mix of them is possible. The default of each is what the real service does.
 */
export const traits = z.object({
	...addressTraits,
	...answerTraits,
	...clockTraits,
	...customerTraits,
	...disturbanceTraits,
	...listTraits,
	...tokenTraits,
	...writeTraits,
});

export type Traits = z.output<typeof traits>;
/** Some traits; the others are the realistic ones. */
export type GivenTraits = z.input<typeof traits>;

/** Every trait as data: its name, and the values that a random mix draws from, the realistic one first. */
export const traitList = Object.entries(traits.shape).map(([name, schema]) => ({
	name,
	values: valuesOf(schema),
}));
