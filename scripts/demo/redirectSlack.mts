// Loaded into n8n before its own code. Slack's nodes cannot be given another address, so the address is in the access
// token: a request to Slack whose token is `http://127.0.0.1:…` goes there, and any other one to Slack nowhere.
import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';

const TOKEN = /^Bearer (http:\/\/127\.0\.0\.1:\d+)$/;

const addressedSchema = z.looseObject({ hostname: z.string() });
const headersSchema = z.looseObject({
	headers: z.looseObject({ Authorization: z.string().regex(TOKEN) }),
});

/** Whether a request, by its URL or its options, is for Slack. */
function isForSlack(target: unknown): boolean {
	const url = typeof target === 'string' ? new URL(target) : target;
	const { hostname = '' } = addressedSchema.safeParse(url).data ?? {};
	return /(^|\.)slack\.com$/.test(hostname);
}

/**
 * Returns the options of a request to Slack with the address that its token contains.
 * @throws Error for any other request to Slack
 */
function redirected(options: unknown): object {
	const { data } = headersSchema.safeParse(options);
	const [, address] = TOKEN.exec(data?.headers.Authorization ?? '') ?? [];
	if (!data || !address)
		throw new Error('The demo calls no real Slack. Choose "Slack on the demo\'s page".');
	const { hostname, port, protocol } = new URL(address);
	// The agent of an encrypted connection cannot open another one.
	return { ...data, protocol, hostname, port, host: hostname, agent: undefined };
}

const request = new Proxy(https.request, {
	apply(original, self, [first, ...rest]: unknown[]) {
		const isSlack = isForSlack(first);
		const [send, target] = isSlack ? [http.request, redirected(first)] : [original, first];
		const sent: unknown = Reflect.apply(send, self, [target, ...rest]);
		return sent;
	},
});

Object.defineProperty(https, 'request', { value: request });
