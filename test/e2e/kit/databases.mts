import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pRetry from 'p-retry';
import { LOGS } from '../../../scripts/lib/paths.mts';
import { freePort, runCommand, startServer } from '../../../scripts/lib/processes.mts';

const DEBIAN = '/usr/lib/postgresql';
const START_RETRIES = 150;

/** Returns the folder of the latest PostgreSQL that Debian's packages installed. */
function findPostgres(): string {
	try {
		const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
		return path.join(DEBIAN, versions[0] ?? '', 'bin');
	} catch {
		const packages = 'apt-get install postgresql redis-server';
		throw new Error(`Queue mode is tested with PostgreSQL and Redis: ${packages}`);
	}
}

/** Returns the user of Debian's package when this process runs as root, which PostgreSQL refuses. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) =>
		Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

async function waitUntilListening(port: number): Promise<void> {
	const tryConnect = async () => {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect').finally(() => socket.destroy());
	};
	await pRetry(tryConnect, { factor: 1, minTimeout: 100, retries: START_RETRIES });
}

/**
 * Starts a PostgreSQL on loopback with an empty database `postgres` and a user `n8n` without a password. `env` makes n8n
 * use it.
 */
export async function startPostgres() {
	const bin = findPostgres();
	const user = unprivilegedUser();
	const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
	if (user) chownSync(folder, user.uid, user.gid);
	const options = { cwd: folder, log: path.join(LOGS, 'e2e-postgres.log'), ...(user && { user }) };
	const data = path.join(folder, 'data');
	const init = `-D ${data} -U n8n --auth=trust -E UTF8 --locale=C.UTF-8`;
	await runCommand(path.join(bin, 'initdb'), init.split(' '), options);
	const port = await freePort();
	const start = `-D ${data} -p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
	const server = startServer('PostgreSQL', path.join(bin, 'postgres'), start.split(' '), options);
	await waitUntilListening(port);
	const stop = async () => {
		await server.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	const env: NodeJS.ProcessEnv = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
	};
	return { env, stop };
}

/** Starts a Redis on loopback that persists nothing. */
export async function startRedis() {
	const port = await freePort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	startServer('Redis', 'redis-server', args, {
		cwd: tmpdir(),
		log: path.join(LOGS, 'e2e-redis.log'),
	});
	await waitUntilListening(port);
	return { port };
}
