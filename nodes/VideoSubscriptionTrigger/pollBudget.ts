import { clock } from '../shared/concurrency/clock';

/** The time budget in milliseconds of polls that n8n does not bound, and of all polls before n8n passed one. */
export const DEFAULT_BUDGET_MS = 300_000;

/** The most events that start one execution, also where Events per Execution is not added. */
export const MAX_EVENTS_PER_EXECUTION = 1000;

/** The default of Requests per Poll, enough for the comments on about 45 videos. */
export const DEFAULT_REQUESTS = 50;

/** The minimum of Requests per Poll. With fewer, a long list of comments would never be read to its end. */
export const MIN_REQUESTS = 5;

/**
 * The share of a poll's time that is reserved for the last request and its retries. The shortest budget of n8n's schedulers
 * is 36 seconds, of which that leaves 14 seconds: a time-out of 10 seconds, and the pause before a retry.
 */
export const RESERVE = 0.4;

/** Limits the requests of a poll, by its time and by number. */
export class PollBudget {
	private readonly startedAt = clock.monotonic();

	/** The requests sent so far. */
	requests = 0;

	private maxRequests = Infinity;

	/** @param budgetMs how long the poll may take */
	constructor(private readonly budgetMs: number) {}

	/** Milliseconds in which new requests may begin. */
	private get readingMs(): number {
		return this.budgetMs * (1 - RESERVE);
	}

	private get elapsedMs(): number {
		return clock.monotonic() - this.startedAt;
	}

	/** Whether the poll has taken so long that n8n may have given it up. */
	get isExceeded(): boolean {
		return this.elapsedMs > this.budgetMs;
	}

	/** Whether no request may begin any more. */
	get isOver(): boolean {
		return this.elapsedMs > this.readingMs;
	}

	/** Begins with the next search, which has its own limit of requests. */
	beginSearch(): void {
		this.maxRequests = Infinity;
	}

	/** Limits the requests that {@link has} allows from now on, or after an earlier limit. */
	allow(requests: number): void {
		this.maxRequests =
			requests + (this.maxRequests === Infinity ? this.requests : this.maxRequests);
	}

	/** Whether so many more requests fit into this poll, if they take as long as those before. */
	has(requests = 1): boolean {
		const expectedMs = this.requests === 0 ? 0 : (this.elapsedMs * requests) / this.requests;
		return (
			this.requests + requests <= this.maxRequests && this.elapsedMs + expectedMs <= this.readingMs
		);
	}
}
