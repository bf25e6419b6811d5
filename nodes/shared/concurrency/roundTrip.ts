/** Answers that must have come before anything is concluded from how long they took. */
const LEAST_ANSWERS = 10;

/** How much of the spread is kept as a margin after one answer; it shrinks with the root of their number. */
const MARGIN = 3;

/** What is learnt of how long requests to the service and back take. Milliseconds. */
export class RoundTrip {
	private answers = 0;

	private mean = 0;

	/** Nothing was answered in less so far. */
	private shortest = Infinity;

	learn(milliseconds: number): void {
		this.answers++;
		this.mean += (milliseconds - this.mean) / this.answers;
		this.shortest = Math.min(this.shortest, milliseconds);
	}

	/**
	 * What no way there and back will take less than. The shortest one seen so far is no such bound: an even
	 * shorter one may come. How far below it that can be is judged by the spread of those that were seen.
	 */
	get lowerBound(): number {
		if (this.answers < LEAST_ANSWERS) return 0;
		const margin = (this.mean - this.shortest) * (MARGIN / Math.sqrt(this.answers));
		return Math.max(0, this.shortest - margin);
	}
}
