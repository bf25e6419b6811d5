import type { IDataObject } from 'n8n-workflow';

import { CancelledError, clock, wait } from '../concurrency/clock';
import { type Limiter, limiterFor } from '../concurrency/limiter';
import { bodyOf } from '../json';
import { attempt } from './attempt';
import { parseBaseUrl } from '../reference/baseUrl';
import { credentialId, type ServiceContext, usesOAuth2 } from './credential';
import { apiError, asNodeError, plainError } from './nodeErrors';
import { lookFor } from './recovery';
import {
	cancelSignal,
	executionOf,
	ifLost,
	isRepeatable,
	isWrite,
	type ItemRequest,
	type ServiceRequest,
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

/** What has become of a request so far. */
interface Progress {
	attempts: number;
	/** By the monotonic clock, and by the wall clock. */
	firstSentAt?: { elapsed: number; now: number };
	/** Whether an answer is waited for. */
	isUnderWay: boolean;
	/** Whether an attempt may have been done although no usable answer came. */
	isUncertain: boolean;
	throttled: boolean;
}

/** The status alone decides, unless the record is what was asked for (docs/service.md, Errors). */
function judged(request: ServiceRequest, attempted: Attempted): Attempted {
	const { needsRecord } = request;
	if ('response' in attempted) {
		const { status } = attempted.response;
		const isThere = needsRecord === undefined || bodyOf(attempted.response)[needsRecord];
		if (isThere) return attempted;
		return { outcome: { kind: 'unusable', status, problem: noRecord(), isCut: false } };
	}
	const isUseful = isWrite(request) && needsRecord === undefined;
	if (attempted.outcome.kind !== 'unusable' || !isUseful) return attempted;
	return { response: { status: attempted.outcome.status, headers: {}, body: undefined } };
}

async function attemptInTurn(
	context: ServiceContext,
	request: ServiceRequest,
	progress: Progress,
	limiter: Limiter,
): Promise<Attempted> {
	const sendNow = async () => {
		progress.firstSentAt ??= { elapsed: clock.monotonic(), now: clock.now() };
		progress.attempts++;
		progress.isUnderWay = true;
		const attempted = judged(request, await attempt(context, request));
		progress.isUnderWay = false;
		return attempted;
	};
	const waiting = {
		group: executionOf(context),
		isRetry: progress.attempts > 0,
		signal: cancelSignal(context),
		createsCustomer: request.createsCustomer ?? false,
		spareMs: (request.retryPolicy ?? RETRY_POLICY).totalMs - elapsedSince(progress),
	};
	return await limiter.run(sendNow, waiting);
}

function elapsedSince({ firstSentAt }: Progress): number {
	return firstSentAt ? clock.monotonic() - firstSentAt.elapsed : 0;
}

/** Whether a deletion finds nothing left to delete because an earlier attempt has done it. */
function isDoneBefore({ options }: ServiceRequest, outcome: Outcome, progress: Progress): boolean {
	const isGone = outcome.kind === 'status' && outcome.status === 404;
	return options.method === 'DELETE' && isGone && progress.isUncertain;
}

/** Milliseconds before the next attempt: what the service asks for makes it later, never sooner. */
function pauseBefore(request: ServiceRequest, outcome: Outcome, { attempts }: Progress): number {
	const asked = outcome.kind === 'status' ? retryAfter(outcome.headers, clock.now()) : undefined;
	const { leastPauseMs = 0 } = request.retryPolicy ?? RETRY_POLICY;
	return Math.max(asked ?? 0, leastPauseMs, backoff(attempts, clock.random()));
}

/**
 * The limit on creations is shared with other workers, so that a creation may meet it more often than other requests
 * meet a fault: for it only the time counts.
 */
function retriesExhausted(
	request: ServiceRequest,
	outcome: Outcome,
	progress: Progress,
	pause: number,
) {
	const { attempts, totalMs } = request.retryPolicy ?? RETRY_POLICY;
	const isOnlyLimited = Boolean(request.createsCustomer) && isTooBusy(outcome);
	if (progress.attempts >= attempts && !isOnlyLimited) return true;
	return elapsedSince(progress) + pause > totalMs;
}

/** Attempts of a request that finds its access token expired each time. */
const MOST_RENEWALS = 4;

/**
 * n8n renews an access token once for each request. Where several are under way at the same time, the new one may have
 * expired as well: the request was refused, and can be sent again.
 */
function hasTokenExpired(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: Outcome,
	{ attempts }: Progress,
): boolean {
	const isOwnToken = Boolean(request.authenticatesItself) || request.customerToken !== undefined;
	if (isOwnToken || !usesOAuth2(context) || attempts >= MOST_RENEWALS) return false;
	return outcome.kind === 'status' && outcome.status === 401 && !outcome.isUnsent;
}

/** After a write whose answer was lost and that must not be repeated. */
async function recovered(
	context: ServiceContext,
	request: ServiceRequest,
	outcome: Outcome,
	{ firstSentAt }: Progress,
): Promise<Answer> {
	const since = firstSentAt?.now ?? clock.now();
	const found = await lookFor(request, since, cancelSignal(context)).catch((error: unknown) => {
		if (error instanceof CancelledError) throw error;
		return undefined;
	});
	if (found) return found;
	throw await apiError(context, request, outcome, true);
}

async function sendUntilAnswered(
	context: ServiceContext,
	request: ServiceRequest,
	progress: Progress,
): Promise<ServiceResponse> {
	const limiter = limiterFor(`${request.options.baseURL} ${credentialId(context)}`);
	for (;;) {
		const attempted = await attemptInTurn(context, request, progress, limiter);
		if ('response' in attempted) return { ...attempted.response, throttled: progress.throttled };
		const { outcome } = attempted;
		if (isDoneBefore(request, outcome, progress)) {
			return { ...NO_CONTENT, throttled: progress.throttled };
		}
		progress.isUncertain ||= isWrite(request) && mayHaveHappened(outcome);
		const isRepeated =
			isWorthRepeating(outcome, isRepeatable(request)) ||
			hasTokenExpired(context, request, outcome, progress);
		if (!isRepeated) {
			if (!progress.isUncertain) throw await apiError(context, request, outcome);
			const answer = await recovered(context, request, outcome, progress);
			return { ...answer, throttled: progress.throttled };
		}
		const pause = pauseBefore(request, outcome, progress);
		if (retriesExhausted(request, outcome, progress, pause)) {
			throw await apiError(context, request, outcome, progress.isUncertain);
		}
		if (isTooBusy(outcome)) {
			limiter.pause(pause, request.createsCustomer ?? false);
			progress.throttled = true;
		}
		await wait(pause, cancelSignal(context));
	}
}

/** What a cancelled write has done, as far as is known. */
function afterCancellation(request: ServiceRequest, progress: Progress): string {
	const isUncertain = progress.isUnderWay || progress.isUncertain;
	const lost = isUncertain ? ifLost(request) : undefined;
	return [lost, 'Nothing more is sent.'].filter(Boolean).join(' ');
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
	const { url } = request.options;
	if (!url.startsWith('/') || url.includes('/:')) {
		throw plainError(
			context,
			'The request has no complete address',
			'Check that every required parameter of the operation is filled in.',
		);
	}
	const progress: Progress = {
		attempts: 0,
		isUnderWay: false,
		isUncertain: false,
		throttled: false,
	};
	return await asNodeError(context, async () => {
		const options = { ...request.options, baseURL: parseBaseUrl(request.options.baseURL) };
		const sending = sendUntilAnswered(context, { ...request, options }, progress);
		return await sending.catch((error: unknown) => {
			if (!(error instanceof CancelledError)) throw error;
			throw plainError(context, error.message, afterCancellation(request, progress));
		});
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
