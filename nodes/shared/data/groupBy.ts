/** Groups values by a key, each group in the order of the values. Node.js 20 does not have `Map.groupBy`. */
export function groupBy<K, T>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, [T, ...T[]]> {
	const groups = new Map<K, [T, ...T[]]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}
