/**
 * What has to be there.
 * @throws Error where it is not, with what it was
 */
export function defined<T>(value: T | undefined, what = 'what is looked for'): T {
	if (value === undefined) throw new Error(`There is no such thing: ${what}`);
	return value;
}

/**
 * The one element of a list that has one.
 * @throws Error where there are others, or none
 */
export function only<T>(list: readonly T[] | undefined): T {
	const [element, ...others] = list ?? [];
	if (others.length > 0)
		throw new Error(`One element was expected, ${others.length + 1} are there`);
	return defined(element, 'an element of the list');
}

/**
 * The first element of a list that has some.
 * @throws Error where there is none
 */
export function first<T>(list: Iterable<T>): T {
	const [element] = list;
	return defined(element, 'an element of the list');
}

/**
 * The element of a list that a number picks, round and round.
 * @throws Error where the list is empty
 */
export const picked = <T,>(list: readonly T[], pick: number): T =>
	defined(list[pick % list.length], 'an element of the list');
