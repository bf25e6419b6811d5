import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { packageManager } from './package.mts';
import { CACHE, LOGS, PACKAGE_NAME, ROOT } from './paths.mts';
import type { PackedPackage } from './package.mts';
import { childEnvironment, freePort, run, startServer, waitUntilAnswering } from './processes.mts';
import type { ServerProcess } from './processes.mts';

/** The n8n that the project is developed against; another one with the environment variable N8N_VERSION. */
export const N8N_VERSION = process.env.N8N_VERSION ?? '2.41.1';

/** n8n refuses Node.js versions that it was not made for. */
const nodeMajorFor = (version: string): number => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major >= 2 || minor >= 100 ? 24 : 22;
};

/** Libraries of n8n that are not, or not any more, where its package says. */
const OVERRIDES = [
	'  linkedom: 0.18.14',
	'  # Taken from a site of its own, which is not the npm registry.',
	'  xlsx: npm:@e965/xlsx@0.20.3',
];
const LATER_OVERRIDES = ["  '@langchain/langgraph': 1.4.0"];
/** As they were when these versions of n8n were published. */
const EARLIER_OVERRIDES = [
	"  '@langchain/langgraph': 1.0.2",
	"  '@langchain/langgraph-checkpoint': 1.0.0",
];
const OVERRIDES_FOR_N8N_1 = [
	'  # Later ones need a later zod than n8n 1 brings.',
	'  zod-to-json-schema: 3.23.3',
];

/** Whether a version of n8n is 2.41 or later. */
const isLater = (version: string): boolean => {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major > 2 || (major === 2 && minor >= 41);
};

/** The libraries to be installed in the place of those that a version of n8n asks for. */
const overridesFor = (version: string): string[] => [
	...OVERRIDES,
	...(isLater(version) ? LATER_OVERRIDES : EARLIER_OVERRIDES),
	...(version.startsWith('1.') ? OVERRIDES_FOR_N8N_1 : []),
];

/** On an empty database n8n runs several hundred migrations first. */
const START_PATIENCE_SECONDS = 180;

/** Nothing leaves the machine: no telemetry, no look-ups of versions, templates, banners or verified packages. */
const QUIET = {
	// A busy machine is no reason to give up the database.
	DB_PING_TIMEOUT_MS: '60000',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DIAGNOSTICS_CONFIG_FRONTEND: '',
	N8N_DIAGNOSTICS_CONFIG_BACKEND: '',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	N8N_SECURE_COOKIE: 'false',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
};

/** Parts of n8n that ask for something elsewhere; earlier versions do not start when one is named that they lack. */
const DISABLED_MODULES = { N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,instance-reporting' };

export interface N8nInstall {
	version: string;
	/** The folder that holds the project with n8n as its dependency. */
	directory: string;
	/** The folder with the `node` that this n8n runs on. */
	nodeBin: string;
}

export interface RunningN8n {
	server: ServerProcess;
	/** The editor's address, without a final slash. */
	url: string;
}

function readyFolder(name: string): { directory: string; isReady: boolean; markReady: () => void } {
	const directory = path.join(CACHE, name);
	const marker = path.join(directory, '.complete');
	const isReady = existsSync(marker);
	if (!isReady) {
		rmSync(directory, { recursive: true, force: true });
		mkdirSync(directory, { recursive: true });
	}
	return { directory, isReady, markReady: () => writeFileSync(marker, '') };
}

/** The folder of a Node.js of this major version: the running one's, or one from the npm registry. */
async function installNode(major: number): Promise<string> {
	if (process.versions.node.startsWith(`${major}.`)) return path.dirname(process.execPath);
	const { directory, isReady, markReady } = readyFolder(`node-${major}`);
	const bin = path.join(directory, 'node_modules', 'node', 'bin');
	if (isReady) return bin;
	writeFileSync(path.join(directory, 'package.json'), '{ "private": true }\n');
	await run('npm', ['install', '--no-audit', '--no-fund', `node@${major}`], {
		cwd: directory,
		log: path.join(LOGS, `node-${major}.log`),
	});
	markReady();
	return bin;
}

const withNode = (nodeBin: string, extra: NodeJS.ProcessEnv = {}) =>
	childEnvironment({ ...extra, PATH: `${nodeBin}${path.delimiter}${process.env.PATH ?? ''}` });

/**
 * Installs a real n8n with the Node.js that it needs, once; later calls return at once.
 * @param version a version on the npm registry
 */
export async function installN8n(version = N8N_VERSION): Promise<N8nInstall> {
	// First of all: what n8n compiles must be compiled for the Node.js that runs it.
	const nodeBin = await installNode(nodeMajorFor(version));
	const { directory, isReady, markReady } = readyFolder(`n8n-${version}`);
	if (isReady) return { version, directory, nodeBin };
	writeFileSync(
		path.join(directory, 'package.json'),
		JSON.stringify({ name: 'a-real-n8n', private: true, dependencies: { n8n: version } }),
	);
	writeFileSync(
		path.join(directory, 'pnpm-workspace.yaml'),
		[
			'overrides:',
			...overridesFor(version),
			'onlyBuiltDependencies: [sqlite3, isolated-vm]',
			'',
		].join('\n'),
	);
	// Known versions of all that n8n needs: they need not be asked for one by one, and are the same everywhere.
	const lock = path.join(ROOT, 'scripts', 'lib', `n8n-${version}.lock.yaml`);
	if (existsSync(lock)) copyFileSync(lock, path.join(directory, 'pnpm-lock.yaml'));
	await run('npx', ['--yes', packageManager(), 'install', '--config.confirmModulesPurge=false'], {
		cwd: directory,
		// Where no pnpm is installed: npx would put a global one's `node` before the one that n8n needs.
		env: withNode(nodeBin, { NPM_CONFIG_PREFIX: directory }),
		log: path.join(LOGS, `n8n-${version}-install.log`),
	});
	markReady();
	return { version, directory, nodeBin };
}

/** Where n8n keeps this package, below the folder that holds `.n8n`. */
export const installedPackage = (userFolder: string): string =>
	path.join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);

