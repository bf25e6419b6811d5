import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../../scripts/lib/paths.mts';

/** A clone with everything installed but the newer Node.js's link, on a machine whose Node.js is too old. */
const clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
const at = (...names: string[]) => path.join(clone, ...names);
/** More than any machine has. */
const WANTED_MAJOR = 999;
const newNode = at('.cache', `node-${WANTED_MAJOR}`, 'node_modules', 'node', 'bin', 'node');
const link = at('node_modules', '.bin', 'node');

function write(file: string, text: string, mode = 0o644): void {
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text, { mode });
}

/** A program as pnpm installs one: it takes the `node` beside itself, or else that of the path. */
const installedProgram = `#!/bin/sh
folder=$(dirname "$0")
if [ -x "$folder/node" ]; then exec "$folder/node" "$(basename "$0")" "$@"; else exec node "$0" "$@"; fi
`;

/** Runs a script of package.json as npm does, and returns what it prints. */
const runScript = (command: string, env: NodeJS.ProcessEnv = { CI: 'true' }) =>
	execFileSync('sh', ['-c', command], {
		cwd: clone,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: [
				...[at('fakes'), at('node_modules', '.bin')],
				...[path.dirname(process.execPath), process.env.PATH],
			].join(':'),
			...env,
		},
	});

/** Puts a program first into the path that writes down how it is called, and returns what it wrote. */
function fake(name: string, status = 0) {
	const log = at('fakes', `${name}.log`);
	write(at('fakes', name), `#!/bin/sh\necho "$@" >>"${log}"\nexit ${status}\n`, 0o755);
	return () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
}
afterEach(() => rmSync(at('fakes'), { recursive: true, force: true }));

beforeAll(() => {
	for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts'])
		cpSync(path.join(ROOT, file), at(file), { recursive: true });
	const versions = at('scripts', 'lib', 'node24.mjs');
	const source = readFileSync(versions, 'utf8');
	write(versions, source.replace('NODE_MAJOR = 24', `NODE_MAJOR = ${WANTED_MAJOR}`));
	const lock = readFileSync(at('pnpm-lock.yaml')).toString();
	const workspace = readFileSync(at('pnpm-workspace.yaml')).toString();
	const fingerprint = createHash('sha256')
		.update(lock + workspace)
		.digest('hex');
	write(at('node_modules', '.installed-from'), fingerprint);
	write(newNode, '#!/bin/sh\necho "The new node runs $*"\n', 0o755);
	write(at('.cache', `node-${WANTED_MAJOR}`, '.complete'), '');
	for (const name of ['eslint', 'n8n-node', 'prettier', 'stryker', 'tsc', 'tsx', 'vitest'])
		write(at('node_modules', '.bin', name), installedProgram, 0o755);
});

beforeEach(() => rmSync(link, { force: true }));

afterAll(() => rmSync(clone, { recursive: true }));

it.each(['start', 'dev', 'test', 'lint'] as const)(
	'npm run %s runs everything on the new Node.js, also as the first command in a clone',
	(name) => {
		const lines = runScript(manifest.scripts[name]).trimEnd().split('\n');
		for (const line of lines) expect(line).toMatch(/^The new node runs /);
		expect(lines).toHaveLength(name === 'lint' ? 2 : 1);
	},
);

it('setup gives a clone the link by which npm and npx find the new Node.js', () => {
	runScript('node scripts/setup.mjs');
	expect(existsSync(link)).toBe(true);
	expect(realpathSync(link)).toBe(realpathSync(newNode));
});

it('npx vitest, which an old Node.js runs, goes on with the same arguments on the new one', () => {
	const lines = runScript('node scripts/restartVitest.mjs run test/nodes/Video');
	expect(lines).toMatch(/^The new node runs .*vitest\.mjs run test\/nodes\/Video\n$/);
});

it('setup installs what the lock file says, and nothing else', () => {
	const marker = at('node_modules', '.installed-from');
	const fingerprint = readFileSync(marker, 'utf8');
	rmSync(marker);
	const called = fake('npx');
	runScript('node scripts/setup.mjs');
	expect(called()).toBe(
		`--yes ${manifest.packageManager} install --frozen-lockfile --config.confirmModulesPurge=false\n`,
	);
	expect(readFileSync(marker, 'utf8')).toBe(fingerprint);
});

it.each([
	["a developer's clone", {}, 'scripts/hooks\n'],
	['CI', { CI: 'true' }, '\n'],
])('setup sets the hooks of git in %s as it should', (_, env, hooks) => {
	runScript('git init --quiet');
	runScript('node scripts/setup.mjs', env);
	expect(runScript('git config core.hooksPath || echo')).toBe(hooks);
	rmSync(at('.git'), { recursive: true });
});

it('setup installs a Node.js again whose installation was interrupted', () => {
	const complete = at('.cache', `node-${WANTED_MAJOR}`, '.complete');
	rmSync(complete);
	const called = fake('npm', 1);
	expect(() => runScript('node scripts/setup.mjs')).toThrow(/could not be installed/);
	expect(called()).toContain(`node@${WANTED_MAJOR}`);
	write(newNode, '#!/bin/sh\necho "The new node runs $*"\n', 0o755);
	write(complete, '');
});

it('a command of package.json ends as the program that it runs', () => {
	expect(() => runScript("node scripts/run.mjs sh -c 'exit 3'")).toThrow(
		expect.objectContaining({ status: 3 }),
	);
});

it.each([
	[0, 'run --silent typecheck\n'],
	[1, ''],
])('the hook before a commit checks types if the format ends with %i', (status, checked) => {
	const checks = at('node_modules', '.bin', 'lint-staged');
	write(checks, `#!/bin/sh\nexit ${status}\n`, 0o755);
	const called = fake('npm');
	const run = () => runScript('sh scripts/hooks/pre-commit');
	if (status === 0) run();
	else expect(run).toThrow(expect.objectContaining({ status }));
	expect(called()).toBe(checked);
	rmSync(checks);
});
