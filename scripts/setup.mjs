// Runs before anything is installed: Node.js alone, no dependency, no TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const marker = path.join(root, 'node_modules', '.installed-from');
const OLDEST_NODE = [20, 12];

/** Says which version of the dependencies a checkout asks for. */
function wantedDependencies() {
	const hash = createHash('sha256');
	for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
		hash.update(readFileSync(path.join(root, file)));
	}
	return hash.digest('hex');
}

function assertNodeVersion() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	const [oldestMajor, oldestMinor] = OLDEST_NODE;
	if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
	console.error(
		`This project needs Node.js ${OLDEST_NODE.join('.')} or later and found ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
	);
	process.exit(1);
}

/** The one version of pnpm that installs this project, as `pnpm@<version>`. */
const packageManager = () =>
	JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager;

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** Has git check each commit, in a person's own clone: not in CI, nor over hooks that are set already. */
function installHooks() {
	const isClone = statSync(path.join(root, '.git'), { throwIfNoEntry: false })?.isDirectory();
	if (process.env.CI || !isClone || git('config', 'core.hooksPath').status !== 1) return;
	git('config', 'core.hooksPath', 'scripts/hooks');
}

/**
 * Installs the project's dependencies from the lockfile, or returns at once when they are there.
 * Ends the process with a sentence when that fails.
 */
export function setUp() {
	assertNodeVersion();
	installHooks();
	const wanted = wantedDependencies();
	if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;

	console.log("Installing the project's dependencies (half a minute the first time) …");
	const { status } = spawnSync(
		'npx',
		[
			'--yes',
			packageManager(),
			'install',
			'--frozen-lockfile',
			'--config.confirmModulesPurge=false',
		],
		{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
	);
	if (status !== 0) {
		console.error(
			'The dependencies could not be installed: see the lines above. Check that the npm registry can be reached, then run the command again.',
		);
		process.exit(1);
	}
	writeFileSync(marker, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp();
