import { once } from 'node:events';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import getPort from 'get-port';
import pRetry from 'p-retry';

const LOG_LINES_SHOWN = 40;
/** Milliseconds until a process that does not end by itself is killed. */
const STOP_TIMEOUT = 20_000;

interface CommandOptions {
	cwd: string;
	/** File for standard output and standard error. */
	log: string;
	env?: NodeJS.ProcessEnv;
	/** Text for standard input; none by default. */
	input?: string;
	/** Another user to run as. */
	user?: { uid: number; gid: number };
}

export interface ServerProcess {
	readonly name: string;
	readonly log: string;
	readonly pid: number;
	isRunning(): boolean;
	/** Settles when the process has ended, for any reason. */
	readonly ended: Promise<unknown>;
	/** Ends the process and its children, by force after a time-out. */
	stop(): Promise<void>;
	/** `kill -9`, children included. */
	kill(): Promise<void>;
}

/** A failed command. The message contains the end of its log. */
export class CommandError extends Error {
	constructor(what: string, log: string) {
		const text = existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : '(empty)';
		const end = text.split('\n').slice(-LOG_LINES_SHOWN).join('\n');
		super(`${what}\nThe log is ${log}; it ends:\n\n${end}\n`);
	}
}

const openedLogs = new Set<string>();

/** Opens a log: empties it the first time in this process, appends afterwards. */
function openLog(log: string, command: string) {
	mkdirSync(path.dirname(log), { recursive: true });
	const write = openedLogs.has(log) ? appendFileSync : writeFileSync;
	write(log, `\n$ ${command}\n`);
	openedLogs.add(log);
	return { file: log, append: true };
}

/** Milliseconds between two looks at a log. */
const LOG_INTERVAL = 2000;

/** Passes on each line that is written to a log from now on, without keeping this process alive. */
export function followLog(log: string, onLine: (line: string) => void): void {
	let offset = statSync(log).size;
	let rest = '';
	const read = () => {
		const added = readFileSync(log).subarray(offset);
		offset += added.length;
		const lines = (rest + added.toString()).split('\n');
		rest = lines.pop() ?? '';
		lines.forEach(onLine);
	};
	setInterval(read, LOG_INTERVAL).unref();
}

const NPM_VARIABLES =
	/^(npm_(lifecycle|package|execpath|config_local_prefix|command)|INIT_CWD|VITEST|NODE_OPTIONS|NODE_ENV)/;

/** Returns the environment for a child, without the variables by which npm would find this project. */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !NPM_VARIABLES.test(name));
	return { ...Object.fromEntries(inherited), ...extra };
}

const execaOptions = ({ cwd, env = childEnvironment(), input, user }: CommandOptions) => ({
	cwd,
	env,
	extendEnv: false,
	...(input === undefined ? { stdin: 'ignore' as const } : { input }),
	reject: false as const,
	...user,
});

/**
 * Runs a command and returns its standard output, which is logged as well.
 * @throws CommandError when its exit status is not 0
 */
export async function runCommand(
	command: string,
	args: string[],
	options: CommandOptions,
): Promise<string> {
	const output = openLog(options.log, [command, ...args].join(' '));
	const { failed, stdout } = await execa(command, args, {
		...execaOptions(options),
		stdout: ['pipe', output],
		stderr: output,
		stripFinalNewline: false,
	});
	const shown = `\`${path.basename(command)} ${args.join(' ')}\``;
	if (failed) throw new CommandError(`${shown} failed.`, options.log);
	return stdout;
}

const running = new Set<ServerProcess>();

// If this process ends without having stopped its servers.
process.on('exit', () => {
	for (const { pid } of running) killGroup(pid);
});

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// The whole group has ended already.
	}
}

/** Starts a program in its own process group, so that its children can be killed with it. */
export function startServer(
	name: string,
	command: string,
	args: string[],
	options: CommandOptions,
): ServerProcess {
	const output = openLog(options.log, [command, ...args].join(' '));
	const subprocess = execa(command, args, {
		...execaOptions(options),
		stdout: output,
		stderr: output,
		detached: true,
		forceKillAfterDelay: STOP_TIMEOUT,
	});
	const { pid, nodeChildProcess: child } = subprocess;
	if (pid === undefined) throw new CommandError(`${name} could not be started.`, options.log);
	// The child's own promise would wait for its children, too.
	const ended = once(child, 'exit');
	const stop = async () => {
		subprocess.kill('SIGTERM');
		await ended;
		killGroup(pid);
		running.delete(server);
	};
	const kill = async () => {
		killGroup(pid);
		await stop();
	};
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const server = { name, log: options.log, pid, isRunning, ended, stop, kill };
	running.add(server);
	return server;
}

/** Stops all servers that this process started, the latest first. */
export async function stopServers(): Promise<void> {
	for (const server of [...running].reverse()) await server.stop();
}

/** Stops all servers, then this process, on Ctrl-C, SIGTERM or a closed terminal. */
export function stopServersOnSignal(beforeStop: () => void): void {
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		beforeStop();
		await stopServers();
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => void stop());
}

/** Returns the preferred port if nothing uses it on any address of this machine, or else any free port. */
export const freePort = async (preferred?: number): Promise<number> =>
	// A browser may take localhost for another address than 127.0.0.1, where another program answers.
	await getPort(preferred === undefined ? {} : { port: preferred });

/**
 * Waits until a server answers a request with success.
 * @throws CommandError when the server ends first or on time-out
 */
export async function waitUntilReady(
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
		if (!ok) throw new Error(`Status ${status}`);
	};
	const options = { factor: 1, minTimeout: 200, retries: Infinity, maxRetryTime: seconds * 1000 };
	await pRetry(ask, { ...options, signal: ended.signal }).catch((error: unknown) => {
		if (error instanceof CommandError) throw error;
		throw new CommandError(
			`${server.name} was not ready within ${seconds} s at ${url}.`,
			server.log,
		);
	});
}
