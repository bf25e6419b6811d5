import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { CancelledError, unlessCancelled, withDeadline } from '../concurrency/concurrency';
import { asObject, isObject } from '../json';
import {
	cancelSignal,
	credentialData,
	credentialId,
	credentialType,
	type ServiceContext,
	type ServiceRequest,
	USER_AGENT,
	usesCredential,
	usesOAuth2,
} from './request';
import { InvalidResponseError, readBody } from './response';
import { type AttemptResult, isBadCertificate, type RequestFailure } from './retry';

/**
 * Maximum duration of one request unless the user sets a time-out. The time-out of axios counts silence only: a response
 * that arrives byte by byte would never end.
 */
const REQUEST_DEADLINE_MS = 60_000;

/** The time-out that n8n passes to an operation when the user sets none. */
const UNSET_TIMEOUT_MS = 300_000;

function deadlineOf({ options: { timeout = UNSET_TIMEOUT_MS } }: ServiceRequest): number {
	return timeout > 0 && timeout !== UNSET_TIMEOUT_MS ? timeout : REQUEST_DEADLINE_MS;
}

/** Returns an error and its causes, outermost first. */
function chain(error: unknown): IDataObject[] {
	const links: IDataObject[] = [];
	for (let link = error; isObject(link) && links.length < 10; link = link.cause) links.push(link);
	return links;
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

function outcomeOfStatus(
	status: number,
	headers: unknown,
	body: unknown,
	isUnsent = false,
): RequestFailure {
	if (status >= 200 && status <= 299) {
		const problem = isUnsent
			? new InvalidResponseError(
					'The service gave no access token',
					'Check the Base URL of the credential, save the credential again, then try again.',
				)
			: new InvalidResponseError(
					'The answer of the service was cut off',
					'Check the connection between n8n and the service, then try again.',
				);
		return { kind: 'unusable', status, problem, isCut: true, isUnsent };
	}
	const read = readBody(body);
	// The status decides, even where the body cannot be parsed.
	const value = 'value' in read ? read.value : undefined;
	return { kind: 'status', status, headers: asObject(headers), body: value, isUnsent };
}

/** Whether n8n's own request for an access token failed, so that the request itself was not sent. */
function isOfTokenRequest({ config, code }: IDataObject): boolean {
	const isOwnError = code === CLIENT_REFUSED || code === 'ESTATUS';
	return isOwnError || (isObject(config) && String(config.url).endsWith(TOKEN_PATH));
}

/** Whether an error says that no trusted connection was made, so that nothing was sent. */
function isBeforeSending({ syscall, code }: IDataObject): boolean {
	if (syscall !== undefined) return BEFORE_SENDING.includes(String(syscall));
	return NOT_CONNECTED.includes(String(code)) || isBadCertificate(String(code));
}

/** Converts an error of n8n. n8n throws some responses: a refused token request, a 401 after renewing the token. */
function outcomeOfError(error: unknown, request: ServiceRequest): RequestFailure {
	const links = chain(error);
	const isUnsent = request.options.url !== TOKEN_PATH && links.some(isOfTokenRequest);
	for (const { response, status, body, code, message } of links) {
		if (message === TOKENLESS) return outcomeOfStatus(200, {}, body, true);
		if (isObject(response) && typeof response.status === 'number') {
			return outcomeOfStatus(response.status, response.headers, response.data, isUnsent);
		}
		if (typeof status === 'number' && body !== undefined) {
			return outcomeOfStatus(status, {}, body, isUnsent);
		}
		if (code === CLIENT_REFUSED) return outcomeOfStatus(401, {}, body, isUnsent);
	}
	const code = links.map((link) => link.code).find((value) => typeof value === 'string');
	return {
		kind: 'connection',
		code: String(code ?? 'ERR_NETWORK'),
		isUnsent: isUnsent || links.some(isBeforeSending),
	};
}

/** Makes n8n return every status. With OAuth2 it throws instead, because n8n renews an expired token after a 401. */
function rawOptions(options: IHttpRequestOptions, isRenewable: boolean): IHttpRequestOptions {
	return {
		...options,
		// A new object for each request: n8n writes the bearer token of OAuth2 into the headers it gets.
		headers: { 'User-Agent': USER_AGENT, ...options.headers },
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		// Credentials are sent to the origin of the Base URL only.
		disableFollowRedirect: true,
		// With OAuth2, n8n throws every refusal, and `outcomeOfError` reads it. (Older n8n cannot exempt single statuses.)
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

async function sendOnce(
	context: ServiceContext,
	request: ServiceRequest,
	abortSignal: AbortSignal,
): Promise<unknown> {
	const { options, customerToken } = request;
	if (!usesCredential(request)) {
		const raw = rawOptions(options, false);
		const token = customerToken !== undefined && { Authorization: `Bearer ${customerToken}` };
		const headers = { ...raw.headers, ...token };
		return await context.helpers.httpRequest({ ...raw, headers, abortSignal });
	}
	return await context.helpers.httpRequestWithAuthentication.call(
		withSignal(context, abortSignal),
		credentialType(context),
		{ ...rawOptions(options, usesOAuth2(context)), abortSignal },
	);
}

function readResponse(response: unknown): AttemptResult {
	const { statusCode: status, headers, body } = asObject(response);
	if (typeof status !== 'number') return { outcome: { kind: 'connection', code: 'ERR_NETWORK' } };
	if (status < 200 || status > 299) return { outcome: outcomeOfStatus(status, headers, body) };
	const parsed = readBody(body);
	if ('problem' in parsed) {
		return { outcome: { kind: 'unusable', status, problem: parsed.problem, isCut: false } };
	}
	return { response: { status, headers: asObject(headers), body: parsed.value } };
}

/** Sends the request with a deadline. Does not wait for a request that ignores its signal. */
async function sendInTime(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<AttemptResult> {
	const work = async (signal: AbortSignal) => await sendOnce(context, request, signal);
	return await withDeadline(work, deadlineOf(request), cancelSignal(context)).then(
		readResponse,
		async (error: unknown) => {
			if (error instanceof CancelledError) return await Promise.reject(error);
			return { outcome: outcomeOfError(error, request) };
		},
	);
}

/** Pending requests that fetch the first access token of a credential, by the credential's ID. */
const firstRequests = new Map<string, Promise<AttemptResult>>();

async function hasToken(context: ServiceContext): Promise<boolean> {
	const { oauthTokenData } = await credentialData(context);
	return isObject(oauthTokenData) && Boolean(oauthTokenData.access_token);
}

/**
 * Sends one request of a credential at a time until the credential has an access token: n8n renews a token once for all
 * requests, but fetches the first token once for each of them. When the service returns no token, all waiting requests
 * fail with the same error; any other failure concerns the first request only.
 */
export async function withFirstToken(
	context: ServiceContext,
	request: () => Promise<AttemptResult>,
	signal?: AbortSignal,
): Promise<AttemptResult> {
	const id = credentialId(context);
	while (!(await hasToken(context))) {
		const first = firstRequests.get(id);
		if (!first) {
			const mine = request().finally(() => firstRequests.delete(id));
			firstRequests.set(id, mine);
			return await mine;
		}
		// The first request may be cancelled with its execution; the others continue.
		const attempted = await unlessCancelled(
			first.catch(() => undefined),
			signal,
		);
		const gotNoToken = attempted && 'outcome' in attempted && attempted.outcome.isUnsent;
		if (gotNoToken && !(await hasToken(context))) return attempted;
	}
	return await request();
}

export async function attempt(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<AttemptResult> {
	const sending = async () => await sendInTime(context, request);
	return usesCredential(request) && usesOAuth2(context)
		? await withFirstToken(context, sending, cancelSignal(context))
		: await sending();
}
