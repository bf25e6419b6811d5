import type { IHttpRequestOptions } from 'n8n-workflow';

import { isObject } from '../json';
import { isBadCertificate, type RequestFailure } from './retry';
import { pathOfBaseUrl, resourcesNamed } from '../resources/resources';

/** The cause of an error, and its remedy for the user of the workflow. */
export interface Explanation {
	cause: string;
	remedy: string;
}

const SERVER_FAULT: Explanation = {
	cause: 'The service failed',
	remedy: 'The fault is on its side. Run the workflow again later.',
};

/** The statuses that are documented or seen (docs/service.md, Errors). */
const BY_STATUS: Record<number, Explanation> = {
	304: {
		cause: 'The service says that nothing has changed and sent no data',
		remedy: 'Remove caching proxies between n8n and the service.',
	},
	400: {
		cause: 'The service could not use the request',
		remedy: 'Check the values of the parameters against what the service says.',
	},
	401: {
		cause: 'The service did not accept the credential',
		remedy: 'Open the credential, check the API key and its Base URL, and test it.',
	},
	402: {
		cause: 'The service asks for payment for this content',
		remedy: 'It is premium content: grant the customer a product that contains it, then try again.',
	},
	403: {
		cause: 'The service does not allow this with the credential',
		remedy:
			'Ask the owner of the account for a key that may do this, or check whose data is asked for.',
	},
	404: {
		cause: 'The service does not know what was asked for',
		remedy: 'Check the ID: the thing may have been deleted, or belong to another account.',
	},
	408: {
		cause: 'The service did not answer in time',
		remedy: 'Run the workflow again later.',
	},
	406: {
		cause: 'The service cannot answer in the form that was asked for',
		remedy: 'Check the Base URL of the credential: it must be the address of the API.',
	},
	409: {
		cause: 'The request contradicts what the service already holds',
		remedy: 'Look the thing up first: it may exist already or have been changed meanwhile.',
	},
	422: {
		cause: 'The service refused the values',
		remedy: 'Correct the value that the service names.',
	},
	429: {
		cause: 'The service receives too many requests',
		remedy:
			'It was asked again several times with pauses. Run the workflow again later, or with fewer items at once.',
	},
};

const REDIRECT: Explanation = {
	cause: 'The service answered with a redirect to another address',
	remedy:
		'Redirects are not followed, so that the key goes nowhere else. Put the address that the service really has into the Base URL of the credential.',
};

const REJECTED: Explanation = {
	cause: 'The service rejected the request',
	remedy: 'Check the values of the parameters against what the service says.',
};

/** Access tokens of customers expire after 2 hours (docs/service.md, Access tokens). */
const CUSTOMER_TOKEN_REFUSED: Explanation = {
	cause: 'The service did not accept the access token of the customer',
	remedy: 'It may have expired: renew it with Access Token > Refresh, or pair the device again.',
};

const UNREACHABLE_REMEDY =
	'Check the Base URL of the credential and that the service can be reached from n8n, then try again.';

const BAD_CERTIFICATE: Explanation = {
	cause: 'The certificate of the service could not be trusted',
	remedy:
		'Check the Base URL of the credential. Nothing was sent to the service, because somebody else could have read it.',
};

const CAUSES_BY_CODE: Record<string, string> = {
	ECONNREFUSED: 'No service listens at the Base URL',
	ENOTFOUND: 'The host of the Base URL does not exist',
	EAI_AGAIN: 'The host of the Base URL could not be looked up',
	ECONNRESET: 'The connection to the service was cut',
	EPIPE: 'The connection to the service was cut',
	ECONNABORTED: 'The service did not answer in time',
	ETIMEDOUT: 'The service did not answer in time',
};

export type Authentication = 'apiKey' | 'oAuth2' | 'customerToken';

/** Names the client of the OAuth2 credential where a text names the API key. */
function ofClient({ cause, remedy }: Explanation): Explanation {
	const named = remedy.replace('the API key', 'the Client ID, the Client Secret');
	return { cause, remedy: named.replace('for a key', 'for a client') };
}

