import { clock } from '../shared/concurrency/clock';

/** The share of a poll's time that is reserved for the last request and its retries. */
const RESERVE = 0.4;

/** The time of a poll, and the requests that fit into it. */
export class PollBudget {
	private readonly startedAt = clock.monotonic();

	/** Milliseconds in which new requests may begin. */
	private readonly readingMs: number;

	/** The requests sent so far. */
	requests = 0;

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

	/** Estimates how many more requests fit into this poll; negative when its time is over. */
	requestsLeft(): number {
		const elapsed = this.elapsedMs;
		if (this.requests === 0 || elapsed <= 0) return Infinity;
		return Math.floor(((this.readingMs - elapsed) * this.requests) / elapsed);
	}

	/** Returns a part of this budget that also ends after `requests` requests. */
	limitedTo(requests: number): RequestBudget {
		return new RequestBudget(this, requests);
	}
}

/** Limits the requests of a poll, by number and by its time. */
export class RequestBudget {
	private most: number;

	constructor(
		private readonly poll: PollBudget,
		requests: number,
	) {
		this.most = poll.requests + requests;
	}

	has(requests: number): boolean {
		return this.poll.requests + requests <= this.most && this.poll.requestsLeft() >= requests;
	}

	/** Allows more requests, for the next part of a poll. */
	extend(requests: number): void {
		this.most += requests;
	}
}
