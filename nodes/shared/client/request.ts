import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	PreSendAction,
} from 'n8n-workflow';

import { asObject } from '../json';

import type { Explanation } from './errorTexts';
import type { HttpResponse } from './response';
import type { RetryPolicy } from './retry';

/** The context of a request: an operation, a searchable list, or the trigger. */
export type ServiceContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

export function usesOAuth2(context: ServiceContext): boolean {
	return context.getNodeParameter('authentication', 'apiKey') === 'oAuth2';
}

export function credentialType(context: ServiceContext): string {
	return usesOAuth2(context) ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
}

/** Returns the ID of the node's credential; empty where n8n gave none. */
export function credentialId(context: ServiceContext): string {
	return context.getNode().credentials?.[credentialType(context)]?.id ?? '';
}

export async function credentialData(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(credentialType(context));
}

/** The request of an item. Its base URL and headers apply to everything that is sent for the item. */
export interface ItemRequest {
	context: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
}

/** How a request differs from an ordinary one. */
export interface RequestOverrides {
	/** Whether the request holds its own authentication (a client secret), so that the node's credential is not added. */
	authenticatesItself?: boolean;
	/**
	 * A customer's own access token, sent in place of the node's credential. The operation decides this: n8n writes a
	 * bearer token of its own into the headers of what it has sent.
	 */
	customerToken?: string;
	/** Whether repeating the request has no further effect. Default: true for every method but POST. */
	idempotent?: boolean;
	/**
	 * The field without which the response to a write is of no use. Other writes succeed by their status, whatever their
	 * body (docs/service.md, Errors).
	 */
	needsRecord?: 'access_token' | 'code' | 'id';
	/** Whether a response with that field holds the record that was asked for. Default: true. */
	isRecord?: (body: IDataObject) => boolean;
	/** Whether the request counts against the rate limit of `POST /customers`. */
	createsCustomer?: boolean;
	retryPolicy?: RetryPolicy;
	/**
	 * Looks once whether a write took effect whose response was lost. Returns the response if it did, `undefined` if
	 * nothing shows (yet), and throws where looking again is of no use.
	 */
	reconcile?: (since: number) => Promise<HttpResponse | undefined>;
	/** What the error says when the response is lost: what may have happened, and how to check. */
	ambiguousHint?: string;
	/** Explanations of statuses that mean something special for this request. */
	explanations?: Record<number, Explanation>;
}

/** Returns the overrides for the request of an item. */
export type RequestOverridesFor = (request: ItemRequest) => RequestOverrides;

export interface ServiceRequest extends RequestOverrides {
	/** n8n's options: method, `baseURL`, a `url` that begins with `/`, qs, body, headers. */
	options: IHttpRequestOptions;
}

/** Returns the signal that aborts when the execution is cancelled. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Returns the group whose requests take turns with those of other groups: an execution, or the node of a trigger or list. */
export function executionOf(context: ServiceContext): string {
	const id: unknown = 'getItemIndex' in context ? context.getExecutionId() : undefined;
	return typeof id === 'string' ? id : context.getNode().id;
}

/** Whether n8n authenticates the request with the credential of the node. */
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
		? 'It may have been done anyway: look at the record, or run this again, which does no harm.'
		: 'It may have been done anyway: look whether it was, before you run this again.';
}

/** The user agent of every request. A test compares its version with the package's. */
export const USER_AGENT = 'n8n-nodes-video-subscription/0.1.0';

/** The part of a request that a parameter is sent in: the body of PUT, POST and DELETE, the query of GET. */
export type RequestPart = 'body' | 'qs';

/**
 * Replaces the URL of a request that must not be sent. n8n copies the options between the steps, and every copy keeps the
 * URL, to which nothing can be sent.
 */
const REFUSED = 'refused:';

/** The options of a request, with the error of a step that refused it. */
type Options = DeclarativeRestApiSettings.HttpRequestOptions & { refusal?: unknown };

/**
 * Returns a step that validates or changes the request before it is sent, in place. The operation throws the errors of
 * `change`, because n8n does not pair an error of a step with its input item.
 */
export function preSend(
	change: (context: IExecuteSingleFunctions, options: IHttpRequestOptions) => void | Promise<void>,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options) {
		if (options.url === REFUSED) return options;
		try {
			await change(this, options);
		} catch (error) {
			Object.assign(options, { url: REFUSED, refusal: error });
		}
		return options;
	};
}

/** Throws the error of a step before sending. */
export function assertNotRefused(options: Options): void {
	if (options.url === REFUSED) throw options.refusal;
}

/**
 * Returns a step that adds the client of the OAuth2 credential to the request. The endpoints under `/oauth` authenticate
 * by it (docs/service.md, Access tokens), so no token or key is sent.
 */
export function withClient(place: RequestPart): PreSendAction {
	return preSend(async (context: IExecuteSingleFunctions, options) => {
		const { clientId, clientSecret } = await credentialData(context);
		options[place] = {
			...asObject(options[place]),
			client_id: clientId,
			client_secret: clientSecret,
		};
	});
}
