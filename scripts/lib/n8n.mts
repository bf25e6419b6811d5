import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { installNode24 } from './node24.mjs';
import { manifest } from './package.mts';
import { CACHE, LOGS, PACKAGE_NAME, ROOT } from './paths.mts';
import type { PackedPackage } from './package.mts';
import {
	childEnvironment,
	freePort,
	runCommand,
	startServer,
	waitUntilReady,
} from './processes.mts';
import type { ServerProcess } from './processes.mts';
import { TESTED_N8N } from './versions.mts';

/** The version that runs: the tested one, unless the environment names another. */
export const N8N_VERSION = process.env.N8N_VERSION ?? TESTED_N8N;

const isAtLeast241 = (version: string): boolean => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major > 2 || (major === 2 && minor >= 41);
};

/** Returns pnpm overrides for dependencies of n8n that are not available as its package.json names them. */
const overridesFor = (version: string): Record<string, string> => ({
	linkedom: '0.18.14',
	// n8n takes it from a site that is not an npm registry.
	xlsx: 'npm:@e965/xlsx@0.20.3',
	...(isAtLeast241(version)
		? { '@langchain/langgraph': '1.4.0' }
		: { '@langchain/langgraph': '1.0.2', '@langchain/langgraph-checkpoint': '1.0.0' }),
});

/** Migrations of an empty database take a while. */
const START_TIMEOUT_SECONDS = 180;

const OFFLINE = parseEnv(readFileSync(path.join(ROOT, 'scripts', 'demo', 'offline.env'), 'utf8'));

/** Holds n8n's compiled modules: each start but the first takes two thirds of the time. */
const COMPILED = path.join(CACHE, 'compiled');

/** Modules that use the internet. Versions before 2.41 do not start when one is named that they lack. */
const DISABLED_MODULES = { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,instance-reporting' };

export interface N8nInstall {
	version: string;
	/** The project that depends on n8n. */
	directory: string;
	/** Folder of the `node` that runs this n8n. */
	nodeBin: string;
}

/** The folder of n8n itself, whose `package.json` finds n8n's own modules. */
export const n8nFolder = ({ directory }: N8nInstall): string =>
	realpathSync(path.join(directory, 'node_modules', 'n8n'));

export interface RunningN8n {
	server: ServerProcess;
	/** Address of the editor, without a final slash. */
	url: string;
}

interface Project {
	/** Name of the folder and of its log. */
	name: string;
	/** Files to create, by name. */
	files: Record<string, string>;
	install: [command: string, ...args: string[]];
	env?: NodeJS.ProcessEnv;
}

/** Installs a project into a folder of the cache, unless that has been done before. */
async function installProject({ name, files, install, env }: Project): Promise<string> {
	const directory = path.join(CACHE, name);
	const marker = path.join(directory, '.complete');
	if (existsSync(marker)) return directory;
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	for (const [file, text] of Object.entries(files)) writeFileSync(path.join(directory, file), text);
	const [command, ...args] = install;
	const log = path.join(LOGS, `${name}-install.log`);
	await runCommand(command, args, { cwd: directory, log, ...(env && { env }) });
	writeFileSync(marker, '');
	return directory;
}

const withNode = (nodeBin: string, extra: NodeJS.ProcessEnv = {}) =>
	childEnvironment({ ...extra, PATH: `${nodeBin}${path.delimiter}${process.env.PATH ?? ''}` });

/** Returns the folder of the headers of a `node`, as node-gyp wants it: the npm package `node` has them beside it. */
const headersOf = (nodeBin: string): string | undefined =>
	[
		path.join(nodeBin, '..', 'node_modules', `node-${process.platform}-${process.arch}`),
		path.join(nodeBin, '..'),
	].find((folder) => existsSync(path.join(folder, 'include', 'node', 'node_api.h')));

/** Installs n8n and the Node.js that it needs, unless that has been done before. */
export async function installN8n(version = N8N_VERSION): Promise<N8nInstall> {
	// Native modules must be compiled with the Node.js that runs n8n.
	const nodeBin = installNode24();
	const headers = headersOf(nodeBin);
	const { packageManager } = manifest();
	const workspace = {
		overrides: overridesFor(version),
		onlyBuiltDependencies: ['sqlite3', 'isolated-vm'],
	};
	// Without a lock file, pnpm asks for the newest version of each dependency.
	const lock = path.join(ROOT, 'scripts', 'demo', `n8n-${version}.lock.yaml`);
	const directory = await installProject({
		name: `n8n-${version}`,
		files: {
			'package.json': JSON.stringify({ private: true, dependencies: { n8n: version } }),
			// YAML contains JSON.
			'pnpm-workspace.yaml': JSON.stringify(workspace),
			...(existsSync(lock) && { 'pnpm-lock.yaml': readFileSync(lock, 'utf8') }),
		},
		install: ['npx', '--yes', packageManager, 'install', '--config.confirmModulesPurge=false'],
		env: withNode(nodeBin, {
			// npx would otherwise put the global prefix's `node` before n8n's.
			NPM_CONFIG_PREFIX: path.join(CACHE, `n8n-${version}`),
			// SQLite is compiled where its binary cannot be downloaded: in a third of the time, without another download.
			CFLAGS: '-O1',
			...(headers !== undefined && { npm_config_nodedir: headers }),
		}),
	});
	return { version, directory, nodeBin };
}

/** Returns the folder into which n8n installs this package, below the folder that holds `.n8n`. */
export const installedPackage = (userFolder: string): string =>
	path.join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);

