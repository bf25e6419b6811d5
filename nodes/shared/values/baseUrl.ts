import { CredentialError } from './parameterErrors';
import { trim } from './text';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The remedy for an invalid Base URL. */
export const BASE_URL_REMEDY =
	'Enter the URL of the API, beginning with https://, for example https://api.example.com. Only a service on this machine (localhost) may use http://.';

/** Returns why an address is no valid Base URL; `undefined` for a valid one. */
function problemOf(url: URL): string | undefined {
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'does not begin with https://';
	if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
		return 'begins with http://, which would send the key unprotected';
	}
	if (url.username || url.password) return 'contains a user name or password';
	return url.search || url.hash ? 'contains a "?" or "#"' : undefined;
}

function withoutFinalSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/**
 * Parses the Base URL of a credential: `https://…`, with or without a path or trailing slashes; `http://…` for a loopback
 * host only, so that a key is never sent unencrypted.
 *
 * @returns the address without a trailing slash, or the problem, as it follows "The Base URL" in a sentence
 */
export function parseBaseUrl(value: unknown): { baseUrl: string } | { problem: string } {
	if (typeof value !== 'string' || trim(value) === '') return { problem: 'is empty' };
	if (!URL.canParse(trim(value))) return { problem: 'is not a URL' };
	const url = new URL(trim(value));
	const problem = problemOf(url);
	if (problem !== undefined) return { problem };
	return { baseUrl: url.origin + withoutFinalSlashes(url.pathname) };
}

/** Returns the address that every path and href begins with (docs/developers/service.md, Requests). Throws for an invalid one. */
export function requireBaseUrl(value: unknown): string {
	const read = parseBaseUrl(value);
	if ('baseUrl' in read) return read.baseUrl;
	throw new CredentialError(`The Base URL of the credential ${read.problem}`, {
		description: `Open the credential. ${BASE_URL_REMEDY}`,
	});
}

/** Returns the path of a Base URL; empty if it has none. */
export function pathOfBaseUrl(baseUrl: unknown): string {
	const read = parseBaseUrl(baseUrl);
	return 'baseUrl' in read ? withoutFinalSlashes(new URL(read.baseUrl).pathname) : '';
}
