import type { Kind } from '../contract/index.mts';

/** What requests have created and lists do not show yet. Milliseconds, by the service's clock. */
export class Lag {
	/** By the name of its list, when each record shows up. */
	private readonly listedFrom = new Map<string, Map<number, number>>();

	constructor(
		private readonly now: () => Date,
		private readonly seconds: number,
	) {}

	/** Notes what a request has just created. */
	created(kind: Kind | 'items', id: number): void {
		if (this.seconds === 0) return;
		const moments = this.listedFrom.get(kind) ?? new Map<number, number>();
		this.listedFrom.set(kind, moments.set(id, Number(this.now()) + this.seconds * 1000));
	}

	/** The records that stand in a list by now; the same list when that is all. */
	listed<Item extends { id: number }>(kind: string, all: readonly Item[]): readonly Item[] {
		const now = Number(this.now());
		const awaited = [...(this.listedFrom.get(kind) ?? [])].filter(([, from]) => from > now);
		if (awaited.length === 0) return all;
		const hidden = new Set(awaited.map(([id]) => id));
		return all.filter(({ id }) => !hidden.has(id));
	}
}
