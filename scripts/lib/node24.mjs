// Fetches the Node.js that n8n and this project run on. It runs before anything is installed: no dependency, no
// TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const NODE_MAJOR = 24;

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const directory = path.join(root, '.cache', `node-${NODE_MAJOR}`);
const marker = path.join(directory, '.complete');

/** The major version that runs this process. */
export const runningMajor = Number(process.versions.node.split('.', 1)[0]);

/**
 * Returns the folder of a `node` of version 24, which npm installs into the cache unless this process runs on one or
 * npm has done it before.
 */
export function installNode24(log = () => {}) {
	if (runningMajor === NODE_MAJOR) return path.dirname(process.execPath);
	const bin = path.join(directory, 'node_modules', 'node', 'bin');
	if (existsSync(marker)) return bin;
	log(`Fetching Node.js ${NODE_MAJOR} from the npm registry …`);
	rmSync(directory, { recursive: true, force: true });
	mkdirSync(directory, { recursive: true });
	writeFileSync(path.join(directory, 'package.json'), '{ "private": true }');
	const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${NODE_MAJOR}`];
	const { status, stdout, stderr } = spawnSync('npm', args, { cwd: directory, encoding: 'utf8' });
	if (status !== 0)
		throw new Error(
			`Node.js ${NODE_MAJOR} could not be installed from the npm registry.\n${stdout ?? ''}${stderr ?? ''}`,
		);
	writeFileSync(marker, '');
	return bin;
}
