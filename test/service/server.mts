import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { SimulatedAnswer } from './answer.mts';
import { control, controlPath } from './control.mts';
import { SimulatedFault } from './faults.mts';
import type { ServiceOptions } from './options.mts';
import { createService, type SimulatedRequest, type SimulatedService } from './service.mts';

export interface ServerOptions extends ServiceOptions {
	/** Default: one that is free. */
	port?: number;
	/** Default `127.0.0.1`. */
	host?: string;
	/** Milliseconds added to each answer. Default 0. */
	latencyMs?: number;
	/** Whether to serve the control API under `/__control/`. Default no. */
	control?: boolean;
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
	// only UTF-8 is supported (spec, What the service does)
	return hasBody
		? new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
		: undefined;
};

const readRequest = async (incoming: IncomingMessage): Promise<SimulatedRequest> => {
	const [path, ...query] = (incoming.url ?? '/').split('?');
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

const send = (
	response: ServerResponse,
	{ status, headers, body }: SimulatedAnswer,
	now: Date,
): void => {
	response.writeHead(status, {
		date: now.toUTCString(),
		...headers,
		...(status !== 204 && { 'content-length': Buffer.byteLength(body) }),
	});
	response.end(body);
};

const badRequest = (error: unknown): SimulatedAnswer => ({
	status: 400,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify({ message: error instanceof Error ? error.message : String(error) }),
});

/**
 * Serves a simulated service over HTTP. Faults without an answer are real: the socket is cut, or held
 * until the client gives up or the service closes.
 */
export const startService = async (options: ServerOptions = {}): Promise<RunningService> => {
	const { port = 0, host = '127.0.0.1', latencyMs = 0, control: hasControl = false } = options;
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const listening = portOf(server.address());
	const url = options.publicUrl ?? `http://${host}:${listening}`;
	const service = createService({ ...options, publicUrl: url });

	const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
		try {
			const request = await readRequest(incoming);
			const isControl = hasControl && request.path.startsWith(controlPath);
			if (!isControl && latencyMs > 0) await wait(latencyMs);
			const answered = isControl ? control(service, request) : service.handle(request);
			send(response, answered, service.settings.now());
		} catch (error) {
			const now = service.settings.now();
			if (!(error instanceof SimulatedFault)) send(response, badRequest(error), now);
			else if (error.kind !== 'timeout') incoming.socket.destroy();
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
