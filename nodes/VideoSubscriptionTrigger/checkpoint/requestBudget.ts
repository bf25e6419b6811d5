/** What counts the requests of a poll. */
interface RequestMeter {
	/** The requests sent so far. */
	readonly requests: number;
	/** How many more requests fit into the time of the poll. */
	affordable(): number;
}

/** The requests that a person allows a poll to spend, as far as they fit into its time. */
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

	/** Allows more, once the first part of a poll is done. */
	extend(requests: number): void {
		this.most += requests;
	}
}
