import { randomUUID } from 'node:crypto';
import { prepare, setUp } from '../../../scripts/lib/instance.mts';
import { SCHEDULERS } from './schedulers.mts';
import type { OwnInstance } from '../../../scripts/lib/instance.mts';
import type { Scheduler } from './schedulers.mts';
import { startN8n, type N8nRole } from '../../../scripts/lib/n8n.mts';
import { stopServers } from '../../../scripts/lib/processes.mts';
import { startSimulatedService } from '../../../scripts/lib/service.mts';
import { startPostgres, startRedis } from './databases.mts';

/** Starts PostgreSQL and Redis. `env` makes n8n use them in queue mode. */
async function startDatabases() {
	const [postgres, redis] = [await startPostgres(), await startRedis()];
	const env: NodeJS.ProcessEnv = {
		EXECUTIONS_MODE: 'queue',
		...postgres.env,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_ENCRYPTION_KEY: randomUUID(),
	};
	return { env, stop: postgres.stop };
}

export interface QueueInstance extends OwnInstance {
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
	const { env, stop: stopDatabases } = await startDatabases();
	Object.assign(env, SCHEDULERS[scheduler]);
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
			await stopDatabases();
			remove();
		},
	};
}
