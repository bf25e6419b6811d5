import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceContext } from './credential';
import type { Explanation } from './errorTexts';
import type { Answer } from './response';
import type { RetryPolicy } from './retryPolicy';

/** One request to the service. */
export interface ServiceRequest {
	/** n8n's options: method, `baseURL`, a `url` that begins with `/`, qs, body, headers. */
	options: IHttpRequestOptions;
	/**
	 * Whether the request carries itself what authenticates it (a client secret in its body or
	 * query); then the node's credential is not sent beside it.
	 */
	authenticatesItself?: boolean;
	/**
	 * A customer's own access token, sent in place of the node's credential. The operation decides
	 * this: n8n writes a bearer token of its own into the headers of what it has sent.
	 */
	customerToken?: string;
	/** Whether doing it twice is the same as doing it once; by default true but for POST. */
	repeatable?: boolean;
	/** Whether it counts against the limit on creating customers. */
	createsCustomer?: boolean;
	retryPolicy?: RetryPolicy;
	/**
	 * For a request that must not be repeated blindly and whose answer was lost: finds out whether
	 * it happened. Gives the answer if it did, `undefined` if it certainly did not.
	 *
	 * @throws Error when neither is certain
	 */
	recover?: (since: number) => Promise<Answer | undefined>;
	/** What may have happened when the answer is lost, and how to check; told in the error. */
	ifLost?: string;
	/** What a status means for this request, where it means more than for others. */
	explanations?: Record<number, Explanation>;
}

/** Ends what waits when the execution is cancelled. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
