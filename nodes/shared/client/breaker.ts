import { clock } from '../concurrency/clock';

/**
 * Requests in a row without an answer after which the service counts as down: as many as are under way at once, so that
 * each of them has been tried.
 */
export const MAX_UNANSWERED = 20;

/** The pause between two requests while the service is down: short enough that its return is noticed soon. */
export const TRY_INTERVAL_MS = 5_000;

/** A time in which the service does not answer. Times are those of the monotonic clock. */
interface Outage {
	/** When the next request may be sent. */
	nextAt: number;
	/** Since when each run has met the outage. */
	metAt: WeakMap<object, number>;
	/** The groups whose requests have been sent in it, in this order. */
	tried: Set<string>;
}

/**
 * Knows whether the service of an account answers. After {@link MAX_UNANSWERED} requests in a row without an answer of its
 * own, it counts as down: the first of those that wait is sent every {@link TRY_INTERVAL_MS}, as itself. One that fails goes
 * to the end of the line, so that one dead address holds up nobody. An answer with any status lets all go on. A run gives up
 * when it has met the outage for as long as it may wait; a run that starts later has its own time. Another worker of n8n
 * finds out by itself.
 */
export class Breaker {
	private unanswered = 0;

	private outage: Outage | undefined;

	get isDown(): boolean {
		return this.outage !== undefined;
	}

	/** When the next request may be sent, on the monotonic clock: in the past while the service answers. */
	get nextAt(): number {
		return this.outage?.nextAt ?? 0;
	}

	/** Counts a response, or its lack. */
	report(isAnswered: boolean): void {
		this.unanswered = isAnswered ? 0 : this.unanswered + 1;
		if (isAnswered) this.outage = undefined;
		if (this.unanswered < MAX_UNANSWERED || this.outage) return;
		const nextAt = clock.monotonic() + TRY_INTERVAL_MS;
		this.outage = { nextAt, metAt: new WeakMap(), tried: new Set() };
	}

	/** Notes that a request of a group is sent. */
	noteSending(group: string): void {
		if (!this.outage) return;
		this.outage.nextAt = clock.monotonic() + TRY_INTERVAL_MS;
		this.outage.tried.delete(group);
		this.outage.tried.add(group);
	}

	/** Returns the rank of a group in the line: those that have waited longest since their last request come first. */
	rankOf(group: string): number {
		return [...(this.outage?.tried ?? [])].indexOf(group);
	}

	/** Whether the time of a run is over before the next request may be sent. It begins when the run is first asked for. */
	isHopeless(run: object, maxWaitMs: number): boolean {
		if (!this.outage) return false;
		const { metAt, nextAt } = this.outage;
		const since = metAt.get(run) ?? clock.monotonic();
		metAt.set(run, since);
		return since + maxWaitMs < nextAt;
	}
}
