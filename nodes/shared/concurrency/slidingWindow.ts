import { clock, wait } from './clock';
import { Semaphore } from './semaphore';

/** A request that is not answered by then is taken to have arrived. */
const LONGEST_WAY_MS = 500;

/** Starts without a refusal after which one more is tried within a window. */
const CALM_STARTS = 10;

/** When a request was sent, and when it was answered: it arrived at the service in between. */
interface Start {
	sentAt: number;
	answeredAt?: number;
	answer: Promise<void>;
}

/**
 * At most `count` arrivals at the service within any `windowMs`, in the order of asking; fewer for a
 * while after the service was too busy all the same, because another process shares its limit.
 */
export class SlidingWindow {
	private starts: Start[] = [];

	private readonly turn = new Semaphore(1);

	private allowed: number;

	private calmStarts = 0;

	private lastRefusal = -Infinity;

	/** Milliseconds. Nothing was sent and answered in less so far. */
	private shortestRoundTrip = Infinity;

	constructor(
		private readonly count: number,
		private readonly windowMs: number,
	) {
		this.allowed = count;
	}

	/**
	 * Resolves when the next start is due, and not while `paused` lasts.
	 *
	 * @returns to be called when the request was answered
	 */
	async next(paused: () => Promise<void>, signal?: AbortSignal): Promise<() => void> {
		return await this.turn.hold(async () => {
			await this.due(signal);
			await paused();
			return this.started();
		}, signal);
	}

	/**
	 * How long before its answer a request has arrived, and before its arrival the next one can be
	 * sent, at the least: half of what both ways together have always taken.
	 */
	private get head(): number {
		return Number.isFinite(this.shortestRoundTrip) ? this.shortestRoundTrip / 2 : 0;
	}

	/** The window begins when a request has arrived for certain, however long its way was. */
	private async due(signal?: AbortSignal): Promise<void> {
		const earlier = this.starts.at(-this.allowed);
		if (!earlier) return;
		const latest = earlier.sentAt + LONGEST_WAY_MS;
		if (earlier.answeredAt === undefined) {
			await Promise.race([earlier.answer, wait(latest - clock.now(), signal)]);
		}
		const arrivedAt = Math.min(earlier.answeredAt ?? latest, latest);
		await wait(arrivedAt + this.windowMs - this.head - clock.now(), signal);
	}

	private started(): () => void {
		let tell = () => {};
		const answer = new Promise<void>((resolve) => {
			tell = resolve;
		});
		const start: Start = { sentAt: clock.now(), answer };
		this.starts = [...this.starts, start].slice(-this.count);
		this.calmStarts++;
		if (this.calmStarts >= CALM_STARTS && this.allowed < this.count) {
			this.allowed++;
			this.calmStarts = 0;
		}
		return () => {
			start.answeredAt = clock.now();
			this.shortestRoundTrip = Math.min(this.shortestRoundTrip, start.answeredAt - start.sentAt);
			tell();
		};
	}

	/** Halves the pace; the refusals of one window count once. */
	slowDown(): void {
		this.calmStarts = 0;
		if (clock.now() - this.lastRefusal < this.windowMs) return;
		this.lastRefusal = clock.now();
		this.allowed = Math.max(1, Math.floor(this.allowed / 2));
	}
}
