import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres, startRedis } from './databases.mts';
import { installN8n, installPackage, startN8n, type N8nRole, type RunningN8n } from './n8n.mts';
import { N8nApi, type CredentialReference, type Owner } from './n8nApi.mts';
import { packPackage } from './package.mts';
import { stopServers } from './processes.mts';
import { startSimulatedService, type SimulatedService } from './service.mts';

const OWNER: Owner = { email: 'e2e@example.com', password: 'End-to-end-1' };

/** A running n8n to test instead of starting one, and how it reaches the simulated service (CONTRIBUTING.md). */
const { N8N_URL, N8N_EMAIL, N8N_PASSWORD, SERVICE_URL, SERVICE_PORT } = process.env;

/** The schedulers of n8n 2.41 by the variables that turn them on. n8n announces the durable one as its next default. */
export const SCHEDULERS = {
	'in-memory': {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	},
} satisfies Record<string, NodeJS.ProcessEnv>;

export type Scheduler = keyof typeof SCHEDULERS;

/** The schedulers to test: those named by `N8N_SCHEDULER`, both by default. A running n8n has one, whichever it is. */
export const testedSchedulers = (Object.keys(SCHEDULERS) as Scheduler[]).filter(
	(scheduler) => scheduler === (process.env.N8N_SCHEDULER ?? (N8N_URL ? 'in-memory' : scheduler)),
);

/** An n8n with the package installed as in production, beside a simulated service. */
export interface Instance {
	api: N8nApi;
	service: SimulatedService;
	/** `kill -9`. */
	kill(): Promise<void>;
	/** Starts n8n again with the same data and port. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

export type Credentials = Record<
	'videoSubscriptionApi' | 'videoSubscriptionOAuth2Api',
	CredentialReference
>;

/** Creates both credentials of the package with valid values. */
export async function createCredentials({
	api,
	service,
}: Pick<Instance, 'api' | 'service'>): Promise<Credentials> {
	const create = async (name: string, type: keyof Credentials) =>
		await api.createCredential(name, type, service.credentials[type]);
	return {
		videoSubscriptionApi: await create('API key', 'videoSubscriptionApi'),
		videoSubscriptionOAuth2Api: await create('OAuth2', 'videoSubscriptionOAuth2Api'),
	};
}

async function prepare() {
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

async function setUp(n8n: RunningN8n): Promise<N8nApi> {
	const api = new N8nApi(n8n.url);
	await api.setUpOwner(OWNER);
	return api;
}

/** Signs in to the n8n at N8N_URL, which must have the package installed. */
async function useInstance(url: string, service: SimulatedService): Promise<Instance> {
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
 */
export async function startInstance(
	name: string,
	scheduler: Scheduler = 'in-memory',
): Promise<Instance> {
	const service = await startSimulatedService({
		logName: `e2e-${name}-service`,
		...(SERVICE_PORT && { port: Number(SERVICE_PORT) }),
		...(SERVICE_URL && { publicUrl: SERVICE_URL }),
	});
	if (N8N_URL) return await useInstance(N8N_URL, service);
	const { install, userFolder, remove } = await prepare();
	const env = SCHEDULERS[scheduler];
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

export interface QueueInstance extends Instance {
	/** Logs of the workers. */
	workerLogs: string[];
}

/** Starts n8n in queue mode: a main instance and two workers, on PostgreSQL and Redis. Only the main one is killed. */
export async function startQueueInstance(
	name: string,
	scheduler: Scheduler,
): Promise<QueueInstance> {
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
		...SCHEDULERS[scheduler],
	};
	const optionsFor = (role: N8nRole, logName: string) => ({
		...{ install, env, role, userFolder: userFolder() },
		logName: `e2e-${name}-${logName}`,
	});
	const main = optionsFor('start', 'main');
	// It creates the tables that the workers use.
	let n8n = await startN8n(main);
	const api = await setUp(n8n);
	const port = Number(new URL(n8n.url).port);
	const workers = await Promise.all(
		[1, 2].map(async (number) => await startN8n(optionsFor('worker', `worker-${number}`))),
	);
	return {
		api,
		service,
		workerLogs: workers.map(({ server }) => server.log),
		kill: async () => await n8n.server.kill(),
		restart: async () => {
			n8n = await startN8n({ ...main, port });
		},
		stop: async () => {
			await stopServers();
			await postgres.stop();
			remove();
		},
	};
}