const manifestSchema = z.looseObject({
	version: z.string(),
	devDependencies: z.unknown(),
	peerDependencies: z.unknown(),
});

/**
 * Puts the packed package where n8n puts a community package that a person installs in Settings,
 * so that its node types carry the package's name.
 * @param userFolder the folder that holds `.n8n`
 */
export function installPackage(userFolder: string, { tarball, fingerprint }: PackedPackage): void {
	const nodes = path.join(userFolder, '.n8n', 'nodes');
	const directory = installedPackage(userFolder);
	const marker = path.join(directory, 'fingerprint');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return;
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	execFileSync('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
	const file = path.join(directory, 'package.json');
	// n8n itself removes these before it installs what is left, which for this package is nothing.
	const { devDependencies, peerDependencies, ...manifest } = manifestSchema.parse(
		JSON.parse(readFileSync(file, 'utf8')),
	);
	writeFileSync(file, JSON.stringify(manifest, null, 2));
	writeFileSync(
		path.join(nodes, 'package.json'),
		JSON.stringify(
			{
				name: 'installed-nodes',
				private: true,
				dependencies: { [PACKAGE_NAME]: manifest.version },
			},
			null,
			2,
		),
	);
	writeFileSync(marker, fingerprint);
}

export interface N8nOptions {
	install: N8nInstall;
	/** The folder that holds `.n8n`: settings, database, community packages. */
	userFolder: string;
	env?: NodeJS.ProcessEnv;
	/** The name of the log, without its folder and ending. */
	logName: string;
}

const logOf = (name: string) => path.join(LOGS, `${name}.log`);

const environment = ({ install, userFolder, env }: N8nOptions, ports: NodeJS.ProcessEnv) =>
	withNode(install.nodeBin, {
		...QUIET,
		...(isLater(install.version) && DISABLED_MODULES),
		N8N_USER_FOLDER: userFolder,
		...ports,
		...env,
	});

const command = (install: N8nInstall) =>
	path.join(install.directory, 'node_modules', '.bin', 'n8n');

/** Runs one of n8n's commands, `import:workflow` for example, to its end and returns what it wrote. */
export async function runN8n(args: string[], options: N8nOptions): Promise<string> {
	mkdirSync(options.userFolder, { recursive: true });
	const broker = await freePort();
	return await run(command(options.install), args, {
		cwd: options.userFolder,
		env: environment(options, { N8N_RUNNERS_BROKER_PORT: String(broker) }),
		log: logOf(options.logName),
	});
}

export type N8nRole = 'start' | 'worker';

/**
 * Starts n8n and waits until it is ready.
 * @param role `start` for an instance with the editor (the main one in queue mode), `worker` for a worker
 * @param port the wished port; any free one without it
 */
export async function startN8n(
	options: N8nOptions & { role?: N8nRole; port?: number },
): Promise<RunningN8n> {
	mkdirSync(options.userFolder, { recursive: true });
	const role = options.role ?? 'start';
	const port = options.port ?? (await freePort());
	const broker = await freePort();
	const ports = {
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(broker),
		...(role === 'worker' && {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		}),
	};
	const server = startServer(options.logName, command(options.install), [role], {
		cwd: options.userFolder,
		env: environment(options, ports),
		log: logOf(options.logName),
	});
	const url = `http://localhost:${port}`;
	// An older n8n calls itself ready before it has its REST interface, which a worker never has.
	const signs =
		role === 'worker' ? ['/healthz/readiness'] : ['/healthz/readiness', '/rest/settings'];
	for (const sign of signs) await waitUntilAnswering(server, url + sign, START_PATIENCE_SECONDS);
	return { server, url };
}
