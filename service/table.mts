/** Records of one kind by id, with views that are kept until a record changes. */
export class Table<Item extends { id: number }> {
	private readonly byId = new Map<number, Item>();
	private readonly views = new Map<string, readonly Item[]>();
	private nextId: number;

	/** @param firstId the id of the first record that gets no id of its own */
	constructor(firstId: number) {
		this.nextId = firstId;
	}

	get size(): number {
		return this.byId.size;
	}

	get(id: number): Item | undefined {
		return this.byId.get(id);
	}

	all(): IterableIterator<Item> {
		return this.byId.values();
	}

	/** The id that the next record will get. */
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

	/** Call after a record was changed in place. */
	changed(): void {
		this.views.clear();
	}

	/**
	 * Filtered and sorted records, kept until something changes.
	 *
	 * @param key tells views apart
	 */
	view(
		key: string,
		keep: (item: Item) => boolean,
		compare: (a: Item, b: Item) => number,
	): readonly Item[] {
		const known = this.views.get(key);
		if (known !== undefined) return known;
		const built = [...this.byId.values()].filter(keep).sort(compare);
		this.views.set(key, built);
		return built;
	}
}

interface Dated {
	id: number;
	createdAt: number;
}
/** Created last first; within a second, and in general for equal times, the greater id first. */
export const newestFirst = (a: Dated, b: Dated): number => b.createdAt - a.createdAt || b.id - a.id;
export const oldestFirst = (a: Dated, b: Dated): number => newestFirst(b, a);
