import { clock, wait } from '../concurrency/clock';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './request';

export interface PollOptions<T> {
	/**
	 * Looks once; returns `undefined` to poll again. After the first look a fault of the service may last until the time is
	 * up, by the look's retry policy.
	 */
	look: (retryPolicy: RetryPolicy) => Promise<T | undefined>;
	/** Returns the milliseconds between a look and the next; `looks` counts the looks so far. */
	delayAfter: (looks: number) => number;
	/** Milliseconds after which the last look is taken. */
	totalMs: number;
	/** Minimum milliseconds between two looks, also before the last one. */
	minDelayMs?: number;
	signal?: AbortSignal | undefined;
}

/** Looks until `look` returns a value or the time is up. */
export async function pollUntil<T>(poll: PollOptions<T>): Promise<T | undefined> {
	const { look, delayAfter, totalMs, minDelayMs = 0, signal } = poll;
	const end = clock.monotonic() + totalMs;
	for (let looks = 1; ; looks++) {
		const leftMs = end - clock.monotonic();
		const totalMs = looks === 1 ? Math.min(leftMs, DEFAULT_RETRY_POLICY.totalMs) : leftMs;
		const pause = delayAfter(looks);
		const seen = await look({ totalMs, maxRateLimitedMs: leftMs, minDelayMs: pause });
		if (seen !== undefined) return seen;
		const left = end - clock.monotonic();
		if (left <= 0) return undefined;
		await wait(Math.max(minDelayMs, Math.min(pause, left)), signal);
	}
}
