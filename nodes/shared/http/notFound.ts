import type { IHttpRequestOptions } from 'n8n-workflow';

import { pathOfBaseUrl } from '../reference/baseUrl';
import type { Explanation } from './errorTexts';
import { thingsNamed } from '../reference/reference';

/** A headline that names more things than these helps nobody. */
const MOST_NAMES = 3;

/** What it means when nothing at all is found: the address of the service is wrong. */
export function explainWrongBaseUrl(baseUrl: unknown): Explanation {
	const path = pathOfBaseUrl(baseUrl);
	if (path === '') {
		return {
			cause: 'Nothing was found at this Base URL',
			remedy: 'The Base URL of the credential must be the address of the API.',
		};
	}
	return {
		cause: `Nothing was found at this Base URL: remove the path ${path}`,
		remedy: 'The Base URL of the credential is the address of the API, and nothing behind it.',
	};
}

/**
 * What a 404 means: the things that the request names do not exist, or, where it names none, the address of the service
 * is wrong; `undefined` where it names too many.
 */
export function explainNotFound(options: IHttpRequestOptions): Explanation | undefined {
	const [first, ...others] = thingsNamed(options).map(({ name, id }) => `${name} ${id}`);
	if (first === undefined) return explainWrongBaseUrl(options.baseURL);
	if (others.length >= MOST_NAMES) return undefined;
	const path = pathOfBaseUrl(options.baseURL);
	const orPath = path && ` If nothing is ever found, check the path ${path} in the Base URL.`;
	return {
		cause: [`No ${first}`, ...others.map((other) => `or no ${other}`)].join(', '),
		remedy: `Check the ID: it may have been deleted, or belong to another account.${orPath}`,
	};
}
