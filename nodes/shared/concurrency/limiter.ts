import { clock, wait } from './clock';
import { Semaphore } from './semaphore';
import { SlidingWindow } from './slidingWindow';

/** Requests under way at once to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** `POST /customers` is limited to 5 requests per second (spec, Limits). */
export const CUSTOMER_CREATIONS_PER_WINDOW = 5;

export const CUSTOMER_CREATION_WINDOW_MS = 1000;

/** What all requests to one service with one key share within this process. */
export class Limiter {
	private readonly semaphore = new Semaphore(MAX_CONCURRENT_REQUESTS);

	private readonly customerCreations = new SlidingWindow(
		CUSTOMER_CREATIONS_PER_WINDOW,
		CUSTOMER_CREATION_WINDOW_MS,
	);

	private pausedUntil = 0;

	/** The service was too busy: nobody starts before it said it will listen again. */
	pause(milliseconds: number, createsCustomer: boolean): void {
		this.pausedUntil = Math.max(this.pausedUntil, clock.now() + milliseconds);
		if (createsCustomer) this.customerCreations.slowDown();
	}

	/**
	 * Runs one request when its turn has come.
	 *
	 * @param createsCustomer whether it counts against the limit on creating customers
	 * @throws CancelledError, and what the request throws
	 */
	async run<T>(
		request: () => Promise<T>,
		createsCustomer: boolean,
		signal?: AbortSignal,
	): Promise<T> {
		const paused = async () => await wait(this.pausedUntil - clock.now(), signal);
		if (createsCustomer) {
			const answered = await this.customerCreations.next(paused, signal);
			try {
				return await request();
			} finally {
				answered();
			}
		}
		return await this.semaphore.hold(async () => {
			await paused();
			return await request();
		}, signal);
	}
}

const limiters = new Map<string, Limiter>();

/** The limiter of a service and key; several executions in one process share it. */
export function limiterFor(key: string): Limiter {
	const known = limiters.get(key);
	if (known) return known;
	const limiter = new Limiter();
	limiters.set(key, limiter);
	return limiter;
}
