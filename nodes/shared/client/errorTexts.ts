import { resourcesNamed } from '../ids/resources';
import { pathOfBaseUrl } from '../values/baseUrl';
import { toWaitingTime } from '../values/durations';
import { isWrite, type RequestOptions, type ServiceRequest } from './request';
import { type Explanation, serviceMessage, WEB_PAGE } from './response';
import {
	type ConnectionFailure,
	isTlsFailure,
	isForeignPage,
	isProxyNotFound,
	isRateLimited,
	isTransient,
	type RequestFailure,
	type StatusFailure,
} from './retry';

const KEEPS_HAPPENING = 'Try again later. If it keeps happening, contact the service.';

const SERVER_FAULT: Explanation = { cause: 'The service failed', remedy: KEEPS_HAPPENING };

const REJECTED: Explanation = {
	cause: 'The service rejected the request',
	remedy: 'Check the values and the Base URL.',
};

/**
 * Explains the statuses that are documented or seen (docs/developers/service.md, Errors).
 *
 * @param usesClient whether the credential is an OAuth2 client in place of an API key
 */
const explanationsByStatus = (usesClient: boolean): Record<number, Explanation> => ({
	304: {
		cause: 'The service returned no data because nothing has changed',
		remedy: 'Remove caching proxies between n8n and the service.',
	},
	400: { ...REJECTED, cause: 'The service could not use the request' },
	401: {
		cause: 'The service did not accept the credential',
		remedy: `Open the credential, check ${usesClient ? 'the Client ID, the Client Secret, the Scope' : 'the API key'} and the Base URL, and test it.`,
	},
	402: {
		cause: 'The service requires payment for this content',
		remedy: 'Grant the customer a product that contains this premium content, then try again.',
	},
	403: {
		cause: 'The service does not allow this with the credential',
		remedy: `Ask the account owner for a ${usesClient ? 'client' : 'key'} with this permission. The service also refuses records of other accounts.`,
	},
	406: {
		cause: 'The service cannot respond in the requested format',
		remedy: 'Check the Base URL of the credential. It must be the URL of the API.',
	},
	409: {
		cause: 'The request conflicts with an existing record',
		remedy: 'Get the record first. It may already exist, or it may have changed.',
	},
	422: {
		cause: 'The service refused the values',
		remedy:
			'Correct the value that the service names. If it names none, compare the values with those of a record that it accepted.',
	},
});

/** The remedy for refused values about which the service says nothing. */
const UNNAMED_VALUE =
	'The service does not say which value. Compare the values with those of a record that it accepted.';

const TOO_MANY = 'The service receives too many requests';
const FEWER_REQUESTS = 'Process fewer rows at a time, or run fewer workflows at once.';

const REDIRECT: Explanation = {
	cause: 'The service redirected the request to another URL',
	remedy:
		'Enter the final URL of the API as the Base URL of the credential. Redirects are not followed, so that the key is sent nowhere else.',
};

/** Access tokens of customers expire after 2 hours (docs/developers/service.md, Access tokens). */
const CUSTOMER_TOKEN_REFUSED: Explanation = {
	cause: 'The service did not accept the access token of the customer',
	remedy:
		'Renew the token with Access Token > Refresh, or pair the device again. It may have expired.',
};

const UNREACHABLE_REMEDY =
	'Check the Base URL of the credential and that n8n can reach the service, then try again.';

const PROXY_DOWN: Explanation = {
	cause: 'The proxy did not accept the connection',
	remedy: 'Check "Proxy" under Request Options, then try again.',
};

const UNTRUSTED_CERTIFICATE: Explanation = {
	cause: 'The certificate of the service is not trusted',
	remedy:
		'Check the Base URL of the credential. Nothing was sent to the service, because someone else could have read it.',
};

/** Node.js's code for a TLS handshake that fails before any certificate, mostly with a server of plain HTTP. */
const NO_TLS_CODE = 'EPROTO';

const NO_TLS: Explanation = {
	cause: "Couldn't open an encrypted connection to the service",
	remedy:
		'Check the host and the port of the Base URL in the credential: the server there may only support http. Nothing was sent.',
};

const CAUSES_BY_CODE: Record<string, string> = {
	ECONNREFUSED: 'Nothing responds at the Base URL',
	ENOTFOUND: 'The host of the Base URL does not exist',
	EAI_AGAIN: 'The host of the Base URL could not be looked up',
	ECONNRESET: 'The connection to the service was cut',
	EPIPE: 'The connection to the service was cut',
	ETIMEDOUT: 'The service could not be reached in time',
};

