import { OperationalError, sleep } from 'n8n-workflow';

export const MINUTE_MS = 60_000;

/** The clocks and timers of all code, in one place so that tests can replace them. Milliseconds. */
export const clock = {
	/** The wall clock, since the epoch. For dates only: it may be wrong, or set while code runs. */
	now: () => Date.now(),
	/** The monotonic clock, for intervals. */
	monotonic: () => performance.now(),
	sleep: async (milliseconds: number) => await sleep(milliseconds),
	/** Returns a signal that aborts when the time is up; unlike a sleep, it keeps no process alive. */
	deadline: (milliseconds: number) => AbortSignal.timeout(milliseconds),
	random: () => Math.random(),
};

/** Maximum delay of a timer in Node.js; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export class CancelledError extends OperationalError {
	constructor(description = 'Nothing more is sent.') {
		super('The execution was canceled', { description });
	}
}

export class DeadlineError extends Error {
	readonly code = 'ETIMEDOUT';

	constructor() {
		super('The time was over');
	}
}

/**
 * Settles as the promise does, or rejects when the signal aborts.
 *
 * @param signal one without other listeners, since adding one takes time in proportion to their number
 */
async function unlessAborted<T>(
	promise: Promise<T>,
	signal: AbortSignal,
	errorOf: () => Error,
): Promise<T> {
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(errorOf());
	});
	signal.addEventListener('abort', end, { once: true });
	if (signal.aborted) end();
	try {
		return await Promise.race([ended, promise]);
	} finally {
		signal.removeEventListener('abort', end);
	}
}

/** Settles as the promise does, or rejects with CancelledError when the execution is cancelled. */
export async function unlessCancelled<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	return await unlessAborted(promise, AbortSignal.any([signal]), () => new CancelledError());
}

/** Runs `work` until it settles, times out or is cancelled. Does not wait for work that ignores its signal. */
export async function withDeadline<T>(
	work: (signal: AbortSignal) => Promise<T>,
	milliseconds: number,
	cancelled?: AbortSignal,
): Promise<T> {
	const deadline = clock.deadline(Math.min(milliseconds, MAX_TIMER_MS));
	const signal = AbortSignal.any(cancelled ? [deadline, cancelled] : [deadline]);
	return await unlessAborted(work(signal), signal, () =>
		deadline.aborted ? new DeadlineError() : new CancelledError(),
	);
}

/** Waits, unless the time is over already. Rejects with CancelledError when the execution is cancelled. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (milliseconds > 0) await unlessCancelled(clock.sleep(milliseconds), signal);
}
