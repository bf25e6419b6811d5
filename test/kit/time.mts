import { vi } from 'vitest';

import type * as ClockModule from '../../nodes/shared/concurrency/clock';
import { built } from './built.mts';

const { clock } = built<typeof ClockModule>('shared/concurrency/clock');

/** Deadlines up to this one, in milliseconds, pass by themselves: they bound what takes no time here. */
const SHORT_MS = 1000;

/** A clock that waiting moves on, and a held answer moves to all deadlines. */
export class TurnedClock {
	now = Date.parse('2026-03-01T12:00:00Z');

	/** The waits, in milliseconds. */
	readonly waits: number[] = [];

	/** What happens while somebody waits. */
	whileWaiting: () => void = () => {};

	/** The deadlines that were set, in milliseconds. */
	readonly deadlines: number[] = [];

	private open: Array<{ at: number; controller: AbortController }> = [];

	private readonly real = { ...clock };

	/** In the place of the real clock, not by spies: they would remember every look at it. */
	constructor() {
		clock.now = () => this.now;
		clock.monotonic = () => this.now;
		clock.sleep = async (milliseconds) => {
			this.now += milliseconds;
			this.waits.push(milliseconds);
			this.whileWaiting();
			await Promise.resolve();
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
		Object.assign(clock, this.real);
	}

	/** Lets time pass until every deadline is over. */
	passDeadlines(): void {
		this.now = Math.max(this.now, ...this.open.map(({ at }) => at));
		for (const { controller } of this.open.splice(0)) controller.abort();
	}
}

interface Event {
	at: number;
	happen: () => void;
}

/** Numbers between 0 and 1, the same for the same seed. */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * Time that passes only when everybody waits: then it goes on to the next moment at which somebody wakes. So hours
 * pass in no time, and always in the same way.
 */
export class VirtualTime {
	/** Milliseconds since the beginning. */
	now = 0;

	private readonly events: Event[] = [];

	/** @param start what the wall clock tells at the beginning, in milliseconds since the epoch */
	constructor(
		private readonly start: number,
		random: () => number = () => 0.5,
	) {
		vi.spyOn(clock, 'now').mockImplementation(() => this.start + this.now);
		vi.spyOn(clock, 'monotonic').mockImplementation(() => this.now);
		vi.spyOn(clock, 'random').mockImplementation(random);
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

	/** Lets time pass until the work is done. */
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
			if (!event) throw new Error('Everybody waits for something that never comes');
			this.now = event.at;
			event.happen();
		}
	}
}
