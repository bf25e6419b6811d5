import { sleep } from 'n8n-workflow';

/** Time and waiting, in one place so that tests can turn the hands. Milliseconds. */
export const clock = {
	/** Since the epoch, for dates only: this clock may be ahead, behind, or set anew meanwhile. */
	now: () => Date.now(),
	/** For intervals: it only ever goes forward. */
	monotonic: () => performance.now(),
	sleep: async (milliseconds: number) => await sleep(milliseconds),
	/** A signal that ends when the time is over; unlike a sleep, nobody holds it when it is not needed. */
	deadline: (milliseconds: number) => AbortSignal.timeout(milliseconds),
	random: () => Math.random(),
};

/** What a timer of Node.js holds; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class CancelledError extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

export class DeadlineError extends Error {
	readonly code = 'ETIMEDOUT';

	constructor() {
		super('The time was over');
	}
}

/**
 * Settles as the promise does, or rejects when the signal ends.
 *
 * @param own a signal that nobody else listens to: each further listener on one signal costs a walk past the others
 */
async function unlessAborted<T>(
	promise: Promise<T>,
	own: AbortSignal,
	errorOf: () => Error,
): Promise<T> {
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(errorOf());
	});
	own.addEventListener('abort', end, { once: true });
	if (own.aborted) end();
	try {
		return await Promise.race([ended, promise]);
	} finally {
		own.removeEventListener('abort', end);
	}
}

export async function unlessCancelled<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	return await unlessAborted(promise, AbortSignal.any([signal]), () => new CancelledError());
}

/**
 * Does a work that must end by itself, by a deadline, or with the execution. The work is told by its signal; nobody
 * waits for one that does not listen.
 */
export async function withDeadline<T>(
	work: (signal: AbortSignal) => Promise<T>,
	milliseconds: number,
	cancelled?: AbortSignal,
): Promise<T> {
	const deadline = clock.deadline(Math.min(milliseconds, LONGEST_TIMER_MS));
	const signal = AbortSignal.any(cancelled ? [deadline, cancelled] : [deadline]);
	return await unlessAborted(work(signal), signal, () =>
		deadline.aborted ? new DeadlineError() : new CancelledError(),
	);
}

export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	for (let left = milliseconds; left > 0; left -= LONGEST_TIMER_MS) {
		await unlessCancelled(clock.sleep(Math.min(left, LONGEST_TIMER_MS)), signal);
	}
}
