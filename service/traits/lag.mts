import type { Kind } from '../contract/index.mts';
import type { Customer } from '../records.mts';

/** What requests have done and lists do not show yet. Milliseconds, by the service's clock. */
export class Lag {
	/** By the name of its list, when each record shows up. */
	private readonly listedFrom = new Map<string, Map<number, number>>();
	/** By customer, the records that lists show before they show the present one, oldest first. */
	private readonly outdated = new Map<number, Array<{ until: number; customer: Customer }>>();

	constructor(
		private readonly now: () => Date,
		private readonly seconds: number,
		private readonly grantSeconds: number,
	) {}

	/** Notes how a customer was before a request that grants or removes access. */
	changes(customer: Customer): void {
		if (this.grantSeconds === 0) return;
		const records = this.outdated.get(customer.id) ?? [];
		const until = Number(this.now()) + this.grantSeconds * 1000;
		this.outdated.set(customer.id, [...records, { until, customer }]);
	}

	/** The customers whom lists still show as they were. */
	get outdatedCustomers(): Customer[] {
		const now = Number(this.now());
		return [...this.outdated.values()].flatMap(
			(records) => records.find(({ until }) => until > now)?.customer ?? [],
		);
	}

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
