import path from 'node:path';
import { z } from 'zod';
import { settle } from '../../service/options.mts';
import { LOGS, ROOT } from './paths.mts';
import { freePort, startServer, waitUntilAnswering } from './processes.mts';
import type { ServerProcess } from './processes.mts';

const START_PATIENCE_SECONDS = 60;

const requestSchema = z.looseObject({
	method: z.string(),
	path: z.string(),
	query: z.string(),
	headers: z.record(z.string(), z.string()),
	body: z.string(),
	status: z.number().nullable(),
});
const violationSchema = z.object({ request: requestSchema, problem: z.string() });

type LoggedRequest = z.infer<typeof requestSchema>;

/** The simulated service in a process of its own, seen through its control interface. */
export class ServiceProcess {
	readonly apiKey: string;
	readonly clientId: string;
	readonly clientSecret: string;

	/** @param url the base address, without a final slash */
	constructor(
		readonly server: ServerProcess,
		readonly url: string,
	) {
		const { apiKey, clientId, clientSecret } = settle({});
		this.apiKey = apiKey;
		this.clientId = clientId;
		this.clientSecret = clientSecret;
	}

	/** The values of both credentials of the package, by their type. */
	get credentials() {
		const common = { baseUrl: this.url, headerPrefix: settle({}).headerPrefix };
		const { apiKey, clientId, clientSecret } = this;
		return {
			videoSubscriptionApi: { ...common, apiKey },
			videoSubscriptionOAuth2Api: { ...common, clientId, clientSecret, scope: 'read' },
		};
	}

	/** Asks the control interface, `POST customers` for example, and returns its answer. */
	async control(method: string, what: string, body?: unknown): Promise<unknown> {
		return await this.json(`/__control/${what}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
	}

	/** Reads from the service itself, as a client with its key would. */
	async read(address: string): Promise<unknown> {
		const basic = Buffer.from(`${this.apiKey}:`).toString('base64');
		return await this.json(address, { headers: { authorization: `Basic ${basic}` } });
	}

	/** Posts JSON to the service itself, without its key. */
	async post(address: string, body: unknown): Promise<unknown> {
		const headers = { 'content-type': 'application/json' };
		return await this.json(address, { method: 'POST', headers, body: JSON.stringify(body) });
	}

	private async json(address: string, init: RequestInit): Promise<unknown> {
		const answer = await fetch(this.url + address, init);
		const text = await answer.text();
		if (!answer.ok)
			throw new Error(`The simulated service answered ${answer.status} at ${address}: ${text}`);
		return JSON.parse(text);
	}

	/** What it was asked, oldest first. */
	async requests(): Promise<LoggedRequest[]> {
		return z.array(requestSchema).parse(await this.control('GET', 'requests'));
	}

	/** What broke the contract, as `METHOD path: problem`. A client that is right leaves this empty. */
	async violations(): Promise<string[]> {
		const violations = z.array(violationSchema).parse(await this.control('GET', 'violations'));
		return violations.map(
			({ request, problem }) => `${request.method} ${request.path}: ${problem}`,
		);
	}

	async forgetRequests(): Promise<void> {
		await this.control('DELETE', 'requests');
	}
}

/**
 * Starts the simulated service as a process of its own.
 * @param options the name of its log, the port (any free one without it), further arguments of its start command
 */
export async function startSimulatedService(options: {
	logName: string;
	port?: number;
	args?: string[];
}): Promise<ServiceProcess> {
	const port = options.port ?? (await freePort());
	const server = startServer(
		'The simulated service',
		process.execPath,
		[
			'--import',
			'tsx',
			path.join(ROOT, 'service', 'start.mts'),
			'--port',
			String(port),
			...(options.args ?? []),
		],
		{ cwd: ROOT, log: path.join(LOGS, `${options.logName}.log`) },
	);
	const url = `http://127.0.0.1:${port}`;
	await waitUntilAnswering(server, `${url}/__control/requests`, START_PATIENCE_SECONDS);
	return new ServiceProcess(server, url);
}
