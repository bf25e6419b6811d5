import { clock, unlessCancelled, wait } from './clock';

/** Requests under way at once to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** `POST /customers` is limited to 5 requests per second (spec, Limits). */
export const CUSTOMER_CREATIONS_PER_WINDOW = 5;

export const CUSTOMER_CREATION_WINDOW_MS = 1000;

/** A request that is not answered by then is taken to have arrived. */
const LONGEST_WAY_MS = 500;

/** At most `capacity` holders at once; the others wait in line. */
class Slots {
	private free: number;

	private readonly line: Array<() => void> = [];

	constructor(capacity: number) {
		this.free = capacity;
	}

	async hold<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		await this.take(signal);
		try {
			return await work();
		} finally {
			this.give();
		}
	}

	private async take(signal?: AbortSignal): Promise<void> {
		if (this.free > 0) {
			this.free--;
			return;
		}
		let step = () => {};
		const turn = new Promise<void>((resolve) => {
			step = resolve;
		});
		this.line.push(step);
		await unlessCancelled(turn, signal).catch(async (error: Error) => {
			const place = this.line.indexOf(step);
			// A turn that came together with the cancellation goes to the next in line.
			if (place < 0) this.give();
			else this.line.splice(place, 1);
			return await Promise.reject(error);
		});
	}

	private give(): void {
		const next = this.line.shift();
		if (next) next();
		else this.free++;
	}
}

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
class Pace {
	private starts: Start[] = [];

	private readonly turn = new Slots(1);

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

/** What all requests to one service with one key share within this process. */
export class Limiter {
	private readonly slots = new Slots(MAX_CONCURRENT_REQUESTS);

	private readonly customerCreations = new Pace(
		CUSTOMER_CREATIONS_PER_WINDOW,
		CUSTOMER_CREATION_WINDOW_MS,
	);

	private pausedUntil = 0;

	/** The service was too busy: nobody starts before it said it will listen again. */
	pause(milliseconds: number, createsCustomer: boolean): void {
		this.pausedUntil = Math.max(this.pausedUntil, clock.now() + milliseconds);
		if (createsCustomer) this.customerCreations.slowDown();
	}

	/**
	 * Runs one request when its turn has come.
	 *
	 * @param createsCustomer whether it counts against the limit on creating customers
	 * @throws CancelledError, and what the request throws
	 */
	async run<T>(
		request: () => Promise<T>,
		createsCustomer: boolean,
		signal?: AbortSignal,
	): Promise<T> {
		const paused = async () => await wait(this.pausedUntil - clock.now(), signal);
		if (createsCustomer) {
			const answered = await this.customerCreations.next(paused, signal);
			try {
				return await request();
			} finally {
				answered();
			}
		}
		return await this.slots.hold(async () => {
			await paused();
			return await request();
		}, signal);
	}
}

const limiters = new Map<string, Limiter>();

/** The limiter of a service and key; several executions in one process share it. */
export function limiterFor(key: string): Limiter {
	const known = limiters.get(key);
	if (known) return known;
	const limiter = new Limiter();
	limiters.set(key, limiter);
	return limiter;
}
