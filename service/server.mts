import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { serve, type HttpBindings, type ServerType } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';

import type { SimulatedResponse } from './response.mts';
import { controlApi, controlPath } from './control.mts';
import { SimulatedFault } from './faults.mts';
import type { ServiceOptions } from './options.mts';
import { createService, type SimulatedRequest, type SimulatedService } from './service.mts';

/** Milliseconds between the bytes of a dripping response. */
const dripMs = 1000;

export interface ServerOptions extends ServiceOptions {
	/** Default: a free port. */
	port?: number;
	/** Milliseconds added to each response. Default 0. */
	latencyMs?: number;
	/** Whether to serve the control API under `/__control/`. Default no. */
	control?: boolean;
	/** Called when a response is held, or begins to drip. */
	onHeld?: () => void;
	/** Responds to a request in place of the service. Throws SimulatedFault where no whole response is sent. */
	respond?: (service: SimulatedService, request: SimulatedRequest) => SimulatedResponse;
}

export interface RunningService {
	/** `{base_url}`, without a final slash. */
	url: string;
	/** The port that it listens on. */
	port: number;
	service: SimulatedService;
	/** Closes every connection and stops listening. */
	close: () => Promise<void>;
}

/**
 * Reads a request as it was sent. A `Request` drops the body of a GET and resolves `..` in the path, both of which
 * the service refuses.
 */
const readRequest = async (
	incoming: IncomingMessage,
	headers: Record<string, string>,
): Promise<SimulatedRequest> => {
	const { method = 'GET', url = '/' } = incoming;
	const [path = '/', ...query] = url.split('?');
	const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
	const bytes = await buffer(incoming);
	// Only UTF-8 is supported (docs/developers/service.md, Requests).
	const body = hasBody ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : undefined;
	return { method, path, query: query.join('?'), headers, body };
};

/** Returns the headers of a response as the server sends them. */
export const headersOf = ({ status, headers, body }: SimulatedResponse, now: Date) => ({
	date: now.toUTCString(),
	...headers,
	...(status !== 204 && { 'content-length': String(Buffer.byteLength(body)) }),
});

/** Statuses whose responses have no body. */
export const bodiless = [204, 205, 304];

const toResponse = (simulated: SimulatedResponse, now: Date): Response => {
	const { status, body } = simulated;
	const headers = headersOf(simulated, now);
	return new Response(bodiless.includes(status) ? null : body, { status, headers });
};

const cut = (outgoing: ServerResponse): void => void outgoing.socket?.destroy();

type SendPart = (outgoing: ServerResponse, response: SimulatedResponse, now: Date) => void;

/** Sends the part of a response that a fault lets through. */
const breaks: Record<SimulatedFault['kind'], SendPart> = {
	disconnect: cut,
	disconnectAfter: cut,
	timeout: () => {},
	drip: (outgoing, response, now) => {
		outgoing.writeHead(response.status, headersOf(response, now));
		const bytes = Buffer.from(response.body);
		let sent = 0;
		const timer = setInterval(() => {
			outgoing.write(bytes.subarray(sent, sent + 1));
			sent += 1;
			if (sent >= bytes.length) outgoing.end();
		}, dripMs);
		outgoing.once('close', () => clearInterval(timer));
	},
	cutBody: (outgoing, response, now) => {
		outgoing.writeHead(response.status, headersOf(response, now));
		const half = response.body.slice(0, Math.floor(response.body.length / 2));
		outgoing.write(half, () => cut(outgoing));
	},
	malformed: (outgoing, { body }) => {
		outgoing.socket?.write(`HTTP/1.1 2OO Okay\r\nContent-Length: many\r\n\r\n${body}`);
		cut(outgoing);
	},
};

/**
 * The response of which a fault sends a part when the request was not performed. It is not a 200, because the status
 * alone decides (docs/developers/service.md, Errors).
 */
const badGateway: SimulatedResponse = {
	status: 502,
	headers: {},
	body: '{"message":"Bad gateway"}',
};

type App = Hono<{ Bindings: HttpBindings }>;

const listen = async (app: App, port: number): Promise<{ server: ServerType; port: number }> => {
	const options = { fetch: app.fetch, hostname: '127.0.0.1', port, overrideGlobalObjects: false };
	return await new Promise((resolve, reject) => {
		const server = serve(options, (info: AddressInfo) => resolve({ server, port: info.port }));
		server.once('error', reject);
	});
};

/**
 * Serves a simulated service over HTTP. A fault without a whole response cuts the socket, or holds it until the
 * client gives up or the service closes.
 */
export const startService = async (options: ServerOptions = {}): Promise<RunningService> => {
	const {
		latencyMs = 0,
		onHeld,
		respond = (service, request) => service.handle(request),
	} = options;
	const app: App = new Hono();
	const { server, port } = await listen(app, options.port ?? 0);
	const url = options.publicUrl ?? `http://127.0.0.1:${port}`;
	const service = createService({ ...options, publicUrl: url });
	const { now } = service.settings;

	if (options.control) app.route(controlPath, controlApi(service));
	app.all('*', async ({ req, env }) => {
		const request = await readRequest(env.incoming, req.header());
		if (latencyMs > 0) await wait(latencyMs);
		return toResponse(respond(service, request), now());
	});
	app.onError((error, { env, json }) => {
		if (!(error instanceof SimulatedFault)) return json({ message: error.message }, 400);
		breaks[error.kind](env.outgoing, error.response ?? badGateway, now());
		if (['timeout', 'drip'].includes(error.kind)) onHeld?.();
		return RESPONSE_ALREADY_SENT;
	});

	const close = () =>
		new Promise<void>((resolve, reject) => {
			server.close((error) => (error ? reject(error) : resolve()));
			if ('closeAllConnections' in server) server.closeAllConnections();
		});
	return { url, port, service, close };
};
