import {
	type IDataObject,
	type IHttpRequestOptions,
	jsonParse,
	NodeOperationError,
	UnexpectedError,
	UserError,
} from 'n8n-workflow';

import { CancelledError, clock, withDeadline } from '../concurrency/clock';
import { asObject, isObject } from '../data/json';
import { cancelSignal, credentialType, type ServiceContext, usesOAuth2 } from './context';
import type { OutgoingRequest, RequestOptions } from './request';
import {
	type HttpResponse,
	InvalidResponseError,
	isWebPage,
	readBody,
	WebPageError,
} from './response';
import { isTlsFailure, type RequestFailure, retryAfter } from './retry';
import { isWithheld } from './testMode';

/** The user agent of every request. A test compares its version with the package's. */
export const USER_AGENT = 'n8n-nodes-video-subscription/0.1.0';

/**
 * Maximum duration of one attempt unless the user sets a time-out. The time-out of axios counts silence only: a response
 * that arrives byte by byte would never end.
 */
export const DEADLINE_MS = 60_000;

/** The result of one attempt: the response, or the reason why there is none. */
export type AttemptResult = { response: HttpResponse } | { failure: RequestFailure };

/** Returns an error and its causes, outermost first. */
function chain(error: unknown): IDataObject[] {
	return isObject(error) ? [error, ...chain(error.cause)] : [];
}

/** The code of n8n's error when the service refused the client of an OAuth2 token request. */
const CLIENT_REFUSED = 'EAUTH';

/** The message of n8n's error when the response to its token request contains no access token. */
const TOKENLESS = 'Unable to sign without access token';

/** System calls of Node.js that fail before anything is sent. */
const BEFORE_SENDING = ['connect', 'getaddrinfo'];

/** Codes of connections that were never made. An error for several addresses of a host names no system call. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const TOKEN_PATH = '/oauth/token';

/** Whether n8n's own request for an access token failed, so that the request itself was not sent. */
function isOfTokenRequest({ config, code, message }: IDataObject): boolean {
	if (message === TOKENLESS || code === CLIENT_REFUSED || code === 'ESTATUS') return true;
	return isObject(config) && String(config.url).endsWith(TOKEN_PATH);
}

/** Whether an error says that no trusted connection was made, so that nothing was sent. */
function isBeforeSending({ syscall, code }: IDataObject): boolean {
	if (syscall !== undefined) return BEFORE_SENDING.includes(String(syscall));
	return NOT_CONNECTED.includes(String(code)) || isTlsFailure(String(code));
}

/** Finds n8n's error for a request that it blocked, for example to a restricted address, with n8n's advice. */
export function findBlock(error: unknown): UserError | NodeOperationError | undefined {
	const links: unknown[] = chain(error);
	return links.find((link) => link instanceof UserError || link instanceof NodeOperationError);
}

/** Returns the response in an error of n8n, which is that to n8n's own token request or to the request itself. */
function responseIn({
	response,
	status,
	body,
	code,
	message,
}: IDataObject): Array<Parameters<typeof failureOfStatus>[0]> {
	if (message === TOKENLESS) return [{ status: 200 }];
	if (isObject(response) && typeof response.status === 'number') {
		return [{ status: response.status, headers: response.headers, body: response.data }];
	}
	if (typeof status === 'number' && body !== undefined) return [{ status, body }];
	return code === CLIENT_REFUSED ? [{ status: 401, body }] : [];
}

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** Returns the failure of a refusal, or of a success that n8n throws because its body could not be read. */
export function failureOfStatus(
	{ status, headers, body }: { status: number; headers?: unknown; body?: unknown },
	isUnsent = false,
): RequestFailure {
	if (!isSuccess(status)) {
		const retryAfterMs = retryAfter(asObject(headers), clock.now());
		// The status decides, even where the body cannot be parsed.
		const value: unknown =
			typeof body === 'string' ? jsonParse(body, { fallbackValue: null }) : body;
		return {
			kind: 'status',
			status,
			retryAfterMs,
			body: value,
			...(isWebPage(body) && { isWebPage: true }),
			isUnsent,
		};
	}
	if (isWebPage(body)) return { kind: 'unusable', status, error: new WebPageError(), isUnsent };
	const error = isUnsent
		? new InvalidResponseError(
				'The service returned no access token',
				'Check the Base URL of the credential, save the credential again, then try again.',
			)
		: new InvalidResponseError(
				'The response of the service was cut off',
				'Check the connection between n8n and the service, then try again.',
			);
	return { kind: 'unusable', status, error, isUnsent };
}

