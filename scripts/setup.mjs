// Installs the project's dependencies with pnpm, unless they are installed. Runs before anything is installed, so it
// uses Node.js alone: no dependency, no TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const marker = path.join(root, 'node_modules', '.installed-from');
const [OLDEST_MAJOR, OLDEST_MINOR] = [20, 12];

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

function fail(message) {
	console.error(message);
	process.exit(1);
}

function assertNodeVersion() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > OLDEST_MAJOR || (major === OLDEST_MAJOR && minor >= OLDEST_MINOR)) return;
	const needed = `${OLDEST_MAJOR}.${OLDEST_MINOR}`;
	fail(
		`This project needs Node.js ${needed} or later and found ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
	);
}

/** Enables the checks before each commit in a developer's clone, unless other hooks are set. */
function installHooks() {
	const isClone = statSync(path.join(root, '.git'), { throwIfNoEntry: false })?.isDirectory();
	if (process.env.CI || !isClone || git('config', 'core.hooksPath').status !== 1) return;
	git('config', 'core.hooksPath', 'scripts/hooks');
	console.log(
		'From now on, git checks format and types before each commit (git config core.hooksPath scripts/hooks).',
	);
}

/** Whether the dependencies were missing or outdated, and have been installed. */
function installDependencies() {
	const lock = read('pnpm-lock.yaml') + read('pnpm-workspace.yaml');
	const fingerprint = createHash('sha256').update(lock).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return false;

	console.log("Installing the project's dependencies (half a minute the first time) …");
	const { packageManager } = JSON.parse(read('package.json'));
	const install = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
	const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
	if (spawnSync('npx', ['--yes', packageManager, ...install], options).status !== 0) {
		fail(
			'The dependencies could not be installed: see the lines above. Check that the npm registry can be reached, then run the command again.',
		);
	}
	writeFileSync(marker, fingerprint);
	return true;
}

/**
 * Starts Vitest again where vitest.config.mts imported this file: `npx` fetched one that is not the project's. That one
 * cannot remove its compiled configuration any more.
 */
function restartVitest() {
	const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
	const args = [vitest, ...process.argv.slice(2)];
	const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
	for (const file of readdirSync(root))
		if (file.startsWith('vitest.config.mts.timestamp-')) rmSync(path.join(root, file));
	process.exit(status ?? 1);
}

function setUp() {
	assertNodeVersion();
	installHooks();
	const isImported = path.basename(process.argv[1]) !== 'setup.mjs';
	if (installDependencies() && isImported) restartVitest();
}

// A copy that mutation testing made uses the installation of its original.
if (process.env.STRYKER_MUTATOR_WORKER === undefined) setUp();
