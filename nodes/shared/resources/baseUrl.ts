import { UserError } from 'n8n-workflow';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** What to type, for the window of the credential. */
export const BASE_URL_REMEDY =
	'Type the address of the service, beginning with https://, for example https://api.example.com. Only a service on this machine (localhost) may use http://.';

/** Why an address must not be used; `undefined` when it may. */
function problemOf(url: URL): string | undefined {
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'does not begin with https://';
	if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
		return 'begins with http://, which would send the key unprotected';
	}
	if (url.username || url.password) return 'holds a user name or password';
	return url.search || url.hash ? 'holds a "?" or "#"' : undefined;
}

/** The final slashes of a path, however many, are none of the base address. */
function withoutFinalSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end--;
	return path.slice(0, end);
}

/**
 * Reads what the credential holds as Base URL: `https://…`, with or without a path or final slashes; `http://…` for a
 * loopback host only, so that a key never travels in the clear.
 *
 * @returns the address without a final slash, or what is wrong with it, to be read after "The Base URL"
 */
export function parseBaseUrl(value: unknown): { baseUrl: string } | { problem: string } {
	if (typeof value !== 'string' || value.trim() === '') return { problem: 'is empty' };
	if (!URL.canParse(value.trim())) return { problem: 'is not a web address' };
	const url = new URL(value.trim());
	const problem = problemOf(url);
	if (problem !== undefined) return { problem };
	return { baseUrl: url.origin + withoutFinalSlashes(url.pathname) };
}

/** The base address that every path and every href begins with (docs/service.md, Requests). */
export function requireBaseUrl(value: unknown): string {
	const read = parseBaseUrl(value);
	if ('baseUrl' in read) return read.baseUrl;
	throw new UserError(`The Base URL of the credential ${read.problem}`, {
		description: `Open the credential. ${BASE_URL_REMEDY}`,
	});
}

/** The path of a base address; empty without one. */
export function pathOfBaseUrl(baseUrl: unknown): string {
	const read = parseBaseUrl(baseUrl);
	return 'baseUrl' in read ? withoutFinalSlashes(new URL(read.baseUrl).pathname) : '';
}
