import { AdaptiveLimit } from './adaptiveLimit';
import { elapsed, wait } from './clock';
import { RoundTrip } from './roundTrip';
import { Semaphore, type Turn } from './semaphore';

/** A request that is not answered by then is taken to have arrived. */
const LONGEST_WAY_MS = 500;

/** A request that was sent: it arrives at the service before its answer. Milliseconds of the monotonic clock. */
interface Sent {
	at: number;
	answeredAt?: number;
}

/** To be called when a request of the window was answered. */
export type Answered = (wasRefused: boolean) => void;

/**
 * At most `count` arrivals at the service within any `windowMs`, as one process can see to it; fewer where
 * others use the limit too (see {@link AdaptiveLimit}).
 *
 * The service counts from arrival to arrival, and when a request arrives, nobody here knows: a window that was
 * counted from sending would be too short whenever a slow request is followed by a quick one. So a window begins
 * when the request has arrived for certain: with its answer. Waiting for all of that would cost a way there and
 * back each time. But the answer has come a way, and the next request will go one; what both take at the least
 * is learnt ({@link RoundTrip}) and taken off.
 */
export class SlidingWindow {
	/** Those whose window is not over. */
	private sent: Sent[] = [];

	private readonly turn = new Semaphore(1);

	private readonly roundTrip = new RoundTrip();

	private readonly limit: AdaptiveLimit;

	constructor(
		count: number,
		private readonly windowMs: number,
	) {
		this.limit = new AdaptiveLimit(count, windowMs);
	}

	/**
	 * Resolves when the next request may be sent.
	 *
	 * @param paused waits as long as nothing is to be sent at all
	 * @throws CancelledError
	 */
	async next(paused: () => Promise<void>, turn: Turn = {}): Promise<Answered> {
		const start = async () => {
			await this.due(turn.signal);
			await paused();
			return this.start();
		};
		return await this.turn.hold(start, turn);
	}

	/** When its window is over, at the earliest: one that is under way may be answered now. */
	private overAt({ at, answeredAt }: Sent): number {
		const arrivedAt = answeredAt ?? Math.max(elapsed(), at + this.roundTrip.lowerBound);
		return Math.min(arrivedAt, at + LONGEST_WAY_MS) + this.windowMs - this.roundTrip.lowerBound;
	}

	private async due(signal?: AbortSignal): Promise<void> {
		for (;;) {
			const now = elapsed();
			this.sent = this.sent.filter((one) => this.overAt(one) > now);
			const inTheWay = this.sent.length - this.limit.current;
			const ends = this.sent.map((one) => this.overAt(one)).sort((a, b) => a - b);
			const end = inTheWay < 0 ? undefined : ends[inTheWay];
			if (end === undefined) return;
			await wait(Math.ceil(Math.min(end, this.limit.growsAt) - now), signal);
		}
	}

	private start(): Answered {
		const sent: Sent = { at: elapsed() };
		this.sent.push(sent);
		return (wasRefused) => {
			sent.answeredAt = elapsed();
			this.roundTrip.learn(sent.answeredAt - sent.at);
			if (!wasRefused) this.limit.accepted();
			// What cost a permit does not stand in the way of the others.
			else if (this.limit.refused()) this.sent = this.sent.filter((one) => one !== sent);
		};
	}
}
