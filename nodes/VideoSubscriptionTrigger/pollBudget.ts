import { clock } from '../shared/concurrency/clock';

/** The share of a poll's time that is reserved for the last request and its retries. */
const RESERVE = 0.4;

/** Limits the requests of a poll, by its time and by number. */
export class PollBudget {
	private readonly startedAt = clock.monotonic();

	/** Milliseconds in which new requests may begin. */
	private readonly readingMs: number;

	/** The requests sent so far. */
	requests = 0;

	private most = Infinity;

	/** @param budgetMs how long the poll may take */
	constructor(budgetMs: number) {
		this.readingMs = budgetMs * (1 - RESERVE);
	}

	private get elapsedMs(): number {
		return clock.monotonic() - this.startedAt;
	}

	get isOver(): boolean {
		return this.elapsedMs > this.readingMs;
	}

	/** Estimates how many more requests the time of this poll allows; negative when it is over. */
	private requestsInTime(): number {
		const elapsed = this.elapsedMs;
		if (this.requests === 0 || elapsed <= 0) return Infinity;
		return Math.floor(((this.readingMs - elapsed) * this.requests) / elapsed);
	}

	/** Limits the requests that {@link has} allows from now on, or after an earlier limit. */
	allow(requests: number): void {
		this.most = requests + (this.most === Infinity ? this.requests : this.most);
	}

	/** Whether so many more requests fit into this poll. */
	has(requests = 1): boolean {
		return this.requests + requests <= this.most && this.requestsInTime() >= requests;
	}
}
