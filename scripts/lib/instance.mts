import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installN8n, installPackage, startN8n, type RunningN8n } from './n8n.mts';
import { N8nApi, type Owner } from './n8nApi.mts';
import { packPackage } from './package.mts';
import { stopServers } from './processes.mts';
import { startSimulatedService, type ServiceProcess } from './service.mts';

/** The owner of each n8n that is started here. */
export const OWNER: Owner = { email: 'e2e@example.com', password: 'End-to-end-1' };

/** An n8n with the package installed as in production, beside a simulated service. */
export interface Instance {
	api: N8nApi;
	service: ServiceProcess;
	stop(): Promise<void>;
}

/** An instance that nothing else uses. */
export interface OwnInstance extends Instance {
	/** `kill -9`. */
	kill(): Promise<void>;
	/** Starts n8n again with the same data and port. */
	restart(): Promise<void>;
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

/**
 * Installs the packed package in a new n8n on an empty SQLite database and creates the owner.
 * @param name prefix of the logs
 * @param env further variables for n8n
 */
export async function startInstance(
	name: string,
	env: NodeJS.ProcessEnv = {},
): Promise<OwnInstance> {
	const service = await startSimulatedService({ logName: `e2e-${name}-service` });
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
