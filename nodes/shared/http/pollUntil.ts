import { clock, wait } from '../concurrency/clock';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retryPolicy';

export interface Poll<T> {
	/**
	 * Looks once; gives `undefined` when it is not there yet. Once the service has answered, a fault of it may last as
	 * long as there is time; what is asked again is asked no faster than the rest.
	 */
	look: (retryPolicy: RetryPolicy) => Promise<T | undefined>;
	/** Milliseconds between a look and the next one; `looks` counts those that were taken. */
	delayAfter: (looks: number) => number;
	/** Milliseconds after which the last look is taken. */
	totalMs: number;
	/** Milliseconds between two looks at the least, also before the last one. */
	minDelayMs?: number;
	signal?: AbortSignal | undefined;
}

export async function pollUntil<T>(request: Poll<T>): Promise<T | undefined> {
	const { look, delayAfter, totalMs, minDelayMs = 0, signal } = request;
	const end = clock.monotonic() + totalMs;
	for (let looks = 1; ; looks++) {
		const attempts = looks === 1 ? DEFAULT_RETRY_POLICY.attempts : Infinity;
		const pause = delayAfter(looks);
		const seen = await look({ attempts, totalMs: end - clock.monotonic(), minDelayMs: pause });
		if (seen !== undefined) return seen;
		const left = end - clock.monotonic();
		if (left <= 0) return undefined;
		await wait(Math.max(minDelayMs, Math.min(pause, left)), signal);
	}
}
