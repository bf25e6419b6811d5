import { type AcquireOptions, clock, Semaphore, wait } from '../concurrency/concurrency';

/** Maximum concurrent requests to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** `POST /customers` is limited to 5 requests per second (docs/service.md, Limits). */
const CUSTOMER_CREATIONS_PER_WINDOW = 5;

/**
 * A second, with a margin for differences in latency: the service counts by arrival. A request that arrives too early, or
 * finds the limit used up by other workers, is answered 429 and repeated.
 */
const CUSTOMER_CREATION_WINDOW_MS = 1040;

/** Maximum delay of other requests after a 429. */
export const LONGEST_SHARED_PAUSE_MS = 10_000;

interface LimiterOptions extends AcquireOptions {
	/** Whether the request counts against the rate limit of `POST /customers`. */
	createsCustomer?: boolean;
	/** Maximum milliseconds that a shared pause may delay the request. */
	maxWaitMs?: number;
}

/** Limits the requests of this process to one service with one key. */
export class Limiter {
	private readonly semaphore = new Semaphore(MAX_CONCURRENT_REQUESTS);

	private readonly customerCreations = new SlidingWindow(
		CUSTOMER_CREATIONS_PER_WINDOW,
		CUSTOMER_CREATION_WINDOW_MS,
	);

	private pausedUntil = 0;

	/**
	 * Pauses all requests after a 429. The 429 of a creation pauses no other request while it asks for no more than the window of
	 * the limit on creations.
	 */
	pause(milliseconds: number, createsCustomer: boolean): void {
		if (createsCustomer && milliseconds <= 2 * CUSTOMER_CREATION_WINDOW_MS) return;
		const bounded = Math.min(milliseconds, LONGEST_SHARED_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, clock.monotonic() + bounded);
	}

	async run<T>(request: () => Promise<T>, waiting: LimiterOptions = {}): Promise<T> {
		return waiting.createsCustomer
			? await this.create(request, waiting)
			: await this.runConcurrently(request, waiting);
	}

	/** Returns the rest of the pause; 0 for a request that cannot wait for its end. */
	private pauseFor({ maxWaitMs = Infinity }: LimiterOptions): number {
		const left = this.pausedUntil - clock.monotonic();
		return left > maxWaitMs ? 0 : left;
	}

	private async create<T>(request: () => Promise<T>, waiting: LimiterOptions): Promise<T> {
		const paused = async () => await wait(this.pauseFor(waiting), waiting.signal);
		await this.customerCreations.next(paused, waiting);
		return await request();
	}

	/** Holds no slot of the semaphore during a pause, so that requests which cannot wait get one. */
	private async runConcurrently<T>(request: () => Promise<T>, waiting: LimiterOptions): Promise<T> {
		for (;;) {
			await wait(this.pauseFor(waiting), waiting.signal);
			const done = await this.semaphore.runExclusive(
				async () => (this.pauseFor(waiting) > 0 ? undefined : { result: await request() }),
				waiting,
			);
			if (done) return done.result;
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

/** Allows at most `count` starts within any `windowMs`. */
export class SlidingWindow {
	/** Times of the latest starts, oldest first. Milliseconds of the monotonic clock. */
	private begun: number[] = [];

	private readonly turn = new Semaphore(1);

	constructor(
		private readonly count: number,
		private readonly windowMs: number,
	) {}

	/** Resolves when the next start is allowed; `paused` resolves when no pause is left. */
	async next(paused: () => Promise<void>, turn: AcquireOptions = {}): Promise<void> {
		const begin = async () => {
			const [oldest = 0] = this.begun;
			if (this.begun.length === this.count) {
				await wait(oldest + this.windowMs - clock.monotonic(), turn.signal);
			}
			await paused();
			this.begun = [...this.begun, clock.monotonic()].slice(-this.count);
		};
		await this.turn.runExclusive(begin, turn);
	}
}