const MAY_NEED_SCOPE = 'Writing may need a scope other than read: check "Scope" in the credential.';

/** Explains a 429. A pause that is longer than a request may take is named, because the request was not repeated. */
function explainRateLimit(
	{ retryAfterMs }: StatusFailure,
	{ attempts }: FailedRequest,
): Explanation {
	if (retryAfterMs !== undefined && attempts === 1) {
		const pause = toWaitingTime(retryAfterMs);
		const remedy = `Try again in ${pause}. ${FEWER_REQUESTS}`;
		return { cause: `The service asks to wait ${pause}`, remedy };
	}
	return { cause: TOO_MANY, remedy: `Try again later. ${FEWER_REQUESTS}` };
}

/**
 * Explains a request that was not sent. The cause follows a subject: `Not tried: …`.
 *
 * @param pauseMs how long the service asks to wait; `undefined` where it does not answer
 * @param nothing the sentence that nothing was done
 */
export function explainUnsent(pauseMs: number | undefined, nothing: string): Explanation {
	if (pauseMs === undefined) {
		return {
			cause: 'the service does not respond',
			remedy: `The service did not respond to the requests before it, nor to one more every five seconds. ${nothing} Run it again when the service responds, which is safe.`,
		};
	}
	const pause = toWaitingTime(pauseMs);
	return {
		cause: `the service asks to wait ${pause}`,
		remedy: `The service refused a request before it with HTTP 429. ${nothing} Run it again in ${pause}, which is safe. ${FEWER_REQUESTS}`,
	};
}

/** Explains a request without a response in time. */
function explainTimeout({ request, isOperation }: FailedRequest): Explanation {
	const isOfPages = request.query?.per_page !== undefined;
	const advice = [
		'add or raise "Timeout" under "Request Options"',
		...(isOfPages ? ['make "Page Size" smaller'] : []),
	].join(', or ');
	return {
		cause: 'The service did not respond in time',
		remedy: isOperation ? `Try again later. If it keeps happening, ${advice}.` : KEEPS_HAPPENING,
	};
}

/** Codes of requests that were sent, and got no response in time. */
const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT'];

function explainCode(
	{ code, isThroughProxy, isUnsent }: ConnectionFailure,
	failed: FailedRequest,
): Explanation {
	if (TIMEOUT_CODES.includes(code) && !isUnsent) return explainTimeout(failed);
	if (code === NO_TLS_CODE) return NO_TLS;
	if (isTlsFailure(code)) return UNTRUSTED_CERTIFICATE;
	if (isThroughProxy && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
		return PROXY_DOWN;
	}
	// Error codes of the HTTP parser of Node.js.
	const isNotHttp = code.startsWith('HPE_');
	const cause =
		CAUSES_BY_CODE[code] ??
		(isNotHttp
			? 'The service returned something that is not HTTP'
			: 'The connection to the service failed');
	return { cause, remedy: UNREACHABLE_REMEDY };
}

const AS_PROXY = 'try again: a proxy can respond like this while the service restarts.';

/** Explains a 404 for an endpoint that every service has, for an access token, or of a website: the Base URL is wrong. */
function explainWrongBaseUrl(
	failure: StatusFailure,
	{ baseUrl, isOfWebsite }: FailedRequest,
): Explanation {
	const mayBeOfProxy = isProxyNotFound(failure) && !isOfWebsite;
	const path = pathOfBaseUrl(baseUrl);
	const mayBePath = path && ` Its path ${path} may not belong to it.`;
	return {
		cause: failure.isUnsent
			? 'The service offers no access tokens at this Base URL'
			: 'Nothing was found at this Base URL',
		remedy: `Enter the URL of the API, and nothing after it, as the Base URL of the credential.${mayBePath}${mayBeOfProxy ? ` If it is right, ${AS_PROXY}` : ''}`,
	};
}

/** Returns advice for a Base URL with a path, which may be the reason for a 404; empty without a path. */
function pathHint(baseUrl: unknown): string {
	const path = pathOfBaseUrl(baseUrl);
	return path && ` If no record is ever found, check the path ${path} in the Base URL.`;
}

/** Maximum number of records that a headline names. */
const MAX_NAMES = 3;

/** Explains a 404 of a proxy, which says nothing about the requested records. */
function explainProxyNotFound(names: string[], baseUrl: unknown): Explanation {
	const isNamed = names.length > 0 && names.length <= MAX_NAMES;
	const verb = names.length > 1 ? 'exist' : 'exists';
	const foreign = "the response didn't come from the service";
	return {
		cause: isNamed
			? `Couldn't check whether ${names.join(' and ')} ${verb}: ${foreign}`
			: foreign.replace('the', 'The'),
		remedy: `${AS_PROXY.replace('t', 'T')} If it keeps happening, check the Base URL in the credential.${pathHint(baseUrl)}`,
	};
}

