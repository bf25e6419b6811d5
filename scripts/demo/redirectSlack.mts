// Loaded into n8n before its own code. Slack's nodes cannot be given another address, so the address is in the access
// token: a request to Slack whose token is `http://127.0.0.1:…` goes there. All other requests stay as they are.
import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';

const TOKEN = /^Bearer (http:\/\/127\.0\.0\.1:\d+)$/;

const requestSchema = z.looseObject({
	hostname: z.literal('slack.com'),
	headers: z.looseObject({ Authorization: z.string().regex(TOKEN) }),
});

/** Returns the options of a request to Slack with the address that its token contains. */
function redirected(options: unknown): object | undefined {
	const { data } = requestSchema.safeParse(options);
	const [, address] = TOKEN.exec(data?.headers.Authorization ?? '') ?? [];
	if (!data || !address) return undefined;
	const { hostname, port, protocol } = new URL(address);
	// The agent of an encrypted connection cannot open another one.
	return { ...data, protocol, hostname, port, host: hostname, agent: undefined };
}

const request = new Proxy(https.request, {
	apply(original, self, [first, ...rest]: unknown[]) {
		const options = redirected(first);
		const [send, target] = options ? [http.request, options] : [original, first];
		const sent: unknown = Reflect.apply(send, self, [target, ...rest]);
		return sent;
	},
});

Object.defineProperty(https, 'request', { value: request });
