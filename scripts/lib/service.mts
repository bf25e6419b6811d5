import path from 'node:path';
import { z } from 'zod';
import { toSettings } from '../../service/options.mts';
import { LOGS, ROOT } from './paths.mts';
import { freePort, startServer, waitUntilReady, type ServerProcess } from './processes.mts';

const START_TIMEOUT_SECONDS = 60;

const requestSchema = z.looseObject({
	method: z.string(),
	path: z.string(),
	query: z.string(),
	headers: z.record(z.string(), z.string()),
	body: z.string(),
	status: z.number().nullable(),
});
const violationSchema = z.object({ request: requestSchema, problem: z.string() });

const idsSchema = z.object({ ids: z.tuple([z.number()]) });

type LoggedRequest = z.infer<typeof requestSchema>;

const settings = toSettings({});

/** Client of a simulated service that runs in its own process. */
export class ServiceProcess {
	readonly apiKey = settings.apiKey;
	readonly clientId = settings.clientId;
	readonly clientSecret = settings.clientSecret;

	/**
	 * @param url base address in the credentials and in links, without a final slash
	 * @param localUrl address on this machine
	 */
	constructor(
		readonly server: ServerProcess,
		readonly url: string,
		private readonly localUrl: string,
	) {}

	/** The values of the package's credentials by their types. */
	get credentials() {
		const common = { baseUrl: this.url, headerPrefix: 'SVC' };
		const { apiKey, clientId, clientSecret } = this;
		return {
			videoSubscriptionApi: { ...common, apiKey },
			videoSubscriptionOAuth2Api: { ...common, clientId, clientSecret, scope: 'read' },
		};
	}

	/** Sends a request to the control interface, `POST customers` for example. */
	async control(method: string, what: string, body?: unknown): Promise<unknown> {
		const json = body !== undefined && { body: JSON.stringify(body) };
		return await this.send(`/__control/${what}`, { method, ...json });
	}

	/** Adds a record to a list of the service and returns its ID. */
	async add(list: string, values: object): Promise<number> {
		return idsSchema.parse(await this.control('POST', list, values)).ids[0];
	}

	/** Reads from the service with its key. */
	async read(address: string): Promise<unknown> {
		const basic = Buffer.from(`${this.apiKey}:`).toString('base64');
		return await this.send(address, { headers: { authorization: `Basic ${basic}` } });
	}

	/** Posts JSON to the service without its key. */
	async post(address: string, body: unknown): Promise<unknown> {
		const headers = { 'content-type': 'application/json' };
		return await this.send(address, { method: 'POST', headers, body: JSON.stringify(body) });
	}

	private async send(address: string, init: RequestInit): Promise<unknown> {
		const response = await fetch(this.localUrl + address, init);
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The simulated service: ${response.status} at ${address}: ${text}`);
		return JSON.parse(text);
	}

	/** Returns all logged requests, oldest first. */
	async requests(): Promise<LoggedRequest[]> {
		return z.array(requestSchema).parse(await this.control('GET', 'requests'));
	}

	/** Returns violations of the contract as `METHOD path: problem`. */
	async violations(): Promise<string[]> {
		const violations = z.array(violationSchema).parse(await this.control('GET', 'violations'));
		return violations.map(
			({ request: { method, path: at }, problem }) => `${method} ${at}: ${problem}`,
		);
	}

	async forgetRequests(): Promise<void> {
		await this.control('DELETE', 'requests');
	}
}

interface ServiceStart {
	logName: string;
	/** Any free port by default. */
	port?: number;
	/** Address under which another machine reaches the service. */
	publicUrl?: string;
	/** Further arguments of the start command. */
	args?: string[];
}

/** Starts the simulated service in its own process. */
export async function startSimulatedService(options: ServiceStart): Promise<ServiceProcess> {
	const { logName, port = await freePort(), args = [] } = options;
	const localUrl = `http://127.0.0.1:${port}`;
	const { publicUrl = localUrl } = options;
	const start = ['--import', 'tsx', path.join(ROOT, 'service', 'start.mts')];
	const server = startServer(
		'The simulated service',
		process.execPath,
		[...start, '--port', String(port), '--public-url', publicUrl, ...args],
		{ cwd: ROOT, log: path.join(LOGS, `${logName}.log`) },
	);
	await waitUntilReady(server, `${localUrl}/__control/requests`, START_TIMEOUT_SECONDS);
	return new ServiceProcess(server, publicUrl, localUrl);
}
