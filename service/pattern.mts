/**
 * The entry of a pattern that repeats for ever.
 *
 * @throws RangeError where the pattern is empty
 */
export const repeated = <Entry,>(pattern: readonly Entry[], index: number): Entry => {
	const entry = pattern[index % pattern.length];
	if (entry === undefined) throw new RangeError('The pattern is empty');
	return entry;
};
