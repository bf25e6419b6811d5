import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import build from '../../../scripts/lib/build.mts';
import { CACHE, LOGS, ROOT } from '../../../scripts/lib/paths.mts';
import { childEnvironment, run } from '../../../scripts/lib/processes.mts';
import { step } from '../../../scripts/lib/progress.mts';

const git = async (...args: string[]): Promise<string> =>
	(await run('git', args, { cwd: ROOT, log: path.join(LOGS, 'bench-git.log') })).trim();

/** Checks out a commit below the cache and builds it with its own dependencies, unless that has been done before. */
export async function buildCommit(name: string): Promise<{ directory: string; commit: string }> {
	const commit = await git('rev-parse', '--short=8', '--verify', `${name}^{commit}`);
	const directory = path.join(CACHE, 'base', commit);
	const marker = path.join(directory, 'dist', '.complete');
	if (existsSync(marker)) return { directory, commit };
	await step(`Building ${commit} with its own dependencies (a minute)`, async () => {
		rmSync(directory, { recursive: true, force: true });
		mkdirSync(path.dirname(directory), { recursive: true });
		// Of a worktree that `npm run clean` has deleted, git still has the name.
		await git('worktree', 'prune');
		await git('worktree', 'add', '--detach', directory, commit);
		const options = { cwd: directory, log: path.join(LOGS, `bench-build-${commit}.log`) };
		const env = childEnvironment({ CI: 'true' });
		await run('node', ['scripts/setup.mjs'], { ...options, env });
		await run('npm', ['run', 'build'], { ...options, env });
		writeFileSync(marker, '');
	});
	return { directory, commit };
}

/** Builds the files as they are now. */
export async function buildFiles(): Promise<string> {
	await step('Building the files as they are', build);
	return ROOT;
}

/** Copies a built package to where it finds the modules of n8n and no others, as a user's installation does. */
export function installBuilt(directory: string): string {
	const installed = mkdtempSync(path.join(tmpdir(), 'bench-package-'));
	for (const name of ['package.json', 'dist'])
		cpSync(path.join(directory, name), path.join(installed, name), { recursive: true });
	return installed;
}
