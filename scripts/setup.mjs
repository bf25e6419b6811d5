// Installs the project's dependencies with pnpm, unless they are installed, and Node.js 24 where an older one runs this.
// Runs before anything is installed, so it uses Node.js alone: no dependency, no TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	lstatSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode24, NODE_MAJOR, runningMajor } from './lib/node24.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const marker = path.join(root, 'node_modules', '.installed-from');
/** npm and npx look for `node` here first, so all commands run on this one. */
const nodeLink = path.join(root, 'node_modules', '.bin', 'node');

const isNodeOld = runningMajor < NODE_MAJOR;

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

function fail(message) {
	console.error(message);
	process.exit(1);
}

/** Returns the `node` that all commands run on: the running one, or else 24. */
function findNode() {
	if (!isNodeOld) return process.execPath;
	const advice = `Install Node.js ${NODE_MAJOR} or later from https://nodejs.org and run the command again.`;
	if (process.platform === 'win32')
		fail(`This project needs Node.js ${NODE_MAJOR} and found ${process.versions.node}. ${advice}`);
	try {
		return path.join(installNode24(console.log), 'node');
	} catch (error) {
		return fail(`${error.message}\n${advice}`);
	}
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
function installDependencies(node) {
	const lock = read('pnpm-lock.yaml') + read('pnpm-workspace.yaml');
	const fingerprint = createHash('sha256').update(lock).digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return false;

	console.log("Installing the project's dependencies (half a minute the first time) …");
	const { packageManager } = JSON.parse(read('package.json'));
	const install = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false'];
	const options = {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		env: {
			...process.env,
			PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
			// npx would otherwise put the `node` of the global prefix first.
			NPM_CONFIG_PREFIX: path.join(root, 'node_modules'),
		},
	};
	if (spawnSync('npx', ['--yes', packageManager, ...install], options).status !== 0) {
		fail(
			'The dependencies could not be installed: see the lines above. Check that the npm registry can be reached, then run the command again.',
		);
	}
	writeFileSync(marker, fingerprint);
	return true;
}

/** Whether commands already ran on the linked Node.js, which may run this, too. pnpm can remove the link. */
const hasLink = lstatSync(nodeLink, { throwIfNoEntry: false }) !== undefined;

/** Lets npm and npx find Node.js 24 where they run on an older one. */
function linkNode(node) {
	if (!isNodeOld && !hasLink) return;
	if (existsSync(nodeLink) && realpathSync(nodeLink) === realpathSync(node)) return;
	rmSync(nodeLink, { force: true });
	symlinkSync(node, nodeLink);
}

function setUp() {
	const node = findNode();
	installHooks();
	const isInstalled = installDependencies(node);
	linkNode(node);
	return { node, isInstalled };
}

// A copy that mutation testing made uses the installation of its original.
const isCopy = process.env.STRYKER_MUTATOR_WORKER !== undefined;

/** The `node` that all commands run on, and whether the dependencies have just been installed. */
export const { node, isInstalled } = isCopy
	? { node: process.execPath, isInstalled: false }
	: setUp();
