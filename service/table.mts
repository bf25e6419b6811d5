import type { Dated } from './records.mts';

/** Records of one kind by id, with views that are cached until a record changes. */
export class Table<Item extends { id: number }> {
	private readonly byId = new Map<number, Item>();
	private readonly views = new Map<string, readonly Item[]>();
	private nextId: number;

	/** @param firstId the first id that `newId` returns */
	constructor(firstId: number) {
		this.nextId = firstId;
	}

	get size(): number {
		return this.byId.size;
	}

	get(id: number): Item | undefined {
		return this.byId.get(id);
	}

	/**
	 * Returns a record that exists.
	 *
	 * @throws RangeError when there is none
	 */
	existing(id: number): Item {
		const item = this.get(id);
		if (item === undefined) throw new RangeError(`There is no record ${id}`);
		return item;
	}

	all(): IterableIterator<Item> {
		return this.byId.values();
	}

	/** Returns the id for the next record. */
	newId(): number {
		return this.nextId;
	}

	put(item: Item): Item {
		this.byId.set(item.id, item);
		this.nextId = Math.max(this.nextId, item.id + 1);
		this.views.clear();
		return item;
	}

	remove(id: number): boolean {
		this.views.clear();
		return this.byId.delete(id);
	}

	/** Discards the cached views after a record was changed in place. */
	changed(): void {
		this.views.clear();
	}

	/**
	 * Returns filtered and sorted records.
	 *
	 * @param key identifies the view in the cache
	 */
	view(
		key: string,
		keep: (item: Item) => boolean,
		compare: (a: Item, b: Item) => number,
	): readonly Item[] {
		const cached = this.views.get(key);
		if (cached !== undefined) return cached;
		const built = [...this.byId.values()].filter(keep).sort(compare);
		this.views.set(key, built);
		return built;
	}
}

type Created = Pick<Dated, 'id' | 'createdAt'>;
/** Compares by creation, the latest first; equal times by id, the greatest first. */
export const newestFirst = (a: Created, b: Created): number =>
	b.createdAt - a.createdAt || b.id - a.id;
export const oldestFirst = (a: Created, b: Created): number => newestFirst(b, a);

/**
 * Returns an entry of a pattern that repeats without end.
 *
 * @throws RangeError for an empty pattern
 */
export const repeated = <Entry,>(pattern: readonly Entry[], index: number): Entry => {
	const entry = pattern[index % pattern.length];
	if (entry === undefined) throw new RangeError('The pattern is empty');
	return entry;
};
