/** Counts the requests of a poll. */
interface RequestMeter {
	/** The requests sent so far. */
	readonly requests: number;
	/** How many more requests fit into the time of the poll. */
	affordable(): number;
}

/** Limits the requests of a poll, by number and by its time. */
export class RequestBudget {
	private most: number;

	constructor(
		private readonly reader: RequestMeter,
		requests: number,
	) {
		this.most = reader.requests + requests;
	}

	has(requests: number): boolean {
		return this.reader.requests + requests <= this.most && this.reader.affordable() >= requests;
	}

	/** Allows more requests, for the next part of a poll. */
	extend(requests: number): void {
		this.most += requests;
	}
}
