import { sleep } from 'n8n-workflow';

/** Time and waiting, in one place so that tests can turn the hands. Milliseconds. */
export const clock = {
	now: () => Date.now(),
	sleep: async (milliseconds: number) => await sleep(milliseconds),
	random: () => Math.random(),
};

/** Thrown by a wait that ended because the execution was cancelled. */
export class CancelledError extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** What ends with each signal: one listener for all, for each further one costs a walk past the others. */
const endings = new WeakMap<AbortSignal, Set<() => void>>();

function endingsOf(signal: AbortSignal): Set<() => void> {
	const known = endings.get(signal);
	if (known) return known;
	const all = new Set<() => void>();
	signal.addEventListener('abort', () => all.forEach((end) => end()), { once: true });
	endings.set(signal, all);
	return all;
}

/**
 * Settles as the promise does, or rejects as soon as the execution is cancelled.
 *
 * @throws CancelledError
 */
export async function unlessCancelled<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	if (signal.aborted) throw new CancelledError();
	let end = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		end = () => reject(new CancelledError());
	});
	const all = endingsOf(signal).add(end);
	try {
		return await Promise.race([promise, cancelled]);
	} finally {
		all.delete(end);
	}
}

/**
 * Waits, or ends at once when the execution is cancelled.
 *
 * @param milliseconds how long; nothing is waited for 0 or less
 * @throws CancelledError
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (milliseconds > 0) await unlessCancelled(clock.sleep(milliseconds), signal);
}
