import { clock, elapsed } from './clock';

/** Windows without a refusal before one more is tried for the first time, and at the most. */
const FIRST_CALM = 4;
const LONGEST_CALM = 16;

/** Windows in which a refusal is put down to what was tried last. */
const TRIAL = 2;

/** Windows between two tries as long as nothing is refused. */
const STEP = 2.5;

/** Refusals that have gone on for so many windows do not end by themselves. */
const PERSISTENT = 1.5;

/**
 * How many of a limit this process uses where others, of which it knows nothing, use it too: workers of n8n
 * that share no memory.
 *
 * The limit is dealt in permits, each good for one request a window, so that several workers whose permits
 * add up to the limit are never refused, whatever their timing. At the start each refusal costs a permit: what
 * remains with all workers together is the limit. Later, one more is tried after a calm time, and given back
 * when it meets a refusal; the calm time doubles with each try that failed, and starts anew with one that
 * succeeded, so that the share of a worker that has ended is soon taken. A refusal without a try of its own is
 * the trial of another worker, who will give way; only when it goes on does it cost a permit.
 */
export class AdaptiveLimit {
	private permits: number;

	private calm = FIRST_CALM;

	private nextTryAt = Infinity;

	private lastTryAt = -Infinity;

	private firstRefusalAt?: number;

	private lastRefusalAt = -Infinity;

	/** When the refusals began that go on now. */
	private refusedSince = 0;

	private lastLossAt = -Infinity;

	constructor(
		private readonly most: number,
		private readonly windowMs: number,
	) {
		this.permits = most;
	}

	/** Permits that may be used now. */
	get current(): number {
		const now = elapsed();
		if (this.permits < this.most && now >= this.nextTryAt) {
			this.permits++;
			this.lastTryAt = now;
			this.nextTryAt = now + STEP * this.windowMs;
		}
		return this.permits;
	}

	/** Milliseconds of the monotonic clock: when {@link current} may grow. */
	get growsAt(): number {
		return this.permits < this.most ? this.nextTryAt : Infinity;
	}

	accepted(): void {
		const wasTried = this.lastTryAt > this.lastRefusalAt;
		if (wasTried && elapsed() - this.lastTryAt > TRIAL * this.windowMs) this.calm = FIRST_CALM;
	}

	/** @returns whether the refusal costs a permit */
	refused(): boolean {
		const now = elapsed();
		this.firstRefusalAt ??= now;
		if (now - this.lastRefusalAt > TRIAL * this.windowMs) this.refusedSince = now;
		const isLost = this.permits > 1 && this.costsAPermit(now);
		if (isLost) {
			this.permits--;
			this.lastLossAt = now;
		}
		this.lastRefusalAt = now;
		// Not all workers at the same time.
		this.nextTryAt = now + this.calm * this.windowMs * (0.5 + clock.random());
		return isLost;
	}

	private costsAPermit(now: number): boolean {
		const since = (moment: number) => (now - moment) / this.windowMs;
		if (since(this.firstRefusalAt ?? now) < 1) return true;
		if (since(this.lastTryAt) >= TRIAL) {
			return since(this.refusedSince) > PERSISTENT && since(this.lastLossAt) > 1;
		}
		const isFirst = since(this.lastLossAt) > TRIAL;
		if (isFirst) this.calm = Math.min(LONGEST_CALM, this.calm * 2);
		return isFirst;
	}
}
