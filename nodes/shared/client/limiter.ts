import { OperationalError } from 'n8n-workflow';

import { clock, MINUTE_MS, unlessCancelled, wait } from '../concurrency/clock';
import { FairQueue } from '../concurrency/fairQueue';
import { Semaphore } from '../concurrency/semaphore';
import { Breaker } from './breaker';

/** Maximum concurrent requests to one service with one key, so that 5,000 items do not open 5,000 connections. */
export const MAX_CONCURRENT_REQUESTS = 20;

/** One place more, for a group that has none: when the requests of a run hang, those of other runs go on. */
const PLACES = MAX_CONCURRENT_REQUESTS + 1;

/** Maximum pause that a request waits for. The service asks for longer ones when the account has to be left alone. */
export const MAX_PAUSE_MS = 2 * MINUTE_MS;

/** Maximum delay of other requests after a 429 that asks for no longer pause than {@link MAX_PAUSE_MS}. */
export const MAX_SHARED_PAUSE_MS = 10_000;

/**
 * The documented rate limit (docs/developers/service.md, Limits): at most `count` creations start within any `windowMs`, a second with
 * a margin for differences in latency, because the service counts by arrival. A creation that arrives too early, or finds
 * the limit used up by other workers, is answered 429 and repeated.
 */
export const CREATION_LIMIT = { count: 5, windowMs: 1040 };

/** Thrown to a request that is not sent because the service does not answer, or asks for a pause. */
export class UnsentError extends OperationalError {
	/** @param pauseMs how long the pause lasts; `undefined` where the service does not answer */
	constructor(readonly pauseMs?: number) {
		super('The request was not sent');
	}
}

interface LimiterOptions {
	/** Groups take turns; each execution is a group. */
	group?: string;
	/** What the requests of one run of a node share: they wait together for a service that does not answer. */
	run: object;
	/** How long the run waits for a service that does not answer. */
	maxOutageMs: number;
	/** How long the request waits for the end of a pause. */
	maxPauseMs: number;
	/** The rate limit that the request counts against, beside the limit on concurrent requests. */
	rateLimit?: 'creation' | undefined;
	signal?: AbortSignal | undefined;
}

/** A request that waits for its turn. */
interface Waiter extends LimiterOptions {
	group: string;
	start: () => void;
	fail: (error: UnsentError) => void;
}

/**
 * Sends the requests of this process to one service with one key, in the order of their groups' turns. A request has a place
 * only while it is under way: whatever it waits for, it waits in line, and keeps its turn. A request that hangs holds its own
 * place and no other's turn: the groups with the fewest requests under way come first, and no group takes the last place
 * beside others of its own.
 */
export class Limiter {
	private readonly breaker = new Breaker();

	private readonly line = new FairQueue<Waiter>();

	/** The number of requests under way by group. */
	private readonly underWay = new Map<string, number>();

	private places = PLACES;

	/** Whether a timer is set for the time at which the next request may start. */
	private isTimerSet = false;

	/** Creations wait for their rate limit one after the other. */
	private readonly creationTurn = new Semaphore(1);

	/** Times of the latest creations, oldest first. Milliseconds of the monotonic clock. */
	private creations: number[] = [];

	private pausedUntil = 0;

	/** Milliseconds by which the clock of the service is ahead of this machine's, by the latest response. */
	clockOffsetMs = 0;

	/** Whether the service has answered a request of this process. */
	hasAnswered = false;

	/** Whether the service does not answer. */
	get isDown(): boolean {
		return this.breaker.isDown;
	}

	/**
	 * Pauses all requests after a 429. The 429 of a request with a rate limit of its own pauses no others while it asks for
	 * no more than two of its windows.
	 */
	pause(milliseconds: number, rateLimit?: LimiterOptions['rateLimit']): void {
		if (rateLimit && milliseconds <= 2 * CREATION_LIMIT.windowMs) return;
		const isLong = milliseconds > MAX_PAUSE_MS;
		const shared = isLong ? milliseconds : Math.min(milliseconds, MAX_SHARED_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, clock.monotonic() + shared);
		this.giveUp();
	}

	/** Notes whether a request got an answer of the service's own. */
	report(isAnswered: boolean): void {
		this.hasAnswered ||= isAnswered;
		this.breaker.report(isAnswered);
		if (isAnswered) this.startNext();
		else this.giveUp();
	}

