import { pathOfBaseUrl, resourcesNamed } from '../resources/resources';
import type { ServiceRequest } from './request';
import { isBadCertificate, isProxyNotFound, type RequestFailure, retryAfter } from './retry';

/** The cause of an error, and its remedy for the user of the workflow. */
export interface Explanation {
	cause: string;
	remedy: string;
}

const SERVER_FAULT: Explanation = {
	cause: 'The service failed',
	remedy: 'Run the workflow again later. If it keeps happening, contact the service.',
};

/** The statuses that are documented or seen (docs/service.md, Errors). */
const BY_STATUS: Record<number, Explanation> = {
	304: {
		cause: 'The service returned no data because nothing has changed',
		remedy: 'Remove caching proxies between n8n and the service.',
	},
	400: {
		cause: 'The service could not use the request',
		remedy: 'Compare the values of the parameters with the message of the service.',
	},
	401: {
		cause: 'The service did not accept the credential',
		remedy: 'Open the credential, check the API key and the Base URL, and test it.',
	},
	402: {
		cause: 'The service requires payment for this content',
		remedy: 'Grant the customer a product that contains this premium content, then try again.',
	},
	403: {
		cause: 'The service does not allow this with the credential',
		remedy:
			'Check that the record belongs to this account, or ask the account owner for a key with this permission.',
	},
	404: {
		cause: 'The service found no such record',
		remedy: 'Check the ID. The record may have been deleted or may belong to another account.',
	},
	406: {
		cause: 'The service cannot respond in the requested format',
		remedy: 'Check the Base URL of the credential. It must be the URL of the API.',
	},
	408: {
		cause: 'The service did not respond in time',
		remedy: 'Run the workflow again later.',
	},
	409: {
		cause: 'The request conflicts with an existing record',
		remedy: 'Get the record first. It may already exist, or it may have changed.',
	},
	422: {
		cause: 'The service refused the values',
		remedy: 'Correct the value that the service names.',
	},
};

const TOO_MANY = 'The service receives too many requests';

const REDIRECT: Explanation = {
	cause: 'The service redirected the request to another URL',
	remedy:
		'Enter the final URL of the service as the Base URL of the credential. Redirects are not followed, so that the key is sent nowhere else.',
};

const REJECTED: Explanation = {
	cause: 'The service rejected the request',
	remedy: 'Compare the values of the parameters with the message of the service.',
};

/** Access tokens of customers expire after 2 hours (docs/service.md, Access tokens). */
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

const BAD_CERTIFICATE: Explanation = {
	cause: 'The certificate of the service is not trusted',
	remedy:
		'Check the Base URL of the credential. Nothing was sent to the service, because someone else could have read it.',
};

const CAUSES_BY_CODE: Record<string, string> = {
	ECONNREFUSED: 'No service listens at the Base URL',
	ENOTFOUND: 'The host of the Base URL does not exist',
	EAI_AGAIN: 'The host of the Base URL could not be looked up',
	ECONNRESET: 'The connection to the service was cut',
	EPIPE: 'The connection to the service was cut',
	ECONNABORTED: 'The service did not respond in time',
	ETIMEDOUT: 'The service did not respond in time',
};

export type Authentication = 'apiKey' | 'oAuth2' | 'customerToken';

/** Names the client of the OAuth2 credential where a text names the API key. */
function forClient({ cause, remedy }: Explanation): Explanation {
	const named = remedy.replace('the API key', 'the Client ID, the Client Secret');
	return { cause, remedy: named.replace('for a key', 'for a client') };
}

/**
 * Formats a duration.
 *
 * @example toWaitingTime(3_600_000) // 'an hour'
 */
export function toWaitingTime(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	if (seconds < 120) return seconds === 60 ? 'a minute' : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 120) return minutes === 60 ? 'an hour' : `${minutes} minutes`;
	return `${Math.ceil(minutes / 60)} hours`;
}

