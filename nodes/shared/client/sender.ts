import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CancelledError, clock, wait } from '../concurrency/concurrency';
import { type Limiter, limiterFor } from './limiter';
import { bodyOf } from '../json';
import { attempt } from './transport';
import {
	ambiguousHintOf,
	cancelSignal,
	credentialId,
	executionOf,
	isIdempotent,
	isWrite,
	type ItemRequest,
	type RequestOverrides,
	type ServiceContext,
	type ServiceRequest,
	usesCredential,
	usesOAuth2,
} from './request';
import { apiError, asNodeError, described, plainError } from './errors';
import { type HttpResponse, missingRecordError, type ServiceResponse } from './response';
import {
	type AttemptResult,
	backoff,
	DEFAULT_RETRY_POLICY,
	isAmbiguous,
	isRateLimited,
	pollUntil,
	type RequestFailure,
	retryAfter,
	shouldRetry,
} from './retry';
import { requireBaseUrl } from '../resources/resources';

/** Attempts of a request that finds its access token expired each time. */
const MOST_RENEWALS = 4;

/** How long reconciliation polls: a new record can take seconds to appear in lists. */
const RECONCILING_MS = 30_000;
const FIRST_LOOK_DELAY_MS = 500;
const LONGEST_LOOK_DELAY_MS = 5_000;

/**
 * Turns the result of an attempt into the result of the request: the status alone decides, unless the request needs a
 * record (docs/service.md, Errors).
 */
function judged(request: ServiceRequest, attempted: AttemptResult): AttemptResult {
	const { needsRecord, isRecord = () => true } = request;
	if ('response' in attempted) {
		const { status } = attempted.response;
		const body = bodyOf(attempted.response);
		if (needsRecord === undefined || (body[needsRecord] && isRecord(body))) return attempted;
		return { outcome: { kind: 'unusable', status, problem: missingRecordError(), isCut: false } };
	}
	const { outcome } = attempted;
	const isDone = isWrite(request) && needsRecord === undefined && !outcome.isUnsent;
	if (outcome.kind !== 'unusable' || !isDone) return attempted;
	return { response: { status: outcome.status, headers: {}, body: undefined } };
}

