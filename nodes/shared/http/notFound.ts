import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Explanation } from './errorTexts';
import { thingsNamed } from './reference';

/** The path of a Base URL; empty without one. */
function pathOf(baseURL: string | undefined): string {
	return baseURL !== undefined && URL.canParse(baseURL)
		? new URL(baseURL).pathname.replace(/\/$/, '')
		: '';
}

/**
 * What a 404 means: the things that the request names do not exist, or, where it names none, the address of the
 * service is wrong.
 *
 * @returns `undefined` where neither can be told
 */
export function explainNotFound(options: IHttpRequestOptions): Explanation | undefined {
	const path = pathOf(options.baseURL);
	const names = thingsNamed(options).map(({ name, id }) => `No ${name} ${id}`);
	if (names.length > 0) {
		const remedy = 'Check the ID: it may have been deleted, or belong to another account.';
		const orPath = path && ` If nothing is ever found, check the path ${path} in the Base URL.`;
		const [first, ...others] = names;
		const cause = [first, ...others.map((other) => other.replace('No', 'no'))].join(', or ');
		return { cause, remedy: `${remedy}${orPath}` };
	}
	if (path === '') return undefined;
	return {
		cause: `Nothing was found at this Base URL: remove the path ${path}`,
		remedy: 'The Base URL of the credential is the address of the API, to which nothing is added.',
	};
}
