import { UserError } from 'n8n-workflow';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

function refuse(problem: string): never {
	throw new UserError(`The Base URL of the credential ${problem}`, {
		description:
			'Open the credential and type the address of the service, beginning with https://, for example https://api.example.com. Only a service on this machine (localhost) may use http://.',
	});
}

function parse(value: string): URL {
	try {
		return new URL(value);
	} catch {
		return refuse('is not a web address');
	}
}

/**
 * The base address that every path and every href begins with (spec, "What the service does" 1).
 *
 * @param value what the credential holds: `https://…`, with or without a path or final slashes;
 *   `http://…` for a loopback host only, so that a key never travels in the clear
 * @returns the address without a final slash
 * @throws UserError saying what to type
 */
export function parseBaseUrl(value: unknown): string {
	if (typeof value !== 'string' || value.trim() === '') return refuse('is empty');
	const url = parse(value.trim());
	if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('does not begin with https://');
	if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
		refuse('begins with http://, which would send the key unprotected');
	}
	if (url.username || url.password) refuse('holds a user name or password');
	if (url.search || url.hash) refuse('holds a "?" or "#"');
	return url.origin + url.pathname.replace(/\/+$/, '');
}
