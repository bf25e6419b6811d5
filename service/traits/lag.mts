import type { Kind } from '../contract/index.mts';
import type { CustomerRecord } from '../records.mts';

/** Records and changes that lists do not show yet. Times are in milliseconds by the service's clock. */
export class Lag {
	/** When lists begin to show each record, by the name of the list. */
	private readonly listedFrom = new Map<string, Map<number, number>>();
	/** Earlier records of customers, and until when lists show them, oldest first. */
	private readonly outdated = new Map<number, Array<{ until: number; customer: CustomerRecord }>>();

	constructor(
		private readonly now: () => Date,
		private readonly seconds: number,
		private readonly grantSeconds: number,
	) {}

	/** Notes a customer's record before a request grants or removes access. */
	changes(customer: CustomerRecord): void {
		if (this.grantSeconds === 0) return;
		const records = this.outdated.get(customer.id) ?? [];
		const until = Number(this.now()) + this.grantSeconds * 1000;
		this.outdated.set(customer.id, [...records, { until, customer }]);
	}

	/** The earlier records that lists still show in place of the present ones. */
	get outdatedCustomers(): CustomerRecord[] {
		const now = Number(this.now());
		return [...this.outdated.values()].flatMap(
			(records) => records.find(({ until }) => until > now)?.customer ?? [],
		);
	}

	/** Notes a record that a request has just created. */
	created(kind: Kind | 'items', id: number): void {
		if (this.seconds === 0) return;
		const moments = this.listedFrom.get(kind) ?? new Map<number, number>();
		this.listedFrom.set(kind, moments.set(id, Number(this.now()) + this.seconds * 1000));
	}

	/** Returns the records that a list shows by now. */
	listed<Item extends { id: number }>(kind: string, all: readonly Item[]): readonly Item[] {
		const now = Number(this.now());
		const unlisted = [...(this.listedFrom.get(kind) ?? [])].filter(([, from]) => from > now);
		if (unlisted.length === 0) return all;
		const hidden = new Set(unlisted.map(([id]) => id));
		return all.filter(({ id }) => !hidden.has(id));
	}
}
