import { sleep } from 'n8n-workflow';

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
 * Settles as the promise does, or rejects when the signal aborts.
 *
 * @param own a signal without other listeners, since adding one takes time in proportion to their number
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

/** Runs `work` until it settles, times out or is cancelled. Does not wait for work that ignores its signal. */
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

/** Maximum time without yielding. n8n needs several turns of the event loop to answer a request. */
const LONGEST_TURN_MS = 20;

/** Maps values one after the other, and yields to the event loop now and then. */
export async function mapYielding<T, R>(values: T[], step: (value: T) => R): Promise<R[]> {
	const results: R[] = [];
	let turnBegan = clock.monotonic();
	for (const value of values) {
		if (clock.monotonic() - turnBegan >= LONGEST_TURN_MS) {
			await clock.sleep(0);
			turnBegan = clock.monotonic();
		}
		results.push(step(value));
	}
	return results;
}

/** Waits until all promises are settled, then returns their values or throws the first failure. */
export async function settleAll<T>(all: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(all);
	return await Promise.all(all);
}

/** How a caller waits. */
export interface AcquireOptions {
	/** Groups take turns; each execution is a group. */
	group?: string;
	/** Whether the caller goes before the others of its group, because it has waited before. */
	isRetry?: boolean;
	signal?: AbortSignal | undefined;
}

/** Allows `capacity` holders at once. The others wait in a fair queue. */
export class Semaphore {
	private free: number;

	private readonly waiting = new FairQueue<() => void>();

	constructor(capacity: number) {
		this.free = capacity;
	}

	async runExclusive<T>(work: () => Promise<T>, turn: AcquireOptions = {}): Promise<T> {
		await this.take(turn);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	private async take({ group = '', isRetry, signal }: AcquireOptions): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		let step = () => {};
		const turn = new Promise<void>((resolve) => {
			step = resolve;
		});
		this.waiting.add(group, step, isRetry);
		await unlessCancelled(turn, signal).catch(async (error: unknown) => {
			// A slot that was given at the moment of the cancellation goes to the next caller.
			if (!this.waiting.remove(group, step)) this.give();
			return await Promise.reject(error);
		});
	}

	private give(): void {
		const next = this.waiting.take();
		if (next) next();
		else this.free++;
	}
}

/**
 * A queue that serves its groups round robin, and the entries of a group in order of arrival: a group with one entry does
 * not wait behind a group with thousands.
 */
export class FairQueue<T> {
	/** The next group comes first. */
	private readonly groups = new Map<string, T[]>();

	add(group: string, entry: T, isFirst = false): void {
		const entries = this.groups.get(group);
		if (!entries) this.groups.set(group, [entry]);
		else if (isFirst) entries.unshift(entry);
		else entries.push(entry);
	}

	take(): T | undefined {
		const [next] = this.groups;
		if (!next) return undefined;
		const [group, entries] = next;
		const entry = entries.shift();
		this.groups.delete(group);
		if (entries.length > 0) this.groups.set(group, entries);
		return entry;
	}

	remove(group: string, entry: T): boolean {
		const entries = this.groups.get(group) ?? [];
		const index = entries.indexOf(entry);
		if (index < 0) return false;
		entries.splice(index, 1);
		if (entries.length === 0) this.groups.delete(group);
		return true;
	}
}

/** By key: settles after all work that has been started for the key. */
const settled = new Map<string, Promise<unknown>>();

/** Runs the work for one key one at a time, in the order of the calls, across all executions of this process. */
export async function withKeyedMutex<T>(
	key: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const before = settled.get(key) ?? Promise.resolve();
	const mine = unlessCancelled(before, signal).then(work);
	// Also after a cancelled wait, later work waits for the work before it.
	const both = Promise.allSettled([before, mine]);
	settled.set(key, both);
	try {
		return await mine;
	} finally {
		if (settled.get(key) === both) settled.delete(key);
	}
}
