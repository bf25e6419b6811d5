/**
 * Waiting entries by group. The groups take turns, and each of them is served in the order of arrival: a group with one
 * entry does not wait behind a group with thousands.
 */
export class FairQueue<T> {
	/** The group whose turn is next comes first. No group is empty. */
	private readonly groups = new Map<string, T[]>();

	get isEmpty(): boolean {
		return this.groups.size === 0;
	}

	add(group: string, entry: T): void {
		const entries = this.groups.get(group);
		if (entries) entries.push(entry);
		else this.groups.set(group, [entry]);
	}

	/**
	 * Removes and returns the next entry; `undefined` without one.
	 *
	 * @param rankOf groups of a lower rank come first; those of one rank take turns, and those without a rank wait
	 */
	shift(rankOf: (group: string) => number | undefined = () => 0): T | undefined {
		let next: { group: string; entries: T[]; rank: number } | undefined;
		for (const [group, entries] of this.groups) {
			const rank = rankOf(group);
			if (rank === undefined) continue;
			if (!next || rank < next.rank) next = { group, entries, rank };
		}
		if (!next) return undefined;
		const entry = next.entries.shift();
		this.groups.delete(next.group);
		if (next.entries.length > 0) this.groups.set(next.group, next.entries);
		return entry;
	}

	/** Removes and returns the entries for which a condition holds. */
	removeIf(condition: (entry: T) => boolean): T[] {
		const removed: T[] = [];
		for (const [group, entries] of [...this.groups]) {
			const kept: T[] = [];
			for (const entry of entries) (condition(entry) ? removed : kept).push(entry);
			if (kept.length > 0) this.groups.set(group, kept);
			else this.groups.delete(group);
		}
		return removed;
	}
}