function explainStatus(status: number, authentication: Authentication): Explanation {
	if (authentication === 'customerToken' && status === 401) return CUSTOMER_TOKEN_REFUSED;
	const known = BY_STATUS[status];
	if (known) return authentication === 'oAuth2' ? ofClient(known) : known;
	if (status >= 500) return SERVER_FAULT;
	return status < 400 ? REDIRECT : REJECTED;
}

function explainCode(code: string): Explanation {
	if (isBadCertificate(code)) return BAD_CERTIFICATE;
	// Error codes of the HTTP parser of Node.js.
	const isNotHttp = code.startsWith('HPE_');
	const cause =
		CAUSES_BY_CODE[code] ??
		(isNotHttp
			? 'The service answered with something that is not HTTP'
			: 'The connection to the service failed');
	return { cause, remedy: UNREACHABLE_REMEDY };
}

/** Returns the cause and remedy of a failure. They contain nothing that the service sent. */
export function explain(
	outcome: RequestFailure,
	authentication: Authentication = 'apiKey',
): Explanation {
	if (outcome.kind === 'unusable') {
		return { cause: outcome.problem.message, remedy: outcome.problem.remedy };
	}
	return outcome.kind === 'status'
		? explainStatus(outcome.status, authentication)
		: explainCode(outcome.code);
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Returns the message of an error body: `message`, or for the `/oauth` endpoints `error` and `error_description`. */
export function serviceMessage(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	const words = [body.message, body.error, body.error_description].filter(isText);
	return words.length > 0 ? words.join(': ') : undefined;
}

/**
 * Whether an error body is the service's own (docs/service.md, Errors). A proxy in front of the service responds with a
 * page, with nothing, or with JSON of its own.
 */
export function isOwnError(body: unknown): boolean {
	if (!isObject(body)) return false;
	return isText(body.message) || (isText(body.error) && isText(body.error_description));
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
		return { cause, remedy: 'The Base URL of the credential must be the address of the API.' };
	}
	return {
		cause: `Nothing was found at this Base URL: remove the path ${path}`,
		remedy: 'The Base URL of the credential is the address of the API, and nothing behind it.',
	};
}

/** Returns advice for a Base URL with a path, which may be the reason for a 404; empty without a path. */
function pathHint(baseUrl: unknown): string {
	const path = pathOfBaseUrl(baseUrl);
	return path && ` If nothing is ever found, check the path ${path} in the Base URL.`;
}

/**
 * Explains the service's own 404: the records that the request names do not exist, or, where it names none, the address
 * of the service is wrong.
 *
 * @returns `undefined` where the request names too many records
 * @example explainNotFound({ url: '/customers/5' }).cause // 'No customer 5'
 */
export function explainNotFound(options: IHttpRequestOptions): Explanation | undefined {
	const names = resourcesNamed(options);
	if (names.length === 0) return explainWrongBaseUrl(options.baseURL);
	if (names.length > MOST_NAMES) return undefined;
	return {
		cause: `No ${names.join(', or no ')}`,
		remedy: `Check the ID: it may have been deleted, or belong to another account.${pathHint(options.baseURL)}`,
	};
}

/** Explains a 404 for a removal whose earlier attempt got no response: it is unclear whether that attempt succeeded. */
export function explainLostRemoval(options: IHttpRequestOptions): Explanation {
	const [name] = resourcesNamed(options);
	return {
		cause: `It is unclear whether the removal${name === undefined ? '' : ` at ${name}`} was done`,
		remedy: 'The response to the first attempt was lost, and the next one found nothing to remove.',
	};
}

/** Explains a 404 that does not come from the service, and so proves nothing about the requested records. */
export function explainForeignNotFound(options: IHttpRequestOptions): Explanation {
	const names = resourcesNamed(options);
	const isNamed = names.length > 0 && names.length <= MOST_NAMES;
	const verb = names.length > 1 ? 'exist' : 'exists';
	return {
		cause: isNamed
			? `It is unclear whether ${names.join(' and ')} ${verb}: something else answered instead of the service`
			: 'Something else answered instead of the service',
		remedy: `A proxy answers like this while the service restarts: try again. If it goes on, check the Base URL of the credential.${pathHint(options.baseURL)}`,
	};
}
