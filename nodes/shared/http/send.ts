import { clock, wait } from '../concurrency/clock';
import { limiterFor } from '../concurrency/limiter';
import { attempt } from './attempt';
import { parseBaseUrl } from './baseUrl';
import { credentialId, type ServiceContext } from './credential';
import { apiError, asNodeError, plainError } from './nodeErrors';
import { cancelSignal, type ServiceRequest } from './request';
import type { ServiceResponse } from './response';
import {
	backoff,
	isWorthRepeating,
	mayHaveHappened,
	type Outcome,
	RETRY_POLICY,
	retryAfter,
} from './retryPolicy';

function isRepeatable({ repeatable, options }: ServiceRequest): boolean {
	return repeatable ?? options.method !== 'POST';
}

/** Whether a deletion that was repeated found nothing left to delete: then it is done. */
function isDoneBefore({ options }: ServiceRequest, outcome: Outcome, attempts: number): boolean {
	const isGone = outcome.kind === 'status' && outcome.status === 404;
	return options.method === 'DELETE' && isGone && attempts > 1;
}

async function sendUntilAnswered(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<ServiceResponse> {
	const { retryPolicy = RETRY_POLICY } = request;
	const signal = cancelSignal(context);
	const limiter = limiterFor(`${request.options.baseURL} ${credentialId(context)}`);
	const start = clock.now();
	let throttled = false;
	for (let attempts = 1; ; attempts++) {
		const result = await limiter.run(
			async () => await attempt(context, request),
			request.createsCustomer ?? false,
			signal,
		);
		if ('response' in result) return { ...result.response, throttled };
		const { outcome } = result;
		if (isDoneBefore(request, outcome, attempts)) {
			return { status: 204, headers: {}, body: undefined, throttled };
		}
		const asked = outcome.kind === 'status' ? retryAfter(outcome.headers, clock.now()) : undefined;
		const pause = asked ?? backoff(attempts, clock.random());
		const isHopeless =
			attempts >= retryPolicy.attempts || clock.now() + pause - start > retryPolicy.totalMs;
		if (isWorthRepeating(outcome, isRepeatable(request))) {
			if (isHopeless) throw await apiError(context, request, outcome);
			if (outcome.kind === 'status' && outcome.status === 429) {
				limiter.pause(pause, request.createsCustomer ?? false);
				throttled = true;
			}
			await wait(pause, signal);
			continue;
		}
		if (!request.recover || !mayHaveHappened(outcome)) {
			throw await apiError(context, request, outcome);
		}
		const recovered = await request.recover(start).catch(async () => {
			throw await apiError(context, request, outcome);
		});
		if (recovered) return { ...recovered, throttled };
		if (isHopeless) throw await apiError(context, request, outcome);
	}
}

/**
 * Sends one request: in its turn, with retries where repeating is safe, to the base address and
 * nowhere else.
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
	return await asNodeError(context, async () => {
		const baseURL = parseBaseUrl(request.options.baseURL);
		return await sendUntilAnswered(context, {
			...request,
			options: { ...request.options, baseURL },
		});
	});
}