/** Sends one request, in as many attempts as it takes. */
class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** The time of the first attempt, by the monotonic and by the wall clock. */
	private firstSentAt: { elapsed: number; now: number } | undefined;

	/** Whether an attempt is waiting for its response. */
	private isUnderWay = false;

	/** Whether an earlier attempt may have been carried out, although it got no usable response. */
	private isAmbiguous = false;

	private throttled = false;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: ServiceRequest,
	) {
		this.limiter = limiterFor(`${request.options.baseURL} ${credentialId(context)}`);
		this.signal = cancelSignal(context);
	}

	async response(): Promise<ServiceResponse> {
		const response = await this.untilAnswered().catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			const lost = this.isUnderWay || this.isAmbiguous ? ambiguousHintOf(this.request) : undefined;
			throw plainError(this.context, error.message, described([lost, 'Nothing more is sent.']));
		});
		return { ...response, path: this.request.options.url, throttled: this.throttled };
	}

	private async untilAnswered(): Promise<HttpResponse> {
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { outcome } = attempted;
			this.isAmbiguous ||= isWrite(this.request) && isAmbiguous(outcome);
			const canRepeat = shouldRetry(outcome, isIdempotent(this.request));
			if (!canRepeat && !this.hasTokenExpired(outcome)) return await this.reconciled(outcome);
			const pause = this.delayBefore(outcome);
			if (this.retriesExhausted(outcome, pause)) throw await this.failure(outcome);
			if (isRateLimited(outcome)) {
				this.limiter.pause(pause, this.request.createsCustomer ?? false);
				this.throttled = true;
			}
			await wait(pause, this.signal);
		}
	}

	private async attemptInTurn(): Promise<AttemptResult> {
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
			maxWaitMs: this.retryPolicy.totalMs - this.elapsedMs,
		});
	}

	private get retryPolicy() {
		return this.request.retryPolicy ?? DEFAULT_RETRY_POLICY;
	}

	private get elapsedMs(): number {
		return this.firstSentAt ? clock.monotonic() - this.firstSentAt.elapsed : 0;
	}

	/** Returns the milliseconds before the next attempt. `Retry-After` makes the delay longer, never shorter. */
	private delayBefore(outcome: RequestFailure): number {
		const asked = outcome.kind === 'status' ? retryAfter(outcome.headers, clock.now()) : undefined;
		const { minDelayMs = 0 } = this.retryPolicy;
		return Math.max(asked ?? 0, minDelayMs, backoff(this.attempts, clock.random()));
	}

	/** Creations share their limit across workers, so a 429 does not use up an attempt. */
	private retriesExhausted(outcome: RequestFailure, pause: number): boolean {
		const { attempts, totalMs } = this.retryPolicy;
		const isOnlyLimited = Boolean(this.request.createsCustomer) && isRateLimited(outcome);
		if (this.attempts >= attempts && !isOnlyLimited) return true;
		return this.elapsedMs + pause > totalMs;
	}

	/**
	 * Whether the access token has expired. n8n renews it once for each request; with several requests at once the new
	 * token may have expired as well. The request was refused, so it can be repeated.
	 */
	private hasTokenExpired(outcome: RequestFailure): boolean {
		const isRenewable = usesCredential(this.request) && usesOAuth2(this.context);
		if (!isRenewable || this.attempts >= MOST_RENEWALS) return false;
		return outcome.kind === 'status' && outcome.status === 401 && !outcome.isUnsent;
	}

	/**
	 * Polls until the effect of a write shows whose response was lost. The write is not repeated meanwhile: its effect may
	 * still appear. Throws the failure when nothing shows in half a minute, or the look-up fails itself.
	 */
	private async reconciled(outcome: RequestFailure): Promise<HttpResponse> {
		const { reconcile } = this.request;
		if (!reconcile || !this.isAmbiguous) throw await this.failure(outcome);
		const since = this.firstSentAt?.now ?? clock.now();
		const found = await pollUntil({
			look: async () => await reconcile(since),
			delayAfter: (looks) =>
				Math.min(LONGEST_LOOK_DELAY_MS, FIRST_LOOK_DELAY_MS * 2 ** (looks - 1)),
			totalMs: RECONCILING_MS,
			signal: this.signal,
		}).catch((error: unknown) => {
			if (error instanceof CancelledError) throw error;
			return undefined;
		});
		if (found) return found;
		throw await this.failure(outcome);
	}

	private async failure(outcome: RequestFailure) {
		return await apiError(this.context, this.request, outcome, this.isAmbiguous);
	}
}

/**
 * Sends one request to the base URL, within the rate limits, and retries it where repeating is safe.
 *
 * @returns the response, with a status between 200 and 299
 * @throws NodeApiError with cause, remedy, the service's words and the item, free of secrets
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<ServiceResponse> {
	const { url, baseURL } = request.options;
	if (!url.startsWith('/') || url.includes('/:')) {
		throw plainError(
			context,
			'The request has no complete address',
			'Check that every required parameter of the operation is filled in.',
		);
	}
	return await asNodeError(context, async () => {
		const options = { ...request.options, baseURL: requireBaseUrl(baseURL) };
		return await new RequestSender(context, { ...request, options }).response();
	});
}

/** Sends a GET request with the base URL and headers of an operation's own request. */
export async function sendGet(
	{ context, options }: ItemRequest,
	url: string,
	qs: IDataObject = {},
	overrides: RequestOverrides = {},
): Promise<ServiceResponse> {
	const own: IHttpRequestOptions = { ...options, method: 'GET', url, body: undefined, qs };
	return await send(context, { ...overrides, options: own });
}
