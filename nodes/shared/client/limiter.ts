import { clock, wait } from '../concurrency/clock';
import { Semaphore } from '../concurrency/semaphore';
import { Breaker, type OutageOptions } from './breaker';

/** Maximum concurrent requests to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** Maximum delay of other requests after a 429. */
export const MAX_SHARED_PAUSE_MS = 10_000;

/**
 * The documented rate limit (docs/developers/service.md, Limits): at most `count` creations start within any `windowMs`, a second with
 * a margin for differences in latency, because the service counts by arrival. A creation that arrives too early, or finds
 * the limit used up by other workers, is answered 429 and repeated.
 */
export const CREATION_LIMIT = { count: 5, windowMs: 1040 };

interface LimiterOptions {
	/** Groups take turns; each execution is a group. */
	group?: string;
	/** The rate limit that the request counts against, beside the limit on concurrent requests. */
	rateLimit?: 'creation' | undefined;
	signal?: AbortSignal | undefined;
	/** What the request does while the service does not answer. */
	outage: Omit<OutageOptions, 'signal'>;
}

/** Limits the requests of this process to one service with one key. */
export class Limiter {
	/** Holds all requests back while the service does not answer. */
	readonly breaker = new Breaker();

	private readonly slots = new Semaphore(MAX_CONCURRENT_REQUESTS);

	/** Creations wait for their rate limit one after the other. */
	private readonly creationTurn = new Semaphore(1);

	/** Times of the latest creations, oldest first. Milliseconds of the monotonic clock. */
	private creations: number[] = [];

	private pausedUntil = 0;

	/** Milliseconds by which the clock of the service is ahead of this machine's, by the latest response. */
	clockOffsetMs = 0;

	/**
	 * Pauses all requests after a 429. The 429 of a request with a rate limit of its own pauses no others while it asks for
	 * no more than two of its windows.
	 */
	pause(milliseconds: number, rateLimit?: LimiterOptions['rateLimit']): void {
		if (rateLimit && milliseconds <= 2 * CREATION_LIMIT.windowMs) return;
		const bounded = Math.min(milliseconds, MAX_SHARED_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, clock.monotonic() + bounded);
	}

	/** Runs a request when it may start. */
	async run<T>(request: () => Promise<T>, options: LimiterOptions): Promise<T> {
		const end = await (options.rateLimit ? this.beginCreation(options) : this.begin(options));
		try {
			return await request();
		} finally {
			end();
		}
	}

	/** Waits for a slot, the end of a pause and of an outage. Returns the function that frees the slot. */
	private async begin({ group, signal, outage }: LimiterOptions): Promise<() => void> {
		for (;;) {
			await this.breaker.untilAnswering({ ...outage, signal });
			await wait(this.pausedUntil - clock.monotonic(), signal);
			const end = await this.slots.acquire(group, signal);
			if (this.pausedUntil <= clock.monotonic() && !this.breaker.isOpen) return end;
			end();
		}
	}

	/** Also waits for the rate limit, without holding a slot, which other requests may use meanwhile. */
	private async beginCreation(options: LimiterOptions): Promise<() => void> {
		const { count, windowMs } = CREATION_LIMIT;
		const endTurn = await this.creationTurn.acquire(options.group, options.signal);
		try {
			const [oldest = 0] = this.creations;
			const isUsedUp = this.creations.length === count;
			if (isUsedUp) await wait(oldest + windowMs - clock.monotonic(), options.signal);
			const end = await this.begin(options);
			this.creations = [...this.creations, clock.monotonic()].slice(-count);
			return end;
		} finally {
			endTurn();
		}
	}
}

const limiters = new Map<string, Limiter>();

/** Returns the limiter of a service and key, which all executions of the process share. */
export function limiterFor(key: string): Limiter {
	const limiter = limiters.get(key) ?? new Limiter();
	limiters.set(key, limiter);
	return limiter;
}
