import { clock, wait } from '../concurrency/clock';
import { type AcquireOptions, Semaphore } from '../concurrency/semaphore';

/** Requests under way at once to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** `POST /customers` is limited to 5 requests per second (docs/service.md, Limits). */
export const CUSTOMER_CREATIONS_PER_WINDOW = 5;

/**
 * A second, and a margin for what one request takes longer on its way than the next: the service counts from arrival to
 * arrival. One that arrives too early all the same, or that other workers leave no room for, is sent again.
 */
export const CUSTOMER_CREATION_WINDOW_MS = 1040;

/** What the service asks of one request delays the others by no more. */
export const LONGEST_SHARED_PAUSE_MS = 10_000;

/** After so long without a request nothing is known any more that is worth keeping. */
const FORGOTTEN_AFTER_MS = 60_000;

export interface LimiterOptions extends AcquireOptions {
	/** Whether it counts against the limit on creating customers. */
	createsCustomer?: boolean;
	/** Milliseconds that it can wait for the sake of others, and still be in time. */
	maxWaitMs?: number;
}

/** What all requests to one service with one key share within this process. */
export class Limiter {
	private readonly semaphore = new Semaphore(MAX_CONCURRENT_REQUESTS);

	private readonly customerCreations = new SlidingWindow(
		CUSTOMER_CREATIONS_PER_WINDOW,
		CUSTOMER_CREATION_WINDOW_MS,
	);

	private pausedUntil = 0;

	private present = 0;

	private lastUsedAt = clock.monotonic();

	get isIdle(): boolean {
		return this.present === 0 && clock.monotonic() - this.lastUsedAt > FORGOTTEN_AFTER_MS;
	}

	/**
	 * The service was too busy: nobody starts for a while. A creation that was refused only for the limit on creations,
	 * which asks for a window, is no reason for others to wait.
	 */
	pause(milliseconds: number, createsCustomer: boolean): void {
		if (createsCustomer && milliseconds <= 2 * CUSTOMER_CREATION_WINDOW_MS) return;
		const bounded = Math.min(milliseconds, LONGEST_SHARED_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, clock.monotonic() + bounded);
	}

	async run<T>(request: () => Promise<T>, waiting: LimiterOptions = {}): Promise<T> {
		this.present++;
		try {
			return waiting.createsCustomer
				? await this.create(request, waiting)
				: await this.runConcurrently(request, waiting);
		} finally {
			this.present--;
			this.lastUsedAt = clock.monotonic();
		}
	}

	/** A pause that a request cannot wait for is not for it. */
	private pauseFor({ maxWaitMs = Infinity }: LimiterOptions): number {
		const left = this.pausedUntil - clock.monotonic();
		return left > maxWaitMs ? 0 : left;
	}

	private async create<T>(request: () => Promise<T>, waiting: LimiterOptions): Promise<T> {
		const paused = async () => await wait(this.pauseFor(waiting), waiting.signal);
		await this.customerCreations.next(paused, waiting);
		return await request();
	}

	/** Nobody holds a place while it is paused: who cannot wait would wait for the place. */
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

/** The limiter of a service and key; several executions in one process share it. */
export function limiterFor(key: string): Limiter {
	const known = limiters.get(key);
	if (known && !known.isIdle) return known;
	for (const [other, { isIdle }] of limiters) if (isIdle) limiters.delete(other);
	const limiter = new Limiter();
	limiters.set(key, limiter);
	return limiter;
}

/** At most `count` within any `windowMs`, as one process can see to it. */
export class SlidingWindow {
	/** When the latest were begun, the oldest of them first. Milliseconds of the monotonic clock. */
	private begun: number[] = [];

	private readonly turn = new Semaphore(1);

	constructor(
		private readonly count: number,
		private readonly windowMs: number,
	) {}

	/** Resolves when the next one may begin; `paused` waits as long as nothing may begin at all. */
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