/** Explains a 429. A pause that is longer than a request may take is named, because the request was not repeated. */
function explainRateLimit(askedMs: number | undefined, wasRetried: boolean): Explanation {
	if (askedMs !== undefined && !wasRetried) {
		const pause = toWaitingTime(askedMs);
		return {
			cause: `The service asks to wait ${pause}`,
			remedy: `Run the workflow again in ${pause}, or with fewer rows at a time.`,
		};
	}
	const retried = wasRetried ? 'The node retried several times. ' : '';
	return {
		cause: TOO_MANY,
		remedy: `${retried}Run the workflow again later, or with fewer rows at a time.`,
	};
}

function explainStatus(status: number, authentication: Authentication): Explanation {
	if (authentication === 'customerToken' && status === 401) return CUSTOMER_TOKEN_REFUSED;
	const known = BY_STATUS[status];
	if (known) return authentication === 'oAuth2' ? forClient(known) : known;
	if (status >= 500) return SERVER_FAULT;
	return status < 400 ? REDIRECT : REJECTED;
}

function explainCode(code: string, isThroughProxy?: boolean): Explanation {
	if (isBadCertificate(code)) return BAD_CERTIFICATE;
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

interface ExplainOptions {
	authentication?: Authentication;
	/** Whether the request was sent more than once. */
	wasRetried?: boolean;
	/** The wall clock, in milliseconds since the epoch. */
	now?: number;
}

/** Returns the cause and remedy of a failure. They contain nothing that the service sent. */
export function explain(
	failure: RequestFailure,
	{ authentication = 'apiKey', wasRetried = false, now = 0 }: ExplainOptions = {},
): Explanation {
	switch (failure.kind) {
		case 'unusable':
			return { cause: failure.problem.message, remedy: failure.problem.remedy };
		case 'refused':
			return failure.explanation;
		case 'connection':
			return explainCode(failure.code, failure.isThroughProxy);
		case 'status':
			return failure.status === 429
				? explainRateLimit(retryAfter(failure.headers, now), wasRetried)
				: explainStatus(failure.status, authentication);
	}
}

/** Maximum number of records that a headline names. */
const MOST_NAMES = 3;

/**
 * Explains a 404 for an endpoint that every service has: the Base URL is wrong.
 *
 * @param cause the cause for a Base URL without a path
 */
export function explainWrongBaseUrl(
	baseUrl: unknown,
	cause = 'Nothing was found at this Base URL',
): Explanation {
	const path = pathOfBaseUrl(baseUrl);
	if (path === '') {
		return { cause, remedy: 'Enter the URL of the API as the Base URL of the credential.' };
	}
	return {
		cause: `Nothing was found at this Base URL: remove the path ${path}`,
		remedy: 'Enter the URL of the API, and nothing after it, as the Base URL of the credential.',
	};
}

/** Returns advice for a Base URL with a path, which may be the reason for a 404; empty without a path. */
function pathHint(baseUrl: unknown): string {
	const path = pathOfBaseUrl(baseUrl);
	return path && ` If no record is ever found, check the path ${path} in the Base URL.`;
}

/** Explains a 404 of a proxy, which says nothing about the requested records. */
export function explainProxyNotFound(names: string[], baseUrl: unknown): Explanation {
	const verb = names.length > 1 ? 'exist' : 'exists';
	return {
		cause:
			names.length > 0 && names.length <= MOST_NAMES
				? `Couldn't check whether ${names.join(' and ')} ${verb}: the response didn't come from the service`
				: "The response didn't come from the service",
		remedy: `Try again: a proxy can respond like this while the service restarts. If it keeps happening, check the Base URL in the credential.${pathHint(baseUrl)}`,
	};
}

/**
 * Explains a 404: the records that the request names do not exist, or, where it names none, the Base URL is wrong.
 *
 * @returns `undefined` where the request names too many records
 */
export function explainNotFound(
	request: ServiceRequest,
	failure: RequestFailure,
	baseUrl: unknown,
): Explanation | undefined {
	const names = resourcesNamed(request);
	if (names.length === 0) return explainWrongBaseUrl(baseUrl);
	if (isProxyNotFound(failure)) return explainProxyNotFound(names, baseUrl);
	if (names.length > MOST_NAMES) return undefined;
	return {
		cause: `No ${names.join(', or no ')}`,
		remedy: `Check the ID. The record may have been deleted or may belong to another account.${pathHint(baseUrl)}`,
	};
}
