/** Throws when a value is missing, or returns it. */
export function defined<T>(value: T | undefined, what = 'the value'): T {
	if (value === undefined) throw new Error(`Missing: ${what}`);
	return value;
}

/** Returns the only element of a list; throws when there are none or several. */
export function only<T>(list: readonly T[] | undefined): T {
	const [element, ...rest] = list ?? [];
	if (rest.length > 0) throw new Error(`Expected one element, found ${rest.length + 1}`);
	return defined(element, 'the only element');
}