/**
 * Installs the packed package as n8n's Settings do, so that its node types carry the package's name.
 * @param userFolder the folder that holds `.n8n`
 */
export function installPackage(userFolder: string, { tarball, fingerprint }: PackedPackage): void {
	const directory = installedPackage(userFolder);
	const marker = path.join(directory, 'fingerprint');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return;
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
	const dependencies = { [PACKAGE_NAME]: manifest().version };
	const nodes = { name: 'installed-nodes', private: true, dependencies };
	writeFileSync(path.join(userFolder, '.n8n', 'nodes', 'package.json'), JSON.stringify(nodes));
	writeFileSync(marker, fingerprint);
}

export interface N8nOptions {
	install: N8nInstall;
	/** Folder that holds `.n8n`: settings, database, community packages. */
	userFolder: string;
	env?: NodeJS.ProcessEnv;
	logName: string;
}

const commandOptions = (options: N8nOptions, ports: NodeJS.ProcessEnv) => {
	const { install, userFolder, env, logName } = options;
	mkdirSync(userFolder, { recursive: true });
	const modules = isAtLeast241(install.version) && DISABLED_MODULES;
	const paths = { NODE_COMPILE_CACHE: COMPILED, N8N_USER_FOLDER: userFolder };
	const variables = { ...OFFLINE, ...modules, ...paths, ...ports, ...env };
	return {
		cwd: userFolder,
		env: withNode(install.nodeBin, variables),
		log: path.join(LOGS, `${logName}.log`),
	};
};

const commandOf = (install: N8nInstall) =>
	path.join(install.directory, 'node_modules', '.bin', 'n8n');

/** Runs one of n8n's commands, `import:workflow` for example, and returns its output. */
export async function runN8n(args: string[], options: N8nOptions): Promise<string> {
	const ports = { N8N_RUNNERS_BROKER_PORT: String(await freePort()) };
	return await runCommand(commandOf(options.install), args, commandOptions(options, ports));
}

/** Lets the credential of a Slack node name another address than Slack's. */
const REDIRECT_SLACK = pathToFileURL(path.join(ROOT, 'scripts', 'demo', 'redirectSlack.mts')).href;

export type N8nRole = 'start' | 'worker';

/**
 * Starts n8n and waits until it is ready.
 * @param options its `role` is `start` for an instance with the editor (the default) or `worker`, its `port` any
 * free one by default
 */
export async function startN8n(
	options: N8nOptions & { role?: N8nRole; port?: number },
): Promise<RunningN8n> {
	const { role = 'start', port = await freePort(), logName, install } = options;
	const isWorker = role === 'worker';
	const ports = {
		NODE_OPTIONS: `--import=${REDIRECT_SLACK}`,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		...(isWorker && { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) }),
	};
	const server = startServer(logName, commandOf(install), [role], commandOptions(options, ports));
	const url = `http://localhost:${port}`;
	await waitUntilReady(server, `${url}/healthz/readiness`, START_TIMEOUT_SECONDS);
	// Older versions report readiness before their REST interface answers. Workers have none.
	if (!isWorker) await waitUntilReady(server, `${url}/rest/settings`, START_TIMEOUT_SECONDS);
	return { server, url };
}
