import type { Kind } from '../../contract/index.mts';

/** What requests have created and lists do not show yet. Milliseconds, by the service's clock. */
export class Lag {
	private readonly listedFrom = new Map<string, number>();

	constructor(
		private readonly now: () => Date,
		private readonly seconds: number,
	) {}

	/** Notes what a request has just created. */
	created(kind: Kind | 'items', id: number): void {
		if (this.seconds === 0) return;
		this.listedFrom.set(`${kind} ${id}`, Number(this.now()) + this.seconds * 1000);
	}

	/** Whether a record stands in lists by now. */
	isListed(kind: string, id: number): boolean {
		const from = this.listedFrom.get(`${kind} ${id}`);
		return from === undefined || from <= Number(this.now());
	}
}