/** Converts an error of n8n. n8n throws some responses: a refused token request, a 401 after renewing the token. */
function failureOfError(error: unknown, path: string, isThroughProxy: boolean): RequestFailure {
	const links = chain(error);
	const isUnsent = path !== TOKEN_PATH && links.some(isOfTokenRequest);
	const [response] = links.flatMap(responseIn);
	if (response) return failureOfStatus(response, isUnsent);
	const block = findBlock(error);
	if (block) return { kind: 'blocked', error: block, isUnsent: true };
	const code = links.map((link) => link.code).find((value) => typeof value === 'string');
	return {
		kind: 'connection',
		code: String(code ?? 'ERR_NETWORK'),
		isUnsent: isUnsent || links.some(isBeforeSending),
		isThroughProxy,
	};
}

/** Builds n8n's options. The only place that does. */
function httpOptions(
	{ connection, request, options }: OutgoingRequest,
	isRenewable: boolean,
): IHttpRequestOptions {
	const { method, path, query = {}, body = {} } = request;
	const { customerToken } = options;
	return {
		...connection,
		method,
		url: path,
		qs: query,
		...(method !== 'GET' && { body }),
		// A new object for each request: n8n writes the bearer token of OAuth2 into the headers it gets.
		headers: {
			'User-Agent': USER_AGENT,
			...connection.headers,
			...(customerToken !== undefined && { Authorization: `Bearer ${customerToken}` }),
		},
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		// Credentials are sent to the origin of the Base URL only.
		disableFollowRedirect: true,
		// With OAuth2, n8n throws every refusal, and `failureOfError` reads it: n8n renews an expired token after a 401.
		ignoreHttpStatusErrors: !isRenewable,
	};
}

/** n8n ends a request that it authenticates with the signal of its context, and with no other. */
function withSignal(context: ServiceContext, signal: AbortSignal): ServiceContext {
	const name = 'getExecutionCancelSignal';
	return new Proxy(context, {
		has: (target, key) => key === name || Reflect.has(target, key),
		get: (target, key): unknown => (key === name ? () => signal : Reflect.get(target, key)),
	});
}

async function readResponse(
	raw: unknown,
	{ assertUsable }: RequestOptions,
): Promise<AttemptResult> {
	const { statusCode: status, headers, body } = asObject(raw);
	if (typeof status !== 'number') return { failure: { kind: 'connection', code: 'ERR_NETWORK' } };
	if (!isSuccess(status)) return { failure: failureOfStatus({ status, headers, body }) };
	const read = async () => {
		const response = { status, headers: asObject(headers), body: readBody(body) };
		assertUsable?.(response);
		return { response };
	};
	return await read().catch((error: unknown): AttemptResult => {
		if (error instanceof InvalidResponseError) {
			return { failure: { kind: 'unusable', status, error } };
		}
		throw error;
	});
}

/** Sends a request with n8n's request helpers. The only code that knows them. */
async function send(outgoing: OutgoingRequest, abortSignal: AbortSignal): Promise<unknown> {
	const { context, options } = outgoing;
	if (options.authenticatesItself || options.customerToken !== undefined) {
		return await context.helpers.httpRequest({ ...httpOptions(outgoing, false), abortSignal });
	}
	return await context.helpers.httpRequestWithAuthentication.call(
		withSignal(context, abortSignal),
		credentialType(context),
		{ ...httpOptions(outgoing, usesOAuth2(context)), abortSignal },
	);
}

/**
 * Sends a request once, within its deadline. Does not wait for a request that ignores its signal.
 *
 * @throws CancelledError when the execution is cancelled
 */
export async function attempt(outgoing: OutgoingRequest): Promise<AttemptResult> {
	const { context, connection, request, options } = outgoing;
	// The client has answered it. Whatever else may come to send: no write passes here in test mode.
	if (await isWithheld(context, request, options)) {
		throw new UnexpectedError('A write was to be sent in test mode');
	}
	const { timeout = 0, proxy } = connection;
	// For axios, 0 is no time-out at all.
	const longest = timeout > 0 ? timeout : DEADLINE_MS;
	const deadline = Math.min(longest, options.timeoutMs ?? longest);
	const work = async (signal: AbortSignal) => await send(outgoing, signal);
	return await withDeadline(work, deadline, cancelSignal(context)).then(
		async (response) => await readResponse(response, options),
		(error: unknown) => {
			if (error instanceof CancelledError) throw error;
			return { failure: failureOfError(error, request.path, proxy !== undefined) };
		},
	);
}
