import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceContext } from './credential';
import type { Explanation } from './errorTexts';
import type { HttpResponse } from './response';
import type { RetryPolicy } from './retryPolicy';

/** The request of an item, whose base address and headers count for all that is sent for the item. */
export interface ItemRequest {
	context: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
}

export interface ServiceRequest {
	/** n8n's options: method, `baseURL`, a `url` that begins with `/`, qs, body, headers. */
	options: IHttpRequestOptions;
	/** Whether it carries what authenticates it (a client secret); then the node's credential is not sent beside it. */
	authenticatesItself?: boolean;
	/**
	 * A customer's own access token, sent in place of the node's credential. The operation decides this: n8n writes a
	 * bearer token of its own into the headers of what it has sent.
	 */
	customerToken?: string;
	/** Whether doing it twice is the same as doing it once; by default true but for POST. */
	idempotent?: boolean;
	/**
	 * The field without which the answer to a write is of no use. Other writes have succeeded when their status says so,
	 * whatever their body (docs/service.md, Errors).
	 */
	needsRecord?: 'access_token' | 'code' | 'id';
	/** Whether it counts against the limit on creating customers. */
	createsCustomer?: boolean;
	retryPolicy?: RetryPolicy;
	/**
	 * For a write that must not be repeated and whose answer was lost: looks once whether it happened. Gives the answer
	 * if it did, `undefined` if it is not to be seen (yet), and throws when looking again is of no use.
	 */
	reconcile?: (since: number) => Promise<HttpResponse | undefined>;
	/** What may have happened when the answer is lost, and how to check; it stands in the error. */
	ambiguousHint?: string;
	/** What a status means for this request, where it means more than for others. */
	explanations?: Record<number, Explanation>;
}

/** Ends what waits when the execution is cancelled. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Whose requests take turns with those of others: an execution, or a trigger or list of a node. */
export function executionOf(context: ServiceContext): string {
	const id: unknown = 'getItemIndex' in context ? context.getExecutionId() : undefined;
	return typeof id === 'string' ? id : context.getNode().id;
}

/** Whether n8n authenticates it with the credential of the node. */
export function usesCredential({ authenticatesItself, customerToken }: ServiceRequest): boolean {
	return !authenticatesItself && customerToken === undefined;
}

export function isWrite({ options }: ServiceRequest): boolean {
	return options.method !== undefined && options.method !== 'GET';
}

export function isIdempotent({ idempotent, options }: ServiceRequest): boolean {
	return idempotent ?? options.method !== 'POST';
}

export function ambiguousHintOf(request: ServiceRequest): string | undefined {
	if (!isWrite(request)) return undefined;
	if (request.ambiguousHint !== undefined) return request.ambiguousHint;
	return isIdempotent(request)
		? 'It may have been done all the same: look at the record, or run this again, which does no harm.'
		: 'It may have been done all the same: look whether it was, before you run this again.';
}

/** With which every request is sent, so that the service's support can see who calls; a test compares the version. */
export const USER_AGENT = 'n8n-nodes-video-subscription/0.1.0';
