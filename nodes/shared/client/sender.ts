import { CancelledError, clock, wait } from '../concurrency/clock';
import { cancelSignal, credentialId, executionOf } from './context';
import { apiError, joinSentences } from './errors';
import { type Limiter, limiterFor } from './limiter';
import { pollUntil } from './poll';
import {
	ambiguousHintOf,
	DEFAULT_RETRY_POLICY,
	isWrite,
	type RequestOptions,
	type ServiceRequest,
} from './request';
import { type HttpResponse, NO_CONTENT, type ServiceResponse } from './response';
import { decide, isAmbiguous, isRateLimited, type RequestFailure } from './retry';
import type { AttemptResult, Transport } from './transport';

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;
const FIRST_LOOK_DELAY_MS = 500;
const LONGEST_LOOK_DELAY_MS = 5_000;

/** Sends one request, in as many attempts as it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** The time of the first attempt, by the monotonic and by the wall clock. */
	private firstSentAt: { elapsed: number; now: number } | undefined;

	/** Whether the write may have been carried out without a usable response, by an attempt that is under way too. */
	private isAmbiguous = false;

	private throttled = false;

	constructor(
		private readonly transport: Transport,
		private readonly request: ServiceRequest,
		private readonly options: RequestOptions,
	) {
		const { context, connection } = transport;
		this.limiter = limiterFor(`${connection.baseURL} ${credentialId(context)}`);
		this.signal = cancelSignal(context);
	}

	/**
	 * @returns the response, with a status between 200 and 299
	 * @throws NodeApiError with cause, remedy, the service's words and the item, free of secrets
	 */
	async response(): Promise<ServiceResponse> {
		const response = await this.untilAnswered().catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			throw new CancelledError(joinSentences([this.ambiguousHint, error.description]));
		});
		return { ...response, throttled: this.throttled };
	}

	private async untilAnswered(): Promise<HttpResponse> {
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { failure } = attempted;
			const decision = decide(failure, this.request, this.options, {
				attempts: this.attempts,
				elapsedMs: this.elapsedMs,
				isAmbiguous: this.isAmbiguous,
				random: clock.random(),
			});
			if (decision.kind === 'done') return NO_CONTENT;
			if (decision.kind === 'reconcile') return await this.reconcile(failure);
			if (decision.kind === 'fail') throw await this.errorFor(failure);
			if (isRateLimited(failure)) {
				this.limiter.pause(decision.afterMs, this.options.limit);
				this.throttled = true;
			}
			await wait(decision.afterMs, this.signal);
		}
	}

	private async attemptInTurn(): Promise<AttemptResult> {
		const { limit, retryPolicy = DEFAULT_RETRY_POLICY } = this.options;
		return await this.limiter.run(async () => await this.attempt(), {
			group: executionOf(this.transport.context),
			isRetry: this.attempts > 0,
			signal: this.signal,
			limit,
			maxWaitMs: retryPolicy.totalMs - this.elapsedMs,
		});
	}

	private async attempt(): Promise<AttemptResult> {
		this.firstSentAt ??= { elapsed: clock.monotonic(), now: clock.now() };
		this.attempts++;
		const wasAmbiguous = this.isAmbiguous;
		this.isAmbiguous = isWrite(this.request);
		const attempted = await this.transport.send(this.request, this.options);
		const isLost = 'failure' in attempted && isAmbiguous(attempted.failure);
		this.isAmbiguous = wasAmbiguous || (isLost && isWrite(this.request));
		return attempted;
	}

	private get elapsedMs(): number {
		return this.firstSentAt ? clock.monotonic() - this.firstSentAt.elapsed : 0;
	}

	private get ambiguousHint(): string | undefined {
		return this.isAmbiguous ? ambiguousHintOf(this.request, this.options) : undefined;
	}

	/**
	 * Polls until the effect of a write shows whose response was lost. The write is not repeated meanwhile: its effect may
	 * still appear. Throws the failure when nothing shows in half a minute, or the look-up fails itself.
	 */
	private async reconcile(failure: RequestFailure): Promise<HttpResponse> {
		const since = this.firstSentAt?.now ?? clock.now();
		const found = await pollUntil({
			look: async () => await this.options.reconcile?.(since),
			delayAfter: (looks) =>
				Math.min(LONGEST_LOOK_DELAY_MS, FIRST_LOOK_DELAY_MS * 2 ** (looks - 1)),
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
		return await apiError(this.transport, this.request, this.options, {
			failure,
			ambiguousHint: this.ambiguousHint,
			wasRetried: this.attempts > 1,
		});
	}
}
