/** Counts down the requests that a poll may spend, and stops earlier when its time runs out. */
export class RequestBudget {
	private spent = 0;

	/**
	 * @param most requests that the person allows
	 * @param affordable how many more requests fit into the time of this poll
	 */
	constructor(
		private most: number,
		private readonly affordable: () => number,
	) {}

	has(requests: number): boolean {
		return this.spent + requests <= this.most && this.affordable() >= requests;
	}

	spend(requests = 1): void {
		this.spent += requests;
	}

	/** Allows more, once the first part of a poll is done. */
	extend(requests: number): void {
		this.most += requests;
	}

	/** The same reading, each request of it counted. */
	counting<A extends unknown[], T>(read: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
		return async (...args) => {
			this.spend();
			return await read(...args);
		};
	}
}
