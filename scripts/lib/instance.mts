import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installN8n, installPackage, startN8n, type RunningN8n } from './n8n.mts';
import { N8nApi, type Owner } from './n8nApi.mts';
import { packPackage } from './package.mts';
import { stopServers } from './processes.mts';
import { startSimulatedService, type ServiceProcess } from './service.mts';

const OWNER: Owner = { email: 'e2e@example.com', password: 'End-to-end-1' };

/** A running n8n to test instead of starting one, and how it reaches the simulated service (CONTRIBUTING.md). */
const { N8N_URL, N8N_EMAIL, N8N_PASSWORD, SERVICE_URL, SERVICE_PORT } = process.env;

/** An n8n with the package installed as in production, beside a simulated service. */
export interface Instance {
	api: N8nApi;
	service: ServiceProcess;
	/** `kill -9`. */
	kill(): Promise<void>;
	/** Starts n8n again with the same data and port. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** Installs n8n and packs the package. */
export async function prepare() {
	const [packed, install] = [await packPackage(), await installN8n()];
	const root = mkdtempSync(path.join(tmpdir(), 'n8n-'));
	/** Creates a user folder with the package installed. */
	const userFolder = () => {
		const folder = mkdtempSync(path.join(root, 'user-'));
		installPackage(folder, packed);
		return folder;
	};
	return { install, userFolder, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Creates the owner of a new n8n and signs in. */
export async function setUp(n8n: RunningN8n): Promise<N8nApi> {
	const api = new N8nApi(n8n.url);
	await api.setUpOwner(OWNER);
	return api;
}

/** Signs in to the n8n at N8N_URL, which must have the package installed. */
async function useInstance(url: string, service: ServiceProcess): Promise<Instance> {
	const api = new N8nApi(url.replace(/\/$/, ''));
	await api.signIn({ email: N8N_EMAIL ?? OWNER.email, password: N8N_PASSWORD ?? OWNER.password });
	const refuse = async () => {
		throw new Error('An n8n that was not started here is not stopped here.');
	};
	const stop = async () => {
		await api.deleteCreated();
		await stopServers();
	};
	return { api, service, kill: refuse, restart: refuse, stop };
}

/**
 * Installs the packed package in a new n8n on an empty SQLite database and creates the owner, or uses the n8n at
 * N8N_URL.
 * @param name prefix of the logs
 * @param env further variables for n8n
 */
export async function startInstance(name: string, env: NodeJS.ProcessEnv = {}): Promise<Instance> {
	const service = await startSimulatedService({
		logName: `e2e-${name}-service`,
		...(SERVICE_PORT && { port: Number(SERVICE_PORT) }),
		...(SERVICE_URL && { publicUrl: SERVICE_URL }),
	});
	if (N8N_URL) return await useInstance(N8N_URL, service);
	const { install, userFolder, remove } = await prepare();
	const options = { install, env, userFolder: userFolder(), logName: `e2e-${name}-n8n` };
	let n8n = await startN8n(options);
	const api = await setUp(n8n);
	const port = Number(new URL(n8n.url).port);
	return {
		api,
		service,
		kill: async () => await n8n.server.kill(),
		restart: async () => {
			n8n = await startN8n({ ...options, port });
		},
		stop: async () => {
			await stopServers();
			remove();
		},
	};
}
