import { OperationalError } from 'n8n-workflow';

import { clock, MINUTE_MS, unlessCancelled, wait } from '../concurrency/clock';

/**
 * Attempts in a row without an answer after which the service counts as down: as many as are under way at once, so that
 * each of them has been tried.
 */
export const MAX_UNANSWERED = 20;

/** The pause before each probe. */
export const PROBE_INTERVAL_MS = 5_000;

/** How long requests wait for an answer: longer than a deployment of the service. */
export const MAX_OUTAGE_MS = MINUTE_MS;

/** Thrown to a request that has waited in vain for the service to answer. */
export class OutageError extends OperationalError {
	constructor() {
		super('The service does not answer');
	}
}

export interface OutageOptions {
	/** Sends a request that changes nothing, and reports its result with {@link Breaker.report}. */
	probe: () => Promise<void>;
	/** How long the request may wait. */
	maxWaitMs: number;
	/** Whether the request waits for all of that time, however long the service has been down. */
	isPatient?: boolean;
	signal?: AbortSignal | undefined;
}

/**
 * Holds all requests of an account back while the service does not answer: after {@link MAX_UNANSWERED} attempts in a row
 * without an answer, nothing is sent but a probe every {@link PROBE_INTERVAL_MS}. An answer to any of them lets all go on.
 * After {@link MAX_OUTAGE_MS} without one, all that wait fail, and so does each later request until a probe is answered.
 * Another worker of n8n finds out by itself.
 */
export class Breaker {
	private unanswered = 0;

	/** When the service began to count as down, on the monotonic clock; `undefined` while it answers. */
	private downSince: number | undefined;

	private nextProbeAt = 0;

	/** The probe that all waiting requests wait for. */
	private probing: Promise<void> | undefined;

	get isOpen(): boolean {
		return this.downSince !== undefined;
	}

	/** Counts an attempt. */
	report(isAnswered: boolean): void {
		this.unanswered = isAnswered ? 0 : this.unanswered + 1;
		if (isAnswered) this.downSince = undefined;
		if (this.unanswered < MAX_UNANSWERED || this.isOpen) return;
		this.downSince = clock.monotonic();
		this.nextProbeAt = this.downSince + PROBE_INTERVAL_MS;
	}

	/**
	 * Waits until the service answers.
	 *
	 * @throws OutageError when it has not answered in time
	 */
	async untilAnswering({ probe, maxWaitMs, isPatient, signal }: OutageOptions): Promise<void> {
		const ownEnd = clock.monotonic() + maxWaitMs;
		while (this.downSince !== undefined) {
			const end = isPatient ? ownEnd : Math.min(ownEnd, this.downSince + MAX_OUTAGE_MS);
			const now = clock.monotonic();
			if (now >= end && now < this.nextProbeAt) throw new OutageError();
			this.probing ??= this.probeOnce(probe);
			await unlessCancelled(this.probing, signal);
		}
	}

	/** Waits for its time and sends the probe, on behalf of all who wait. */
	private async probeOnce(probe: () => Promise<void>): Promise<void> {
		await wait(this.nextProbeAt - clock.monotonic());
		// The execution of the request that sends it may be cancelled: the next one sends another.
		if (this.isOpen) await probe().catch(() => {});
		this.nextProbeAt = clock.monotonic() + PROBE_INTERVAL_MS;
		this.probing = undefined;
	}
}
