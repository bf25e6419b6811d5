import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOG_LINES_SHOWN = 40;
/** How long a process may take to end by itself before it is ended by force, in milliseconds. */
const STOP_PATIENCE = 20_000;

export interface CommandOptions {
	/** The folder to run in. */
	cwd: string;
	/** The file that takes standard output and standard error. */
	log: string;
	env?: NodeJS.ProcessEnv;
	/** Another user to run as. */
	user?: { uid: number; gid: number };
}

export interface ServerProcess {
	readonly name: string;
	readonly log: string;
	readonly pid: number;
	/** Whether it still runs. */
	isRunning(): boolean;
	/** Settles when it has ended, for whatever reason. */
	readonly ended: Promise<unknown>;
	/** Asks it to end, with all its children, and waits; by force when it takes too long. */
	stop(): Promise<void>;
	/** `kill -9`, its children included: nothing is saved, nothing is said. */
	kill(): Promise<void>;
}

/** The last lines of a log, for showing beside a failure. */
export function endOfLog(log: string, lines = LOG_LINES_SHOWN): string {
	if (!existsSync(log)) return '(nothing was written)';
	return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** A command that failed: the message names the log and shows its end. */
export class CommandError extends Error {
	constructor(what: string, log: string) {
		super(`${what}\nThe log is ${log}; it ends:\n\n${endOfLog(log)}\n`);
	}
}

const begun = new Set<string>();

/** Begins a log anew the first time in this process and goes on with it afterwards. */
function openLog(log: string, headline: string): number {
	mkdirSync(path.dirname(log), { recursive: true });
	const file = openSync(log, begun.has(log) ? 'a' : 'w');
	begun.add(log);
	writeSync(file, `\n$ ${headline}\n`);
	return file;
}

/** The environment for a child: that of npm's own run is left out, for it would point npm at this project. */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) =>
			!/^(npm_(lifecycle|package|execpath|config_local_prefix|command)|INIT_CWD|VITEST|NODE_OPTIONS|NODE_ENV)/.test(
				name,
			),
	);
	return { ...Object.fromEntries(inherited), ...extra };
}

/**
 * Runs a command to its end.
 * @returns what it wrote to standard output, which the log holds too
 * @throws CommandError when it ends with another status than 0
 */
export async function run(
	command: string,
	args: string[],
	options: CommandOptions,
): Promise<string> {
	const log = openLog(options.log, [command, ...args].join(' '));
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? childEnvironment(),
		...options.user,
		stdio: ['ignore', 'pipe', log],
	});
	const chunks: Buffer[] = [];
	child.stdout?.on('data', (chunk: Buffer) => {
		chunks.push(chunk);
		writeSync(log, chunk);
	});
	const [status] = await once(child, 'close');
	closeSync(log);
	if (status !== 0)
		throw new CommandError(`\`${path.basename(command)} ${args.join(' ')}\` failed.`, options.log);
	return Buffer.concat(chunks).toString('utf8');
}

const running = new Set<ServerProcess>();

// The last resort, when this process ends without having stopped what it started.
process.on('exit', () => {
	for (const { pid } of running) signalGroup(pid, 'SIGKILL');
});

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// The whole group has ended already.
	}
}

/** Starts a program that stays until it is stopped, as the head of a process group of its own. */
export function startServer(
	name: string,
	command: string,
	args: string[],
	options: CommandOptions,
): ServerProcess {
	const log = openLog(options.log, [command, ...args].join(' '));
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? childEnvironment(),
		...options.user,
		stdio: ['ignore', log, log],
		detached: true,
	});
	closeSync(log);
	const exited = once(child, 'exit');
	const pid = child.pid;
	if (pid === undefined) throw new CommandError(`${name} could not be started.`, options.log);

	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const end = async (signal: NodeJS.Signals) => {
		if (isRunning()) {
			child.kill(signal);
			const ended = await Promise.race([
				exited.then(() => true),
				sleep(STOP_PATIENCE, false, { ref: false }),
			]);
			if (!ended) child.kill('SIGKILL');
			await exited;
		}
		// What it started and left behind.
		signalGroup(pid, 'SIGKILL');
		running.delete(server);
	};
	const server: ServerProcess = {
		name,
		log: options.log,
		pid,
		isRunning,
		ended: exited,
		stop: async () => await end('SIGTERM'),
		kill: async () => {
			signalGroup(pid, 'SIGKILL');
			await end('SIGKILL');
		},
	};
	running.add(server);
	return server;
}

/** Stops every server that this process started and that still runs, the latest first. */
export async function stopServers(): Promise<void> {
	for (const server of [...running].reverse()) await server.stop();
}

/** Has every server stopped when this process is asked to end (Ctrl-C, SIGTERM, a closed terminal). */
export function stopServersOnSignal(farewell: () => void): void {
	let stopping = false;
	const stop = async () => {
		if (stopping) return;
		stopping = true;
		farewell();
		await stopServers();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => void stop());
}

async function isFree(port: number): Promise<boolean> {
	const probe = createServer();
	try {
		probe.listen({ port, host: '127.0.0.1', exclusive: true });
		await once(probe, 'listening');
		return true;
	} catch {
		return false;
	} finally {
		probe.close();
	}
}

/** The preferred port when it is free on loopback, any free one otherwise. */
export async function freePort(preferred?: number): Promise<number> {
	if (preferred !== undefined && (await isFree(preferred))) return preferred;
	const probe = createServer();
	probe.listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
	return address.port;
}

/**
 * Waits until an address answers with success.
 * @throws CommandError when the server ends first or the time is over
 */
export async function waitUntilAnswering(
	server: ServerProcess,
	url: string,
	seconds: number,
): Promise<void> {
	const deadline = Date.now() + seconds * 1000;
	while (Date.now() < deadline) {
		if (!server.isRunning())
			throw new CommandError(`${server.name} ended before it was ready.`, server.log);
		try {
			const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
			if (answer.ok) return;
		} catch {
			// Not listening yet.
		}
		await sleep(200);
	}
	throw new CommandError(
		`${server.name} did not answer within ${seconds} seconds at ${url}.`,
		server.log,
	);
}
