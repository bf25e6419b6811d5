import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOGS } from './paths.mts';
import { freePort, run, startServer } from './processes.mts';
import type { ServerProcess } from './processes.mts';

const DEBIAN = '/usr/lib/postgresql';
const LOOKS = 150;

export interface RunningServer {
	port: number;
	stop(): Promise<void>;
}

function binaries(): string {
	try {
		const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
		return path.join(DEBIAN, versions[0] ?? '', 'bin');
	} catch {
		throw new Error(
			'Queue mode is tested with PostgreSQL and Redis: apt-get install postgresql redis-server',
		);
	}
}

/** PostgreSQL refuses to run as root; Debian's package made this user for it. */
function unprivileged(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string) =>
		Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: idOf('-u'), gid: idOf('-g') };
}

async function waitUntilListening(server: ServerProcess, port: number): Promise<void> {
	for (let look = 0; look < LOOKS && server.isRunning(); look += 1) {
		const socket = connect(port, '127.0.0.1');
		try {
			await once(socket, 'connect');
			return;
		} catch {
			await sleep(100);
		} finally {
			socket.destroy();
		}
	}
	throw new Error(`${server.name} does not listen; its log is ${server.log}.`);
}

/** A PostgreSQL on loopback with an empty database `postgres`, user `n8n`, no password; gone when stopped. */
export async function startPostgres(): Promise<RunningServer> {
	const bin = binaries();
	const user = unprivileged();
	const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
	if (user) chownSync(folder, user.uid, user.gid);
	const options = { cwd: folder, log: path.join(LOGS, 'e2e-postgres.log'), ...(user && { user }) };
	const data = path.join(folder, 'data');
	await run(
		path.join(bin, 'initdb'),
		['-D', data, '-U', 'n8n', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'],
		options,
	);
	const port = await freePort();
	const server = startServer(
		'PostgreSQL',
		path.join(bin, 'postgres'),
		[
			'-D',
			data,
			'-p',
			String(port),
			'-k',
			folder,
			'-c',
			'listen_addresses=127.0.0.1',
			'-c',
			'fsync=off',
		],
		options,
	);
	await waitUntilListening(server, port);
	return {
		port,
		stop: async () => {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** A Redis on loopback that keeps nothing. */
export async function startRedis(): Promise<RunningServer> {
	const port = await freePort();
	const server = startServer(
		'Redis',
		'redis-server',
		['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		{ cwd: tmpdir(), log: path.join(LOGS, 'e2e-redis.log') },
	);
	await waitUntilListening(server, port);
	return { port, stop: async () => await server.stop() };
}
