import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installN8n, installPackage, startN8n } from './n8n.mts';
import type { N8nInstall, N8nRole, RunningN8n } from './n8n.mts';
import { N8nApi } from './n8nApi.mts';
import type { CredentialReference, Owner } from './n8nApi.mts';
import { packPackage } from './package.mts';
import { stopServers } from './processes.mts';
import { startSimulatedService } from './service.mts';
import type { ServiceProcess } from './service.mts';
import { startPostgres, startRedis } from './databases.mts';

export const OWNER: Owner = { email: 'e2e@example.com', password: 'End-to-end-1' };

/** The editor's address of an n8n that is to be tested instead of one started here. */
const ELSEWHERE = process.env.N8N_URL;

/** An n8n with the package as a user has it, beside a simulated service. */
export interface Instance {
	api: N8nApi;
	service: ServiceProcess;
	/** `kill -9`. */
	kill(): Promise<void>;
	/** Starts n8n again on the same data and port. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

export type CredentialType = 'videoSubscriptionApi' | 'videoSubscriptionOAuth2Api';
export type Credentials = Record<CredentialType, CredentialReference>;

/** Makes both credentials of the package, with the right values. */
export async function createCredentials({
	api,
	service,
}: Pick<Instance, 'api' | 'service'>): Promise<Credentials> {
	const { videoSubscriptionApi, videoSubscriptionOAuth2Api } = service.credentials;
	return {
		videoSubscriptionApi: await api.createCredential(
			'API key',
			'videoSubscriptionApi',
			videoSubscriptionApi,
		),
		videoSubscriptionOAuth2Api: await api.createCredential(
			'OAuth2',
			'videoSubscriptionOAuth2Api',
			videoSubscriptionOAuth2Api,
		),
	};
}

interface Folders {
	install: N8nInstall;
	/** Makes a user folder with the package installed in it, as a user's has. */
	userFolder(): string;
	remove(): void;
}

async function prepare(): Promise<Folders> {
	const [packed, install] = [await packPackage(), await installN8n()];
	const root = mkdtempSync(path.join(tmpdir(), 'n8n-'));
	return {
		install,
		userFolder: () => {
			const folder = mkdtempSync(path.join(root, 'user-'));
			installPackage(folder, packed);
			return folder;
		},
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}

async function signedIn(n8n: RunningN8n): Promise<N8nApi> {
	const api = new N8nApi(n8n.url);
	await api.setUpOwner(OWNER);
	return api;
}

/** An n8n of this machine that is there already, with the package installed; its owner's account in the environment. */
async function useInstance(url: string, service: ServiceProcess): Promise<Instance> {
	const api = new N8nApi(url.replace(/\/$/, ''));
	const { N8N_EMAIL: email = OWNER.email, N8N_PASSWORD: password = OWNER.password } = process.env;
	await api.signIn({ email, password });
	const notOurs = async () => {
		throw new Error('An n8n that was not started here is not stopped here either.');
	};
	return { api, service, kill: notOurs, restart: notOurs, stop: stopServers };
}

/**
 * Packs the package, installs it in a new n8n on an empty SQLite database, and makes the owner;
 * or takes the n8n at N8N_URL.
 * @param name begins the names of the logs
 */
export async function startInstance(name: string): Promise<Instance> {
	const service = await startSimulatedService({ logName: `e2e-${name}-service` });
	if (ELSEWHERE) return await useInstance(ELSEWHERE, service);
	const { install, userFolder, remove } = await prepare();
	const options = { install, userFolder: userFolder(), logName: `e2e-${name}-n8n` };
	let n8n = await startN8n(options);
	const api = await signedIn(n8n);
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

export interface QueueInstance extends Omit<Instance, 'kill' | 'restart'> {
	/** The logs of the workers. */
	workerLogs: string[];
}

/** The same in queue mode: one main instance and two workers on PostgreSQL and Redis, all on loopback. */
export async function startQueueInstance(name: string): Promise<QueueInstance> {
	const { install, userFolder, remove } = await prepare();
	const service = await startSimulatedService({ logName: `e2e-${name}-service` });
	const [postgres, redis] = [await startPostgres(), await startRedis()];
	const env = {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: randomUUID(),
	};
	const instance = (role: N8nRole, logName: string) =>
		startN8n({ install, env, role, logName, userFolder: userFolder() });
	// The main instance first: it makes the tables.
	const api = await signedIn(await instance('start', `e2e-${name}-main`));
	const workers = await Promise.all(
		[1, 2].map(async (number) => await instance('worker', `e2e-${name}-worker-${number}`)),
	);
	return {
		api,
		service,
		workerLogs: workers.map(({ server }) => server.log),
		stop: async () => {
			await stopServers();
			await postgres.stop();
			remove();
		},
	};
}
