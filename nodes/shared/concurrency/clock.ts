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

/** Thrown by a wait that ended because the execution was cancelled. */
export class CancelledError extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** Thrown when a work took too long. */
export class DeadlineError extends Error {
	readonly code = 'ETIMEDOUT';

	constructor() {
		super('The time was over');
	}
}

/** What was waited while the monotonic clock stood still: whoever turns the hands may turn `sleep` alone. */
let unseenMs = 0;

/** Milliseconds of the monotonic clock, which waiting always moves on. */
export function elapsed(): number {
	return clock.monotonic() + unseenMs;
}

/**
 * What ends with each signal: one listener for all, for each further one costs a walk past the others. The last one
 * to go takes the listener along: with it, Node.js would keep the signal of a deadline until the time is over.
 */
const endings = new WeakMap<AbortSignal, { all: Set<() => void>; endAll: () => void }>();

function listen(signal: AbortSignal, end: () => void): void {
	const known = endings.get(signal);
	if (known) {
		known.all.add(end);
		return;
	}
	const all = new Set([end]);
	const endAll = () => all.forEach((one) => one());
	endings.set(signal, { all, endAll });
	signal.addEventListener('abort', endAll, { once: true });
}

function stopListening(signal: AbortSignal, end: () => void): void {
	const known = endings.get(signal);
	known?.all.delete(end);
	if (!known || known.all.size > 0) return;
	endings.delete(signal);
	signal.removeEventListener('abort', known.endAll);
}

async function unlessEnded<T>(
	promise: Promise<T>,
	signal: AbortSignal | undefined,
	errorOf: () => Error,
): Promise<T> {
	if (!signal) return await promise;
	if (signal.aborted) throw errorOf();
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(errorOf());
	});
	listen(signal, end);
	try {
		return await Promise.race([promise, ended]);
	} finally {
		stopListening(signal, end);
	}
}

/**
 * Settles as the promise does, or rejects as soon as the execution is cancelled.
 *
 * @throws CancelledError
 */
export async function unlessCancelled<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	return await unlessEnded(promise, signal, () => new CancelledError());
}

/**
 * Does a work that must end by itself, by a deadline, or with the execution. The work is told by its signal;
 * nobody waits for one that does not listen.
 *
 * @param milliseconds how long the work may take in all
 * @param cancelled the signal of the execution
 * @throws DeadlineError; CancelledError; and what the work throws
 */
export async function withDeadline<T>(
	work: (signal: AbortSignal) => Promise<T>,
	milliseconds: number,
	cancelled?: AbortSignal,
): Promise<T> {
	const controller = new AbortController();
	const deadline = clock.deadline(Math.min(milliseconds, LONGEST_TIMER_MS));
	const inTime = unlessEnded(work(controller.signal), deadline, () => new DeadlineError());
	// Nobody may wait for it any more when it fails.
	inTime.catch(() => {});
	return await unlessCancelled(inTime, cancelled).catch(async (error: unknown) => {
		controller.abort();
		return await Promise.reject(error);
	});
}

/**
 * Waits, or ends at once when the execution is cancelled.
 *
 * @param milliseconds how long; nothing is waited for 0 or less
 * @throws CancelledError
 */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	const start = elapsed();
	for (let left = milliseconds; left > 0; left -= LONGEST_TIMER_MS) {
		await unlessCancelled(clock.sleep(Math.min(left, LONGEST_TIMER_MS)), signal);
	}
	const seen = elapsed() - start;
	if (seen < milliseconds / 2) unseenMs += milliseconds - seen;
}
