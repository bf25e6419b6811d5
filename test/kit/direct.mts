// Hands requests of n8n to a service in this process: a connection takes most of the time of a request.
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';

import type { SimulatedRequest } from '../../service/index.mts';

/** The parts of a request of axios that n8n sets. */
interface AxiosConfig {
	method?: string;
	headers: { toJSON: () => Record<string, unknown> };
	auth?: { username?: string; password?: string };
	data?: unknown;
	responseType?: string;
	signal?: AbortSignal;
	validateStatus?: ((status: number) => boolean) | null;
}

interface AxiosResponse {
	status: number;
	statusText: string;
	headers: object;
	config: AxiosConfig;
	request: object;
	data: unknown;
}

type Adapter = (config: AxiosConfig) => Promise<AxiosResponse>;

/** The axios of n8n's engine. */
interface Axios {
	defaults: { adapter: unknown };
	getAdapter: (name: unknown) => Adapter;
	getUri: (config: AxiosConfig) => string;
	AxiosHeaders: new (headers: Record<string, string>) => object;
	AxiosError: (new (
		message: string,
		code: string,
		config: AxiosConfig,
		request: object,
		response: AxiosResponse,
	) => Error) & { ERR_BAD_REQUEST: string; ERR_BAD_RESPONSE: string };
	CanceledError: new (message: string | null, config: AxiosConfig) => Error;
}

/** What a service answers. */
interface DirectResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** Answers a request, or returns undefined for one that needs a connection: it breaks, hangs or leads elsewhere. */
type Responder = (
	request: SimulatedRequest,
) => DirectResponse | undefined | Promise<DirectResponse | undefined>;

const require = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
const axios = require('axios') as Axios;
const connect = axios.getAdapter(axios.defaults.adapter);
const responders = new Map<string, Responder>();

/** Methods whose requests say that they have no body. */
const WITH_LENGTH = ['POST', 'PUT', 'PATCH'];

function headersOf({ headers, auth }: AxiosConfig): Record<string, string> {
	const sent: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers.toJSON()))
		if (value !== undefined && value !== null && value !== false)
			sent[name.toLowerCase()] = String(value);
	if (!auth) return sent;
	const { username = '', password = '' } = auth;
	const secret = Buffer.from(`${username}:${password}`).toString('base64');
	return { ...sent, authorization: `Basic ${secret}` };
}

/** Returns a request as the service would receive it, or undefined for one whose body is a stream. */
function requestOf(
	config: AxiosConfig,
	{ pathname, search, host }: URL,
): SimulatedRequest | undefined {
	const { data } = config;
	const method = (config.method ?? 'GET').toUpperCase();
	const headers: Record<string, string> = { ...headersOf(config), host };
	const query = search.slice(1);
	if (data === undefined || data === null || data === '') {
		if (!WITH_LENGTH.includes(method)) return { method, path: pathname, query, headers };
		headers['content-length'] = '0';
		return { method, path: pathname, query, headers, body: '' };
	}
	if (typeof data !== 'string' && !Buffer.isBuffer(data)) return undefined;
	const body = data.toString();
	headers['content-length'] = String(Buffer.byteLength(body));
	return { method, path: pathname, query, headers, body };
}

function throwIfCancelled(config: AxiosConfig): void {
	if (config.signal?.aborted) throw new axios.CanceledError(null, config);
}

async function sendDirectly(config: AxiosConfig): Promise<AxiosResponse> {
	const url = new URL(axios.getUri(config));
	const respond = responders.get(url.origin);
	const request = respond && requestOf(config, url);
	if (!respond || !request || config.responseType === 'stream') return await connect(config);
	throwIfCancelled(config);
	// A request and its response are under way for a while, in which other code runs.
	await setImmediate();
	throwIfCancelled(config);
	const responded = await respond(request);
	if (!responded) return await connect(config);
	await setImmediate();
	throwIfCancelled(config);
	const { status, headers, body } = responded;
	const response: AxiosResponse = {
		status,
		statusText: STATUS_CODES[status] ?? '',
		headers: new axios.AxiosHeaders(headers),
		config,
		request: {},
		data: config.responseType === 'arraybuffer' ? Buffer.from(body) : body,
	};
	if (config.validateStatus?.(status) ?? true) return response;
	const { AxiosError } = axios;
	const code = status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
	const message = `Request failed with status code ${status}`;
	throw new AxiosError(message, code, config, response.request, response);
}

axios.defaults.adapter = sendDirectly;

/** Lets a function answer all requests to an origin from now on. */
export function respondDirectly(origin: string, respond: Responder): void {
	responders.set(new URL(origin).origin, respond);
}

export function stopResponding(origin: string): void {
	responders.delete(new URL(origin).origin);
}
