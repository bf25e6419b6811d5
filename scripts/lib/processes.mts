import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import pRetry from 'p-retry';

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
function beginLog(log: string, headline: string) {
	mkdirSync(path.dirname(log), { recursive: true });
	const line = `\n$ ${headline}\n`;
	if (begun.has(log)) appendFileSync(log, line);
	else writeFileSync(log, line);
	begun.add(log);
	return { file: log, append: true };
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

const inChild = ({ cwd, env, user }: CommandOptions) => ({
	cwd,
	env: env ?? childEnvironment(),
	extendEnv: false,
	...user,
});

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
	const { log } = options;
	const output = beginLog(log, [command, ...args].join(' '));
	const { failed, stdout } = await execa(command, args, {
		...inChild(options),
		stdin: 'ignore',
		stdout: ['pipe', output],
		stderr: output,
		stripFinalNewline: false,
		reject: false,
	});
	if (failed)
		throw new CommandError(`\`${path.basename(command)} ${args.join(' ')}\` failed.`, log);
	return stdout;
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

/** A program in a process group of its own, so that whatever it starts ends with it. */
function startGroup(command: string, args: string[], options: CommandOptions) {
	const output = beginLog(options.log, [command, ...args].join(' '));
	return execa(command, args, {
		...inChild(options),
		stdin: 'ignore',
		stdout: output,
		stderr: output,
		detached: true,
		reject: false,
		forceKillAfterDelay: STOP_PATIENCE,
	});
}

/** Starts a program that stays until it is stopped. */
export function startServer(
	name: string,
	command: string,
	args: string[],
	options: CommandOptions,
): ServerProcess {
	const child = startGroup(command, args, options);
	const { pid } = child;
	if (pid === undefined) throw new CommandError(`${name} could not be started.`, options.log);
	// Not the promise of the child, which also waits for what it left behind.
	const ended = once(child, 'exit');
	const end = async (signal: NodeJS.Signals) => {
		child.kill(signal);
		await ended;
		signalGroup(pid, 'SIGKILL');
		running.delete(server);
	};
	const server: ServerProcess = {
		name,
		log: options.log,
		pid,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		ended,
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

/** The preferred port when it is free on loopback, any free one otherwise. */
export async function freePort(preferred?: number): Promise<number> {
	return await getPort({ host: '127.0.0.1', ...(preferred !== undefined && { port: preferred }) });
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
	const ended = new AbortController();
	void server.ended.then(() =>
		ended.abort(new CommandError(`${server.name} ended before it was ready.`, server.log)),
	);
	const ask = async () => {
		const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
		if (!ok) throw new Error(`It answered ${status}`);
	};
	try {
		const wait = { factor: 1, minTimeout: 200, retries: Infinity, maxRetryTime: seconds * 1000 };
		await pRetry(ask, { ...wait, signal: ended.signal });
	} catch (error) {
		if (error instanceof CommandError) throw error;
		const late = `${server.name} did not answer within ${seconds} seconds at ${url}.`;
		throw new CommandError(late, server.log);
	}
}