	/**
	 * Runs a request when it may start.
	 *
	 * @throws UnsentError when the service does not answer in time, or asks for too long a pause
	 */
	async run<T>(request: () => Promise<T>, options: LimiterOptions): Promise<T> {
		const end = await (options.rateLimit ? this.beginCreation(options) : this.begin(options));
		try {
			return await request();
		} finally {
			end();
		}
	}

	/** Waits for a place in line. Returns the function that frees the place. */
	private async begin({ group = '', ...options }: LimiterOptions): Promise<() => void> {
		const reason = this.reasonToGiveUp(options);
		if (reason && this.opensAt > clock.monotonic()) throw reason;
		await this.turn(group, options);
		return () => this.end(group);
	}

	private async turn(group: string, options: LimiterOptions): Promise<void> {
		let isStarted = false;
		const started = new Promise<void>((resolve, fail) => {
			const start = () => {
				isStarted = true;
				resolve();
			};
			this.line.add(group, { ...options, group, start, fail });
		});
		this.startNext();
		await unlessCancelled(started, options.signal).catch((error: unknown) => {
			this.line.removeIf(({ signal }) => signal !== undefined && signal.aborted);
			// A place that was given at the moment of the cancellation goes to the next request.
			if (isStarted) this.end(group);
			throw error;
		});
	}

	private end(group: string): void {
		this.places++;
		this.count(group, -1);
		this.startNext();
	}

	private count(group: string, difference: number): void {
		const count = (this.underWay.get(group) ?? 0) + difference;
		if (count > 0) this.underWay.set(group, count);
		else this.underWay.delete(group);
	}

	/** When the next request may start, on the monotonic clock. */
	private get opensAt(): number {
		return Math.max(this.pausedUntil, this.breaker.nextAt);
	}

	/** Starts the requests that may start, and sets a timer for the next one. */
	private startNext(): void {
		while (this.places > 0 && !this.line.isEmpty) {
			if (this.opensAt > clock.monotonic()) {
				void this.startLater();
				return;
			}
			const next = this.line.shift((group) => this.rankOf(group));
			if (!next) return;
			this.places--;
			this.count(next.group, 1);
			this.breaker.noteSending(next.group);
			next.start();
		}
	}

	private rankOf(group: string): number | undefined {
		const count = this.underWay.get(group) ?? 0;
		if (count > 0 && this.places === 1) return undefined;
		return this.isDown ? this.breaker.rankOf(group) : count;
	}

	private async startLater(): Promise<void> {
		if (this.isTimerSet) return;
		this.isTimerSet = true;
		await clock.sleep(this.opensAt - clock.monotonic());
		this.isTimerSet = false;
		this.giveUp();
		this.startNext();
	}

	/** Fails the requests that would wait in vain. */
	private giveUp(): void {
		this.line.removeIf((waiting) => {
			const reason = this.reasonToGiveUp(waiting);
			if (reason) waiting.fail(reason);
			return reason !== undefined;
		});
	}

	private reasonToGiveUp({
		run,
		maxOutageMs,
		maxPauseMs,
	}: LimiterOptions): UnsentError | undefined {
		const pauseMs = this.pausedUntil - clock.monotonic();
		if (pauseMs > Math.max(maxPauseMs, MAX_SHARED_PAUSE_MS)) return new UnsentError(pauseMs);
		return this.breaker.isHopeless(run, maxOutageMs) ? new UnsentError() : undefined;
	}

	/** Also waits for the rate limit, without a place, which other requests may use meanwhile. */
	private async beginCreation(options: LimiterOptions): Promise<() => void> {
		const { count, windowMs } = CREATION_LIMIT;
		const endTurn = await this.creationTurn.acquire(options.group, options.signal);
		try {
			const [oldest = 0] = this.creations;
			const isUsedUp = this.creations.length === count;
			if (isUsedUp) await wait(oldest + windowMs - clock.monotonic(), options.signal);
			const end = await this.begin(options);
			this.creations = [...this.creations, clock.monotonic()].slice(-count);
			return end;
		} finally {
			endTurn();
		}
	}
}

const limiters = new Map<string, Limiter>();

/** Returns the limiter of a service and key, which all executions of the process share. */
export function limiterFor(key: string): Limiter {
	const limiter = limiters.get(key) ?? new Limiter();
	limiters.set(key, limiter);
	return limiter;
}
