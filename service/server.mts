import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { SimulatedAnswer } from './answer.mts';
import { control, controlPath } from './control.mts';
import { SimulatedFault } from './faults.mts';
import type { ServiceOptions } from './options.mts';
import { createService, type SimulatedRequest, type SimulatedService } from './service.mts';

/** How long a dripping answer waits before each byte. */
const dripMs = 1000;

export interface ServerOptions extends ServiceOptions {
	/** Default: one that is free. */
	port?: number;
	/** Milliseconds added to each answer. Default 0. */
	latencyMs?: number;
	/** Whether to serve the control API under `/__control/`. Default no. */
	control?: boolean;
	/** Called when an answer is held, or begins to drip. */
	onHeld?: () => void;
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

const readBody = async (incoming: IncomingMessage): Promise<string | undefined> => {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
	const { headers } = incoming;
	const hasBody =
		headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
	// only UTF-8 is supported (docs/service.md, Requests)
	return hasBody
		? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
		: undefined;
};

const readRequest = async (incoming: IncomingMessage): Promise<SimulatedRequest> => {
	const [path = '/', ...query] = (incoming.url ?? '/').split('?');
	const headers = Object.entries(incoming.headers).map(
		([name, value]): [string, string | undefined] => [
			name,
			Array.isArray(value) ? value.join(', ') : value,
		],
	);
	return {
		method: incoming.method ?? 'GET',
		path,
		query: query.join('?'),
		headers: Object.fromEntries(headers),
		body: await readBody(incoming),
	};
};

type Send = (response: ServerResponse, answer: SimulatedAnswer, date: string) => void;

const writeHead: Send = (response, { status, headers, body }, date) => {
	response.writeHead(status, {
		date,
		...headers,
		...(status !== 204 && { 'content-length': Buffer.byteLength(body) }),
	});
};

const send: Send = (response, answer, date) => {
	writeHead(response, answer, date);
	response.end(answer.body);
};

/** Sends one byte after the other until the client has enough of it. */
const drip: Send = (response, answer, date) => {
	writeHead(response, answer, date);
	const bytes = Buffer.from(answer.body);
	let sent = 0;
	const timer = setInterval(() => {
		response.write(bytes.subarray(sent, sent + 1));
		sent += 1;
		if (sent >= bytes.length) response.end();
	}, dripMs);
	response.once('close', () => clearInterval(timer));
};

const cut = (response: ServerResponse): void => void response.socket?.destroy();

/**
 * A request that was not performed is not told as one that was: the status alone decides
 * (docs/service.md, Errors).
 */
const noAnswer: SimulatedAnswer = { status: 502, headers: {}, body: '{"message":"Bad gateway"}' };

/** What there is of an answer that does not come whole. */
const breaks: Record<SimulatedFault['kind'], Send> = {
	disconnect: cut,
	disconnectAfter: cut,
	timeout: () => {},
	drip,
	cutBody: (response, answer, date) => {
		writeHead(response, answer, date);
		const half = answer.body.slice(0, Math.floor(answer.body.length / 2));
		response.write(half, () => cut(response));
	},
	malformed: (response, { body }) => {
		response.socket?.write(`HTTP/1.1 2OO Okay\r\nContent-Length: many\r\n\r\n${body}`);
		cut(response);
	},
};

const dateOf = ({ settings }: SimulatedService): string => settings.now().toUTCString();

const badRequest = (error: unknown): SimulatedAnswer => ({
	status: 400,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify({ message: error instanceof Error ? error.message : String(error) }),
});

/**
 * Serves a simulated service over HTTP. Faults without a whole answer are real: the socket is cut, or
 * held until the client gives up or the service closes.
 */
export const startService = async (options: ServerOptions = {}): Promise<RunningService> => {
	const { port = 0, latencyMs = 0, control: hasControl = false } = options;
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const listening = portOf(server.address());
	const url = options.publicUrl ?? `http://127.0.0.1:${listening}`;
	const service = createService({ ...options, publicUrl: url });

	const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		try {
			const request = await readRequest(incoming);
			const isControl = hasControl && request.path.startsWith(controlPath);
			if (!isControl && latencyMs > 0) await wait(latencyMs);
			const answered = isControl ? control(service, request) : service.handle(request);
			send(response, answered, dateOf(service));
		} catch (error) {
			const date = dateOf(service);
			if (!(error instanceof SimulatedFault)) send(response, badRequest(error), date);
			else {
				breaks[error.kind](response, error.answer ?? noAnswer, date);
				if (['timeout', 'drip'].includes(error.kind)) options.onHeld?.();
			}
		}
	};
	server.on('request', (incoming, response) => void answer(incoming, response));

	const close = () =>
		new Promise<void>((resolve, reject) => {
			server.close((error) => (error ? reject(error) : resolve()));
			server.closeAllConnections();
		});
	return { url, port: listening, service, close };
};

const portOf = (address: AddressInfo | string | null): number => {
	if (address === null || typeof address === 'string')
		throw new TypeError('Not listening on a port');
	return address.port;
};
