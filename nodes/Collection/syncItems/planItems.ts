/** The properties of an item that the plan depends on. An item and its row have the same key. */
interface PlannedItem {
	key: string;
	/** Whether the item is of the type of the list. Other items are never moved or removed. */
	isManaged: boolean;
}

export interface Move {
	key: string;
	/** The index of the item after the move. */
	index: number;
}

export interface ItemsPlan {
	/** Keys of items that leave the collection. */
	removals: string[];
	/** Keys of the items to add, in the order of the list. */
	additions: string[];
	/** Carried out one after the other, once the removals and additions are done. */
	moves: Move[];
}

export interface PlanOptions {
	remove: boolean;
	keepOrder: boolean;
}

/** Returns the indexes of a longest increasing subsequence, in O(n log n). */
function longestIncreasing(values: number[]): Set<number> {
	/** For each length, the index of the lowest value that ends a subsequence of it. */
	const ends: number[] = [];
	const previous: Array<number | undefined> = [];
	values.forEach((value, index) => {
		let [low, high] = [0, ends.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
			else high = middle;
		}
		previous.push(ends[low - 1]);
		ends[low] = index;
	});
	const longest = new Set<number>();
	for (let index = ends.at(-1); index !== undefined; index = previous[index]) longest.add(index);
	return longest;
}

/**
 * Plans the fewest moves that put the wanted items into their order. A moved item is placed directly after the previous
 * wanted item; the first one, before all other wanted items. Unmanaged items keep their places among their neighbours.
 *
 * @param current the keys of all items by place
 * @param order the keys in the wanted order; keys that are not in the collection are ignored
 */
export function planMoves(current: string[], order: string[]): Move[] {
	const places = new Map(current.map((key, index) => [key, index]));
	const ordered = order.filter((key) => places.has(key));
	const staying = longestIncreasing(ordered.map((key) => places.get(key) ?? 0));
	const isOrdered = new Set(ordered);
	const list = [...current];
	const moves: Move[] = [];
	ordered.forEach((key, place) => {
		if (staying.has(place)) return;
		list.splice(list.indexOf(key), 1);
		const before = ordered[place - 1];
		const index =
			before === undefined
				? list.findIndex((other) => isOrdered.has(other))
				: list.indexOf(before) + 1;
		list.splice(index, 0, key);
		moves.push({ key, index });
	});
	return moves;
}

/**
 * Compares the items of a collection with the wanted ones.
 *
 * @param wanted keys in the wanted order, each once
 * @param places the keys by place, those of places without an item too
 */
export function planItems(
	current: PlannedItem[],
	wanted: string[],
	{ remove, keepOrder }: PlanOptions,
	places = current.map(({ key }) => key),
): ItemsPlan {
	const isWanted = new Set(wanted);
	const present = new Set(current.map(({ key }) => key));
	const removals = current
		.filter(({ key, isManaged }) => remove && isManaged && !isWanted.has(key))
		.map(({ key }) => key);
	const additions = wanted.filter((key) => !present.has(key));
	const moves = keepOrder
		? planMoves(orderAfter(places, { removals, additions, moves: [] }), wanted)
		: [];
	return { removals, additions, moves };
}

/** Returns the keys by place after a plan. The service appends additions. */
export function orderAfter(current: string[], { removals, additions, moves }: ItemsPlan): string[] {
	const leaving = new Set(removals);
	const list = [...current.filter((key) => !leaving.has(key)), ...additions];
	for (const { key, index } of moves) {
		list.splice(list.indexOf(key), 1);
		list.splice(index, 0, key);
	}
	return list;
}
