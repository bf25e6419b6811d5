import { CancelledError, clock, wait } from '../concurrency/clock';
import { bodyOf } from '../json';
import { cancelSignal, credentialId, executionOf } from './context';
import { apiError, joinSentences, plainError } from './errors';
import { type Limiter, limiterFor } from './limiter';
import { pollUntil } from './poll';
import {
	ambiguousHintOf,
	isIdempotent,
	isWrite,
	type RequestOptions,
	type ServiceRequest,
} from './request';
import {
	type HttpResponse,
	InvalidResponseError,
	missingRecordError,
	NO_CONTENT,
	type ServiceResponse,
} from './response';
import {
	decide,
	DEFAULT_RETRY_POLICY,
	isAmbiguous,
	isRateLimited,
	type RequestFailure,
	type RetryDecision,
	type RetryTraits,
} from './retry';
import type { AttemptResult, Transport } from './transport';

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;
const FIRST_LOOK_DELAY_MS = 500;
const LONGEST_LOOK_DELAY_MS = 5_000;

/** Returns why a response does not contain what the request needs; `undefined` for a usable one. */
async function findProblem(
	response: HttpResponse,
	{ needsField, assertUsable }: RequestOptions,
): Promise<InvalidResponseError | undefined> {
	if (needsField !== undefined && !bodyOf(response)[needsField]) return missingRecordError();
	const check = async () => void assertUsable?.(response);
	return await check().catch((error: unknown) => {
		if (error instanceof InvalidResponseError) return error;
		throw error;
	});
}

/** Sends one request, in as many attempts as it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private readonly traits: RetryTraits;

	private attempts = 0;

	/** The time of the first attempt, by the monotonic and by the wall clock. */
	private firstSentAt: { elapsed: number; now: number } | undefined;

	/** Whether an attempt is waiting for its response. */
	private isUnderWay = false;

	/** Whether an earlier attempt may have been carried out, although it got no usable response. */
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
		const { absentStatuses = [404], limit, reconcile, retryPolicy } = options;
		this.traits = {
			isIdempotent: isIdempotent(request, options),
			absentStatuses: request.method === 'DELETE' ? absentStatuses : [],
			sharesLimit: limit !== undefined,
			canReconcile: reconcile !== undefined,
			policy: retryPolicy ?? DEFAULT_RETRY_POLICY,
		};
	}

	/**
	 * @returns the response, with a status between 200 and 299
	 * @throws NodeApiError with cause, remedy, the service's words and the item, free of secrets
	 */
	async response(): Promise<ServiceResponse> {
		const response = await this.untilAnswered().catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			const isUnclear = this.isUnderWay || this.isAmbiguous;
			const hint = isUnclear ? ambiguousHintOf(this.request, this.options) : undefined;
			const description = joinSentences([hint, 'Nothing more is sent.']);
			throw plainError(this.transport.context, error.message, description);
		});
		return { ...response, throttled: this.throttled };
	}

	private async untilAnswered(): Promise<HttpResponse> {
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { failure } = attempted;
			const decision = this.decide(failure);
			this.isAmbiguous ||= isWrite(this.request) && isAmbiguous(failure);
			if (decision.kind === 'removed') return NO_CONTENT;
			if (decision.kind === 'reconcile') return await this.reconcile(failure);
			if (decision.kind === 'fail') throw await this.errorFor(failure);
			if (isRateLimited(failure)) {
				this.limiter.pause(decision.afterMs, this.options.limit);
				this.throttled = true;
			}
			await wait(decision.afterMs, this.signal);
		}
	}

	private decide(failure: RequestFailure): RetryDecision {
		return decide(failure, this.traits, {
			attempts: this.attempts,
			elapsedMs: this.elapsedMs,
			wasAmbiguous: this.isAmbiguous,
			now: clock.now(),
			random: clock.random(),
		});
	}

	private async attemptInTurn(): Promise<AttemptResult> {
		const sendNow = async () => {
			this.firstSentAt ??= { elapsed: clock.monotonic(), now: clock.now() };
			this.attempts++;
			this.isUnderWay = true;
			const attempted = await this.transport.send(this.request, this.options);
			this.isUnderWay = false;
			return await this.check(attempted);
		};
		return await this.limiter.run(sendNow, {
			group: executionOf(this.transport.context),
			isRetry: this.attempts > 0,
			signal: this.signal,
			limit: this.options.limit,
			maxWaitMs: this.traits.policy.totalMs - this.elapsedMs,
		});
	}

	/** The status alone decides about a write, unless its response must contain something (docs/service.md, Errors). */
	private async check(attempted: AttemptResult): Promise<AttemptResult> {
		if ('response' in attempted) {
			const problem = await findProblem(attempted.response, this.options);
			const { status } = attempted.response;
			return problem ? { failure: { kind: 'unusable', status, problem } } : attempted;
		}
		const { failure } = attempted;
		const isDone =
			failure.kind === 'unusable' &&
			!failure.isUnsent &&
			isWrite(this.request) &&
			this.options.needsField === undefined;
		return isDone
			? { response: { status: failure.status, headers: {}, body: undefined } }
			: attempted;
	}

	private get elapsedMs(): number {
		return this.firstSentAt ? clock.monotonic() - this.firstSentAt.elapsed : 0;
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
			wasAmbiguous: this.isAmbiguous,
			wasRetried: this.attempts > 1,
		});
	}
}
