import type { IDataObject } from 'n8n-workflow';

import { CancelledError, clock, wait } from '../concurrency/clock';
import { type Limiter, limiterFor } from './rateLimits';
import { bodyOf } from '../json';
import { attempt } from './attempt';
import { credentialId, type ServiceContext, usesOAuth2 } from './credential';
import { apiError, asNodeError, described, plainError } from './errors';
import {
	ambiguousHintOf,
	cancelSignal,
	executionOf,
	isIdempotent,
	isWrite,
	type ItemRequest,
	type ServiceRequest,
	usesCredential,
} from './request';
import { type HttpResponse, missingRecordError, type ServiceResponse } from './response';
import {
	type AttemptResult,
	backoff,
	DEFAULT_RETRY_POLICY,
	isAmbiguous,
	isRateLimited,
	type RequestFailure,
	retryAfter,
	shouldRetry,
} from './retryPolicy';
import { pollUntil } from './pollUntil';
import { requireBaseUrl } from '../resources/baseUrl';

/** Attempts of a request that finds its access token expired each time. */
const MOST_RENEWALS = 4;

/** The status alone decides, unless the record is what was asked for (docs/service.md, Errors). */
function judged(request: ServiceRequest, attempted: AttemptResult): AttemptResult {
	const { needsRecord } = request;
	if ('response' in attempted) {
		const { status } = attempted.response;
		const isThere = needsRecord === undefined || bodyOf(attempted.response)[needsRecord];
		if (isThere) return attempted;
		return { outcome: { kind: 'unusable', status, problem: missingRecordError(), isCut: false } };
	}
	const { outcome } = attempted;
	const isDone = isWrite(request) && needsRecord === undefined && !outcome.isUnsent;
	if (outcome.kind !== 'unusable' || !isDone) return attempted;
	return { response: { status: outcome.status, headers: {}, body: undefined } };
}

/** One request and its answer, however many attempts it takes. */
export class RequestSender {
	private readonly limiter: Limiter;

	private readonly signal: AbortSignal | undefined;

	private attempts = 0;

	/** By the monotonic clock, and by the wall clock. */
	private firstSentAt: { elapsed: number; now: number } | undefined;

	/** Whether an answer is waited for. */
	private isUnderWay = false;

	/** Whether an attempt may have been done although no usable answer came. */
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
		const answer = await this.untilAnswered().catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			const lost = this.isUnderWay || this.isAmbiguous ? ambiguousHintOf(this.request) : undefined;
			throw plainError(this.context, error.message, described([lost, 'Nothing more is sent.']));
		});
		return { ...answer, path: this.request.options.url, throttled: this.throttled };
	}

	private async untilAnswered(): Promise<HttpResponse> {
		for (;;) {
			const attempted = await this.attemptInTurn();
			if ('response' in attempted) return attempted.response;
			const { outcome } = attempted;
			this.isAmbiguous ||= isWrite(this.request) && isAmbiguous(outcome);
			const isRepeated =
				shouldRetry(outcome, isIdempotent(this.request)) || this.hasTokenExpired(outcome);
			if (!isRepeated) return await this.recovered(outcome);
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

	/** Milliseconds before the next attempt: what the service asks for makes it later, never sooner. */
	private delayBefore(outcome: RequestFailure): number {
		const asked = outcome.kind === 'status' ? retryAfter(outcome.headers, clock.now()) : undefined;
		const { minDelayMs = 0 } = this.retryPolicy;
		return Math.max(asked ?? 0, minDelayMs, backoff(this.attempts, clock.random()));
	}

	/**
	 * The limit on creations is shared with other workers, so that a creation may meet it more often than other requests
	 * meet a fault: for it only the time counts.
	 */
	private retriesExhausted(outcome: RequestFailure, pause: number): boolean {
		const { attempts, totalMs } = this.retryPolicy;
		const isOnlyLimited = Boolean(this.request.createsCustomer) && isRateLimited(outcome);
		if (this.attempts >= attempts && !isOnlyLimited) return true;
		return this.elapsedMs + pause > totalMs;
	}

	/**
	 * n8n renews an access token once for each request. Where several are under way at the same time, the new one may
	 * have expired as well: the request was refused, and can be sent again.
	 */
	private hasTokenExpired(outcome: RequestFailure): boolean {
		const isRenewable = usesCredential(this.request) && usesOAuth2(this.context);
		if (!isRenewable || this.attempts >= MOST_RENEWALS) return false;
		return outcome.kind === 'status' && outcome.status === 401 && !outcome.isUnsent;
	}

	/** After a write whose answer was lost and that must not be repeated. */
	private async recovered(outcome: RequestFailure): Promise<HttpResponse> {
		if (!this.isAmbiguous) throw await this.failure(outcome);
		const since = this.firstSentAt?.now ?? clock.now();
		const found = await reconcile(this.request, since, this.signal).catch((error: unknown) => {
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

/** How long something is looked for: a new record can take seconds to appear in lists. */
const LOOKING_MS = 30_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

function delayAfter(looks: number): number {
	return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (looks - 1));
}

/**
 * Looks again and again whether a write has happened whose answer was lost. It is never sent again meanwhile: what is
 * not listed yet may still appear, and that it has not appeared proves nothing.
 */
export async function reconcile(
	{ reconcile }: ServiceRequest,
	since: number,
	signal?: AbortSignal,
): Promise<HttpResponse | undefined> {
	if (!reconcile) return undefined;
	return await pollUntil({
		look: async () => await reconcile(since),
		delayAfter,
		totalMs: LOOKING_MS,
		signal,
	});
}

/**
 * Sends one request: in its turn, with retries where repeating is safe, to the base address and nowhere else.
 *
 * @returns the answer, its status between 200 and 299
 * @throws NodeApiError with cause, remedy and the service's words, free of secrets; the item named
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

/** Reads something beside what an operation asks for, with its base address and headers. */
export async function sendGet(
	{ context, options }: ItemRequest,
	url: string,
	qs: IDataObject = {},
): Promise<ServiceResponse> {
	return await send(context, { options: { ...options, method: 'GET', url, body: undefined, qs } });
}