/**
 * Returns the records of a request that may be missing: those whose kind the service's message names, such as the video in
 * "Video not found", otherwise all of them.
 */
function missingNames(request: ServiceRequest, body: unknown): string[] {
	const names = resourcesNamed(request);
	const words = serviceMessage(body)?.toLowerCase().replaceAll('_', ' ') ?? '';
	const mentioned = names.filter((name) => words.includes(name.slice(0, name.lastIndexOf(' '))));
	return mentioned.length > 0 ? mentioned : names;
}

/** Explains a 404: the records that the request names do not exist, or, where it names none, the Base URL is wrong. */
function explainNotFound(failure: StatusFailure, failed: FailedRequest): Explanation {
	const { request, baseUrl, isOfWebsite } = failed;
	const names = failure.isUnsent ? [] : missingNames(request, failure.body);
	if (names.length === 0 || isOfWebsite) return explainWrongBaseUrl(failure, failed);
	if (isProxyNotFound(failure)) return explainProxyNotFound(names, baseUrl);
	return {
		cause:
			names.length > MAX_NAMES
				? 'The service found no such record'
				: `No ${names.join(', no ')}${names.length > 1 ? ', or they do not belong together' : ''}`,
		remedy: `Check the ID. The record may have been deleted or may belong to another account.${pathHint(baseUrl)}`,
	};
}

/** A request that failed, and what its explanation depends on. */
export interface FailedRequest {
	request: ServiceRequest;
	options: Pick<RequestOptions, 'customerToken' | 'explanations'>;
	baseUrl: unknown;
	usesOAuth2: boolean;
	/** How often the request was sent. */
	attempts: number;
	/** Whether the Base URL is that of a website: it answers 404 with a page, and the service has never answered. */
	isOfWebsite?: boolean;
	/** Whether an operation sent it, whose node has Request Options, rather than a trigger or a searchable list. */
	isOperation: boolean;
}

function explainStatus(failure: StatusFailure, failed: FailedRequest): Explanation {
	const { status, isUnsent } = failure;
	const { request, options, baseUrl, usesOAuth2 } = failed;
	const isPage = isForeignPage(failure);
	const special =
		isUnsent || (isPage && status !== 404) ? undefined : options.explanations?.[status];
	if (special) return isProxyNotFound(failure) ? explainProxyNotFound([], baseUrl) : special;
	if (isPage && status !== 404) return WEB_PAGE;
	if (status === 404) return explainNotFound(failure, failed);
	if (status === 408) return explainTimeout(failed);
	if (status === 429) return explainRateLimit(failure, failed);
	if (status === 422 && serviceMessage(failure.body) === undefined) {
		return { cause: 'The service refused the values', remedy: UNNAMED_VALUE };
	}
	const isOfCustomer = options.customerToken !== undefined;
	if (status === 401 && isOfCustomer) return CUSTOMER_TOKEN_REFUSED;
	const usesClient = usesOAuth2 && !isOfCustomer;
	const other = status < 400 ? REDIRECT : REJECTED;
	const explanation =
		explanationsByStatus(usesClient)[status] ?? (status >= 500 ? SERVER_FAULT : other);
	const mayNeedScope = [401, 403].includes(status) && isWrite(request) && !isUnsent;
	return usesClient && mayNeedScope
		? { ...explanation, remedy: `${explanation.remedy} ${MAY_NEED_SCOPE}` }
		: explanation;
}

function explainOnce(failure: RequestFailure, failed: FailedRequest): Explanation {
	switch (failure.kind) {
		case 'status':
			return explainStatus(failure, failed);
		case 'connection':
			return explainCode(failure, failed);
		case 'unusable':
		case 'blocked':
			return { cause: failure.error.message, remedy: failure.error.description ?? '' };
	}
}

/** Returns the cause and remedy of a failure. They contain nothing that the service sent. */
export function explain(failure: RequestFailure, failed: FailedRequest): Explanation {
	const { cause, remedy } = explainOnce(failure, failed);
	const { attempts } = failed;
	const wasRetried = attempts > 1 && (isRateLimited(failure) || isTransient(failure));
	return { cause, remedy: wasRetried ? `The node tried ${attempts} times. ${remedy}` : remedy };
}
