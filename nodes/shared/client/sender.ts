import { CancelledError, clock, wait } from '../concurrency/clock';
import { parseMoment } from '../values/dates';
import { OutageError } from './breaker';
import { cancelSignal, credentialId, executionOf } from './context';
import { apiError, joinSentences, notTriedError } from './errors';
import { type Limiter, limiterFor } from './limiter';
import { pollUntil } from './pollUntil';
import {
	ambiguousHintOf,
	DEFAULT_RETRY_POLICY,
	isWrite,
	type OutgoingRequest,
	type ServiceRequest,
} from './request';
import { type HttpResponse, NO_CONTENT } from './response';
import { decide, isAmbiguous, isAnswered, isRateLimited, type RequestFailure } from './retry';
import { attempt, type AttemptResult } from './transport';

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;
const FIRST_LOOK_DELAY_MS = 500;
const MAX_LOOK_DELAY_MS = 5_000;

/** The request that finds out whether a service that was down answers again, with whatever status. */
const PROBE: ServiceRequest = { method: 'GET', path: '/products', query: { per_page: 1 } };
const PROBE_TIMEOUT_MS = 10_000;

/** Sends one request, in as many attempts as it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** Milliseconds in attempts and in the pauses between them; the time in the queue does not count. */
	private elapsedMs = 0;

	/** The time of the first attempt, by the wall clock of this machine. */
	private firstSentAt: number | undefined;

	/** Why the latest attempt failed. */
	private lastFailure: RequestFailure | undefined;

	/** Whether the write may have been carried out without a usable response, by an attempt that is under way too. */
	private isAmbiguous = false;

	constructor(private readonly outgoing: OutgoingRequest) {
		const { context, connection } = outgoing;
		this.limiter = limiterFor(`${connection.baseURL} ${credentialId(context)}`);
		this.signal = cancelSignal(context);
	}

	/**
	 * @returns the response, with a status between 200 and 299
	 * @throws NodeApiError with cause, remedy, the service's words and the item, free of secrets
	 */
	async response(): Promise<HttpResponse> {
		return await this.untilAnswered().catch(async (error: unknown) => {
			if (error instanceof OutageError) {
				throw this.lastFailure
					? await this.errorFor(this.lastFailure)
					: notTriedError(this.outgoing.context);
			}
			if (!(error instanceof CancelledError)) throw error;
			throw new CancelledError(joinSentences([this.ambiguousHint, error.description]));
		});
	}

	private async untilAnswered(): Promise<HttpResponse> {
		const { request, options } = this.outgoing;
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { failure } = attempted;
			const decision = decide(failure, request, options, {
				attempts: this.attempts,
				elapsedMs: this.elapsedMs,
				isAmbiguous: this.isAmbiguous,
				random: clock.random(),
			});
			if (decision.kind === 'done') return NO_CONTENT;
			if (decision.kind === 'reconcile') return await this.reconcile(failure);
			if (decision.kind === 'fail') throw await this.errorFor(failure);
			if (isRateLimited(failure)) this.limiter.pause(decision.afterMs, options.rateLimit);
			await wait(decision.afterMs, this.signal);
			this.elapsedMs += decision.afterMs;
		}
	}

	private async attemptInTurn(): Promise<AttemptResult> {
		const { context, options } = this.outgoing;
		const { attempts, totalMs } = options.retryPolicy ?? DEFAULT_RETRY_POLICY;
		return await this.limiter.run(async () => await this.attempt(), {
			group: executionOf(context),
			signal: this.signal,
			rateLimit: options.rateLimit,
			outage: {
				probe: async () => await this.probe(),
				maxWaitMs: totalMs - this.elapsedMs,
				isPatient: attempts === Infinity,
			},
		});
	}

	private async attempt(): Promise<AttemptResult> {
		const began = clock.monotonic();
		this.firstSentAt ??= clock.now();
		this.attempts++;
		const wasAmbiguous = this.isAmbiguous;
		this.isAmbiguous = isWrite(this.outgoing.request);
		const attempted = await attempt(this.outgoing);
		this.observe(attempted, this.outgoing.request);
		this.lastFailure = 'failure' in attempted ? attempted.failure : undefined;
		const isLost = this.lastFailure !== undefined && isAmbiguous(this.lastFailure);
		this.isAmbiguous = wasAmbiguous || (this.isAmbiguous && isLost);
		this.elapsedMs += clock.monotonic() - began;
		return attempted;
	}

	private async probe(): Promise<void> {
		const options = { timeoutMs: PROBE_TIMEOUT_MS };
		const attempted = await attempt({ ...this.outgoing, request: PROBE, options });
		this.observe(attempted, PROBE);
	}

	/** Records what an attempt shows of the service: whether it answers, and the time of its clock. */
	private observe(attempted: AttemptResult, request: ServiceRequest): void {
		const isAnswer = 'response' in attempted || isAnswered(attempted.failure, request);
		if (isAnswer !== undefined) this.limiter.breaker.report(isAnswer);
		const date = 'response' in attempted ? parseMoment(attempted.response.headers.date) : undefined;
		if (date !== undefined) this.limiter.clockOffsetMs = date - clock.now();
	}

	private get ambiguousHint(): string | undefined {
		const { request, options } = this.outgoing;
		return this.isAmbiguous ? ambiguousHintOf(request, options) : undefined;
	}

	/**
	 * Polls until the effect of a write shows whose response was lost. The write is not repeated meanwhile: its effect may
	 * still appear. Throws the failure when nothing shows in half a minute, or the look-up fails itself.
	 */
	private async reconcile(failure: RequestFailure): Promise<HttpResponse> {
		const since = () => (this.firstSentAt ?? clock.now()) + this.limiter.clockOffsetMs;
		const found = await pollUntil({
			look: async () => await this.outgoing.options.reconcile?.(since),
			delayAfter: (looks) => Math.min(MAX_LOOK_DELAY_MS, FIRST_LOOK_DELAY_MS * 2 ** (looks - 1)),
			totalMs: RECONCILING_MS,
			signal: this.signal,
		}).catch((error: unknown) => {
			if (error instanceof CancelledError) throw error;
			return undefined;
		});
		if (found) return found;
		throw await this.errorFor(failure);
	}

	private async errorFor(failure: RequestFailure) {
		return await apiError(this.outgoing, failure, {
			ambiguousHint: this.ambiguousHint,
			attempts: this.attempts,
		});
	}
}
