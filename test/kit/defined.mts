import { defined } from '../../scripts/lib/defined.mts';

export * from '../../scripts/lib/defined.mts';

/** Returns the first element of a list; throws when it is empty. */
export function first<T>(list: Iterable<T>): T {
	const [element] = list;
	return defined(element, 'the first element');
}

/** Returns the element that a number selects, modulo the length of the list. */
export const picked = <T,>(list: readonly T[], pick: number): T =>
	defined(list[pick % list.length], 'an element');
