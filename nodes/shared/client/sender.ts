import { CancelledError, clock, wait } from '../concurrency/clock';
import { cancelSignal, credentialId, executionOf } from './context';
import { apiError, joinSentences } from './errors';
import { type Limiter, limiterFor } from './limiter';
import { pollUntil } from './pollUntil';
import { ambiguousHintOf, isWrite, type OutgoingRequest } from './request';
import { type HttpResponse, NO_CONTENT } from './response';
import { decide, isAmbiguous, isRateLimited, type RequestFailure } from './retry';
import { attempt, type AttemptResult } from './transport';

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;
const FIRST_LOOK_DELAY_MS = 500;
const MAX_LOOK_DELAY_MS = 5_000;

/** Sends one request, in as many attempts as it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** Milliseconds in attempts and in the pauses between them; the time in the queue does not count. */
	private elapsedMs = 0;

	/** The time of the first attempt, by the wall clock. */
	private firstSentAt: number | undefined;

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
		return await this.untilAnswered().catch((error: unknown) => {
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
		return await this.limiter.run(async () => await this.attempt(), {
			group: executionOf(context),
			signal: this.signal,
			rateLimit: options.rateLimit,
		});
	}

	private async attempt(): Promise<AttemptResult> {
		const began = clock.monotonic();
		this.firstSentAt ??= clock.now();
		this.attempts++;
		const wasAmbiguous = this.isAmbiguous;
		this.isAmbiguous = isWrite(this.outgoing.request);
		const attempted = await attempt(this.outgoing);
		const isLost = 'failure' in attempted && isAmbiguous(attempted.failure);
		this.isAmbiguous = wasAmbiguous || (this.isAmbiguous && isLost);
		this.elapsedMs += clock.monotonic() - began;
		return attempted;
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
		const since = this.firstSentAt ?? clock.now();
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
			wasRetried: this.attempts > 1,
		});
	}
}
