import { clock, wait } from '../concurrency/clock';
import { type AcquireOptions, Semaphore } from '../concurrency/semaphore';

/** Maximum concurrent requests to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** Maximum delay of other requests after a 429. */
export const LONGEST_SHARED_PAUSE_MS = 10_000;

/** Allows at most `count` starts within any `windowMs`. */
interface RateLimit {
	count: number;
	windowMs: number;
}

/**
 * The documented rate limits (docs/service.md, Limits). A window is a second with a margin for differences in latency,
 * because the service counts by arrival. A request that arrives too early, or finds the limit used up by other workers, is
 * answered 429 and repeated.
 */
export const RATE_LIMITS = {
	creation: { count: 5, windowMs: 1040 },
} satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

interface LimiterOptions extends AcquireOptions {
	/** The rate limit that the request counts against, beside the limit on concurrent requests. */
	limit?: LimitName | undefined;
	/** Maximum milliseconds that a shared pause may delay the request. */
	maxWaitMs?: number;
}

/** Limits the requests of this process to one service with one key. */
export class Limiter {
	private readonly semaphore = new Semaphore(MAX_CONCURRENT_REQUESTS);

	private readonly windows = { creation: new SlidingWindow(RATE_LIMITS.creation) };

	private pausedUntil = 0;

	/**
	 * Pauses all requests after a 429. The 429 of a request with a rate limit of its own pauses no others while it asks for
	 * no more than two of its windows.
	 */
	pause(milliseconds: number, limit?: LimitName): void {
		if (limit && milliseconds <= 2 * RATE_LIMITS[limit].windowMs) return;
		const bounded = Math.min(milliseconds, LONGEST_SHARED_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, clock.monotonic() + bounded);
	}

	/**
	 * Runs a request when it may start. Those without a rate limit hold no slot of the semaphore during a pause, so that
	 * requests which cannot wait get one.
	 */
	async run<T>(request: () => Promise<T>, options: LimiterOptions = {}): Promise<T> {
		const { limit, signal } = options;
		const pauseEnd = async () => await wait(this.pauseFor(options), signal);
		if (limit) {
			await this.windows[limit].next(pauseEnd, options);
			return await request();
		}
		for (;;) {
			await pauseEnd();
			const done = await this.semaphore.runExclusive(
				async () => (this.pauseFor(options) > 0 ? undefined : { result: await request() }),
				options,
			);
			if (done) return done.result;
		}
	}

	/** Returns the rest of the pause; 0 for a request that cannot wait for its end. */
	private pauseFor({ maxWaitMs = Infinity }: LimiterOptions): number {
		const left = this.pausedUntil - clock.monotonic();
		return left > maxWaitMs ? 0 : left;
	}
}

const limiters = new Map<string, Limiter>();

/** Returns the limiter of a service and key, which all executions of the process share. */
export function limiterFor(key: string): Limiter {
	const limiter = limiters.get(key) ?? new Limiter();
	limiters.set(key, limiter);
	return limiter;
}

class SlidingWindow {
	/** Times of the latest starts, oldest first. Milliseconds of the monotonic clock. */
	private starts: number[] = [];

	private readonly turns = new Semaphore(1);

	constructor(private readonly limit: RateLimit) {}

	/** Resolves when the next start is allowed; `paused` resolves when no pause is left. */
	async next(paused: () => Promise<void>, options: AcquireOptions = {}): Promise<void> {
		const { count, windowMs } = this.limit;
		const start = async () => {
			const [oldest = 0] = this.starts;
			if (this.starts.length === count) {
				await wait(oldest + windowMs - clock.monotonic(), options.signal);
			}
			await paused();
			this.starts = [...this.starts, clock.monotonic()].slice(-count);
		};
		await this.turns.runExclusive(start, options);
	}
}
