import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';

import type * as Concurrency from '../../nodes/shared/concurrency/clock';
import { built } from './built.mts';

const { clock } = built<typeof Concurrency>('shared/concurrency/clock');

const REAL = { ...clock };

/** Whether no test has replaced a function of the clock. */
export const isClockReal = (): boolean =>
	Object.entries(REAL).every(([name, real]) => Reflect.get(clock, name) === real);

export const putClockBack = (): void => {
	Object.assign(clock, REAL);
};

/** Milliseconds up to which a deadline uses the real timer: it bounds work that takes no time in tests. */
const SHORT_MS = 1000;

/** The most turns of the event loop that a request to the simulated service takes. */
const TURNS_OF_A_REQUEST = 4;

/** A clock that advances only when the code under test sleeps, or on {@link passDeadlines}. */
export class TurnedClock {
	now = Date.parse('2026-03-01T12:00:00Z');

	/** The sleeps so far, in milliseconds. */
	readonly waits: number[] = [];

	/** Called during each sleep. */
	whileWaiting: () => void = () => {};

	/** The deadlines so far, in milliseconds. */
	readonly deadlines: number[] = [];

	private open: Array<{ at: number; controller: AbortController }> = [];

	private readonly real = { ...clock };

	/** Replaces the functions of the clock; spies would record every call. */
	constructor() {
		clock.now = () => this.now;
		clock.monotonic = () => this.now;
		clock.sleep = async (milliseconds) => {
			this.now += milliseconds;
			this.waits.push(milliseconds);
			this.whileWaiting();
			// The requests that are under way end before the next sleep.
			for (let turn = 0; turn < TURNS_OF_A_REQUEST; turn++) await nextTurn();
		};
		clock.deadline = (milliseconds) => {
			this.deadlines.push(milliseconds);
			if (milliseconds <= SHORT_MS) return AbortSignal.timeout(milliseconds);
			const controller = new AbortController();
			this.open.push({ at: this.now + milliseconds, controller });
			return controller.signal;
		};
	}

	putBack(): void {
		// Restored later, a spy on this clock would put this clock in the place of the real one.
		vi.restoreAllMocks();
		Object.assign(clock, this.real);
	}

	/** Advances to the latest deadline and aborts all of them. */
	passDeadlines(): void {
		this.now = Math.max(this.now, ...this.open.map(({ at }) => at));
		for (const { controller } of this.open.splice(0)) controller.abort();
	}
}

interface Event {
	at: number;
	happen: () => void;
}

/**
 * Virtual time: when all code is waiting, the clock jumps to the next timer. Hours pass at once and reproducibly.
 */
export class VirtualTime {
	/** Milliseconds since the start. */
	now = 0;

	private readonly events: Event[] = [];

	constructor() {
		vi.spyOn(clock, 'now').mockImplementation(() => this.now);
		vi.spyOn(clock, 'monotonic').mockImplementation(() => this.now);
		vi.spyOn(clock, 'random').mockReturnValue(0.5);
		vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
			await this.sleep(milliseconds);
		});
		vi.spyOn(clock, 'deadline').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			this.add(milliseconds, () => controller.abort());
			return controller.signal;
		});
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => this.add(milliseconds, resolve));
	}

	private add(milliseconds: number, happen: () => void): void {
		const event = { at: this.now + Math.max(0, milliseconds), happen };
		const later = this.events.findIndex(({ at }) => at > event.at);
		this.events.splice(later < 0 ? this.events.length : later, 0, event);
	}

	/** Advances until `work` settles. */
	async until<T>(work: Promise<T>): Promise<T> {
		let isDone = false;
		const end = () => {
			isDone = true;
		};
		work.then(end, end);
		for (;;) {
			await new Promise(setImmediate);
			if (isDone) return await work;
			const event = this.events.shift();
			if (!event) throw new Error('All code is waiting and no timer is set');
			this.now = event.at;
			event.happen();
		}
	}
}
