/**
 * A queue that serves its groups in turn (round robin), and each group in the order of arrival: whoever brings one
 * entry does not wait behind somebody who brought thousands.
 */
export class FairQueue<T> {
	/** The group whose turn it is comes first. */
	private readonly groups = new Map<string, T[]>();

	add(group: string, entry: T, isFirst = false): void {
		const entries = this.groups.get(group);
		if (!entries) this.groups.set(group, [entry]);
		else if (isFirst) entries.unshift(entry);
		else entries.push(entry);
	}

	take(): T | undefined {
		const [next] = this.groups;
		if (!next) return undefined;
		const [group, entries] = next;
		const entry = entries.shift();
		this.groups.delete(group);
		if (entries.length > 0) this.groups.set(group, entries);
		return entry;
	}

	remove(group: string, entry: T): boolean {
		const entries = this.groups.get(group) ?? [];
		const index = entries.indexOf(entry);
		if (index < 0) return false;
		entries.splice(index, 1);
		if (entries.length === 0) this.groups.delete(group);
		return true;
	}
}
