import { clock, wait } from '../concurrency/clock';
import { RETRY_POLICY, type RetryPolicy } from './retryPolicy';

export interface Poll<T> {
	/**
	 * Looks once; gives `undefined` when it is not there yet. Once the service has answered, a fault of it may last as
	 * long as there is time; what is asked again is asked no faster than the rest.
	 */
	look: (retryPolicy: RetryPolicy) => Promise<T | undefined>;
	/** Milliseconds between a look and the next one; `looks` counts those that were taken. */
	pauseAfter: (looks: number) => number;
	/** Milliseconds after which the last look is taken. */
	totalMs: number;
	/** Milliseconds between two looks at the least, also before the last one. */
	leastPauseMs?: number;
	signal?: AbortSignal | undefined;
}

export async function pollUntil<T>(request: Poll<T>): Promise<T | undefined> {
	const { look, pauseAfter, totalMs, leastPauseMs = 0, signal } = request;
	const end = clock.monotonic() + totalMs;
	for (let looks = 1; ; looks++) {
		const attempts = looks === 1 ? RETRY_POLICY.attempts : Infinity;
		const pause = pauseAfter(looks);
		const seen = await look({ attempts, totalMs: end - clock.monotonic(), leastPauseMs: pause });
		if (seen !== undefined) return seen;
		const left = end - clock.monotonic();
		if (left <= 0) return undefined;
		await wait(Math.max(leastPauseMs, Math.min(pause, left)), signal);
	}
}
