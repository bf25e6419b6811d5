import { CancelledError, clock, wait } from '../concurrency/clock';
import { type Limiter, limiterFor } from '../concurrency/limiter';
import { bodyOf } from '../json';
import { attempt } from './attempt';
import { credentialId, type ServiceContext, usesOAuth2 } from './credential';
import { apiError, described, plainError } from './nodeErrors';
import { lookFor } from './recovery';
import {
	cancelSignal,
	executionOf,
	ifLost,
	isRepeatable,
	isWrite,
	type ServiceRequest,
	usesCredential,
} from './request';
import { type Answer, NO_CONTENT, noRecord, type ServiceResponse } from './response';
import {
	type Attempted,
	backoff,
	isTooBusy,
	isWorthRepeating,
	mayHaveHappened,
	type Outcome,
	RETRY_POLICY,
	retryAfter,
} from './retryPolicy';

/** Attempts of a request that finds its access token expired each time. */
const MOST_RENEWALS = 4;

/** The status alone decides, unless the record is what was asked for (docs/service.md, Errors). */
function judged(request: ServiceRequest, attempted: Attempted): Attempted {
	const { needsRecord } = request;
	if ('response' in attempted) {
		const { status } = attempted.response;
		const isThere = needsRecord === undefined || bodyOf(attempted.response)[needsRecord];
		if (isThere) return attempted;
		return { outcome: { kind: 'unusable', status, problem: noRecord(), isCut: false } };
	}
	const { outcome } = attempted;
	const isDone = isWrite(request) && needsRecord === undefined && !outcome.isUnsent;
	if (outcome.kind !== 'unusable' || !isDone) return attempted;
	return { response: { status: outcome.status, headers: {}, body: undefined } };
}

/** One request and its answer, however many attempts it takes. */
export class Exchange {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** By the monotonic clock, and by the wall clock. */
	private firstSentAt: { elapsed: number; now: number } | undefined;

	/** Whether an answer is waited for. */
	private isUnderWay = false;

	/** Whether an attempt may have been done although no usable answer came. */
	private isUncertain = false;

	private throttled = false;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: ServiceRequest,
	) {
		this.limiter = limiterFor(`${request.options.baseURL} ${credentialId(context)}`);
		this.signal = cancelSignal(context);
	}

	async response(): Promise<ServiceResponse> {
		const answer = await this.untilAnswered().catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			const lost = this.isUnderWay || this.isUncertain ? ifLost(this.request) : undefined;
			throw plainError(this.context, error.message, described([lost, 'Nothing more is sent.']));
		});
		return { ...answer, throttled: this.throttled };
	}

	private async untilAnswered(): Promise<Answer> {
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { outcome } = attempted;
			if (this.isDoneBefore(outcome)) return NO_CONTENT;
			this.isUncertain ||= isWrite(this.request) && mayHaveHappened(outcome);
			const isRepeated =
				isWorthRepeating(outcome, isRepeatable(this.request)) || this.hasTokenExpired(outcome);
			if (!isRepeated) return await this.recovered(outcome);
			const pause = this.pauseBefore(outcome);
			if (this.retriesExhausted(outcome, pause)) throw await this.failure(outcome);
			if (isTooBusy(outcome)) {
				this.limiter.pause(pause, this.request.createsCustomer ?? false);
				this.throttled = true;
			}
			await wait(pause, this.signal);
		}
	}

	private async attemptInTurn(): Promise<Attempted> {
		const sendNow = async () => {
			this.firstSentAt ??= { elapsed: clock.monotonic(), now: clock.now() };
			this.attempts++;
			this.isUnderWay = true;
			const attempted = judged(this.request, await attempt(this.context, this.request));
			this.isUnderWay = false;
			return attempted;
		};
		return await this.limiter.run(sendNow, {
			group: executionOf(this.context),
			isRetry: this.attempts > 0,
			signal: this.signal,
			createsCustomer: this.request.createsCustomer ?? false,
			spareMs: this.retryPolicy.totalMs - this.elapsedMs,
		});
	}

	private get retryPolicy() {
		return this.request.retryPolicy ?? RETRY_POLICY;
	}

	private get elapsedMs(): number {
		return this.firstSentAt ? clock.monotonic() - this.firstSentAt.elapsed : 0;
	}

	/** Whether a deletion finds nothing left to delete because an earlier attempt has done it. */
	private isDoneBefore(outcome: Outcome): boolean {
		const isGone = outcome.kind === 'status' && outcome.status === 404;
		return this.request.options.method === 'DELETE' && isGone && this.isUncertain;
	}

	/** Milliseconds before the next attempt: what the service asks for makes it later, never sooner. */
	private pauseBefore(outcome: Outcome): number {
		const asked = outcome.kind === 'status' ? retryAfter(outcome.headers, clock.now()) : undefined;
		const { leastPauseMs = 0 } = this.retryPolicy;
		return Math.max(asked ?? 0, leastPauseMs, backoff(this.attempts, clock.random()));
	}

	/**
	 * The limit on creations is shared with other workers, so that a creation may meet it more often than other requests
	 * meet a fault: for it only the time counts.
	 */
	private retriesExhausted(outcome: Outcome, pause: number): boolean {
		const { attempts, totalMs } = this.retryPolicy;
		const isOnlyLimited = Boolean(this.request.createsCustomer) && isTooBusy(outcome);
		if (this.attempts >= attempts && !isOnlyLimited) return true;
		return this.elapsedMs + pause > totalMs;
	}

	/**
	 * n8n renews an access token once for each request. Where several are under way at the same time, the new one may
	 * have expired as well: the request was refused, and can be sent again.
	 */
	private hasTokenExpired(outcome: Outcome): boolean {
		const isRenewable = usesCredential(this.request) && usesOAuth2(this.context);
		if (!isRenewable || this.attempts >= MOST_RENEWALS) return false;
		return outcome.kind === 'status' && outcome.status === 401 && !outcome.isUnsent;
	}

	/** After a write whose answer was lost and that must not be repeated. */
	private async recovered(outcome: Outcome): Promise<Answer> {
		if (!this.isUncertain) throw await this.failure(outcome);
		const since = this.firstSentAt?.now ?? clock.now();
		const found = await lookFor(this.request, since, this.signal).catch((error: unknown) => {
			if (error instanceof CancelledError) throw error;
			return undefined;
		});
		if (found) return found;
		throw await this.failure(outcome);
	}

	private async failure(outcome: Outcome) {
		return await apiError(this.context, this.request, outcome, this.isUncertain);
	}
}
