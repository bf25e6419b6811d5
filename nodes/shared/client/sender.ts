import { CancelledError, clock, wait } from '../concurrency/clock';
import { parseMoment } from '../values/dates';
import { cancelSignal, credentialId, executionOf, runOf } from './context';
import { apiError, joinSentences, notTriedError } from './errors';
import { type Limiter, limiterFor, UnsentError } from './limiter';
import { pollUntil } from './pollUntil';
import {
	ambiguousHintOf,
	DEFAULT_RETRY_POLICY,
	isWrite,
	maxRateLimitedMsOf,
	type OutgoingRequest,
} from './request';
import { type HttpResponse, NO_CONTENT } from './response';
import {
	decide,
	isAmbiguous,
	isAnswered,
	isPageNotFound,
	isRateLimited,
	type RequestFailure,
} from './retry';
import { attempt, type AttemptResult } from './transport';

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;

/** The pauses between two looks: most records appear at once, and ten looks are no burden for the service. */
const FIRST_LOOK_DELAY_MS = 500;
const MAX_LOOK_DELAY_MS = 5_000;

/** Sends one request, in as many attempts as it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** How long the request has been tried, as {@link RetryPolicy} counts. */
	private readonly triedMs = { limited: 0, unanswered: 0 };

	/** Milliseconds of the latest attempt. */
	private attemptMs = 0;

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
			if (error instanceof UnsentError) throw await this.unsentError(error);
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
			if (this.isOfWebsite(failure)) throw await this.errorFor(failure);
			const kind = isRateLimited(failure) ? 'limited' : 'unanswered';
			const decision = decide(failure, request, options, {
				attempts: this.attempts,
				triedMs: this.triedMs[kind],
				attemptMs: this.attemptMs,
				isAmbiguous: this.isAmbiguous,
				random: clock.random(),
			});
			const { afterMs = 0 } = decision.kind === 'retry' ? decision : {};
			if (isRateLimited(failure)) {
				this.limiter.pause(Math.max(afterMs, failure.retryAfterMs ?? 0), options.rateLimit);
			}
			if (decision.kind === 'done') return NO_CONTENT;
			if (decision.kind === 'reconcile') return await this.reconcile(failure);
			if (decision.kind === 'fail') throw await this.errorFor(failure);
			await wait(afterMs, this.signal);
			this.triedMs[kind] += this.attemptMs + afterMs;
		}
	}

	private async attemptInTurn(): Promise<AttemptResult> {
		const { context, options } = this.outgoing;
		const policy = options.retryPolicy ?? DEFAULT_RETRY_POLICY;
		const { isDown } = this.limiter;
		const began = clock.monotonic();
		const start = async () => {
			if (isDown) this.triedMs.unanswered += clock.monotonic() - began;
			return await this.attempt();
		};
		return await this.limiter.run(start, {
			group: executionOf(context),
			run: runOf(context) ?? this,
			signal: this.signal,
			rateLimit: options.rateLimit,
			maxOutageMs: policy.totalMs,
			maxPauseMs: maxRateLimitedMsOf(policy),
		});
	}

	private async attempt(): Promise<AttemptResult> {
		const began = clock.monotonic();
		this.firstSentAt ??= clock.now();
		this.attempts++;
		const wasAmbiguous = this.isAmbiguous;
		this.isAmbiguous = isWrite(this.outgoing.request);
		const attempted = await attempt(this.outgoing);
		this.observe(attempted);
		this.lastFailure = 'failure' in attempted ? attempted.failure : undefined;
		const isLost = this.lastFailure !== undefined && isAmbiguous(this.lastFailure);
		this.isAmbiguous = wasAmbiguous || (this.isAmbiguous && isLost);
		this.attemptMs = clock.monotonic() - began;
		return attempted;
	}

	/** Whether the Base URL is that of a website: it answers 404 with a page, and the service has never answered. */
	private isOfWebsite(failure: RequestFailure): boolean {
		return isPageNotFound(failure) && !this.limiter.hasAnswered;
	}

	/** Records what an attempt shows of the service: whether it answers, and the time of its clock. */
	private observe(attempted: AttemptResult): void {
		if ('failure' in attempted && this.isOfWebsite(attempted.failure)) return;
		const isAnswer =
			'response' in attempted || isAnswered(attempted.failure, this.outgoing.request);
		if (isAnswer !== undefined) this.limiter.report(isAnswer);
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

	/** Returns the error of a request that gave up in line. An attempt that was answered 429 counts as none. */
	private async unsentError({ pauseMs }: UnsentError) {
		const failure = this.lastFailure;
		const wasTried = failure && (this.isAmbiguous || !isRateLimited(failure));
		return wasTried
			? await this.errorFor(failure)
			: notTriedError(this.outgoing.context, { pauseMs, wasSent: failure !== undefined });
	}

	private async errorFor(failure: RequestFailure) {
		return await apiError(this.outgoing, failure, {
			ambiguousHint: this.ambiguousHint,
			attempts: this.attempts,
			isOfWebsite: this.isOfWebsite(failure),
		});
	}
}
