// `npm run release -- 1.2.3`: checks, writes the changelog and the version, commits and tags. It publishes nothing:
// pushing the tag does, through .github/workflows/release.yml.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { compareVersions, isVersion, released } from './lib/changelog.mts';
import { manifest } from './lib/package.mts';
import { ROOT } from './lib/paths.mts';
import { step } from './lib/progress.mts';

const CHANGELOG = path.join(ROOT, 'CHANGELOG.md');
/** Requests name the version. */
const USER_AGENT = path.join(ROOT, 'nodes', 'shared', 'http', 'userAgent.ts');
const CHECKS = ['format:check', 'typecheck', 'lint', 'test'];

const git = async (...args: string[]): Promise<string> =>
	(await execa('git', args, { cwd: ROOT })).stdout.trim();

/** Why this version cannot be released from here, or undefined. */
async function obstacle(version: string): Promise<string | undefined> {
	if (!isVersion(version)) return 'Name the version: npm run release -- 1.2.3';
	if (compareVersions(version, manifest().version) < 0)
		return `${version} comes before ${manifest().version}, which package.json has.`;
	if ((await git('tag', '--list', version)) !== '') return `The tag ${version} is there already.`;
	if ((await git('branch', '--show-current')) !== 'main') return 'Releases are made on main.';
	if ((await git('status', '--porcelain')) !== '') return 'Commit what has changed first.';
	return undefined;
}

async function release(version: string): Promise<void> {
	const problem = await obstacle(version);
	if (problem !== undefined) throw new Error(problem);
	const date = new Date().toISOString().slice(0, 10);
	const changelog = released(readFileSync(CHANGELOG, 'utf8'), version, date);
	for (const check of CHECKS)
		await step(`npm run ${check}`, async () => await execa('npm', ['run', check], { cwd: ROOT }));

	writeFileSync(CHANGELOG, changelog);
	const setVersion = ['version', version, '--no-git-tag-version', '--allow-same-version'];
	await execa('npm', [...setVersion, '--ignore-scripts'], { cwd: ROOT });
	writeFileSync(
		USER_AGENT,
		readFileSync(USER_AGENT, 'utf8').replace(/(?<=n8n-nodes-video-subscription\/)[^']+/, version),
	);
	await git(
		'commit',
		'--quiet',
		'--message',
		`Release ${version}`,
		'--',
		'CHANGELOG.md',
		'package.json',
		USER_AGENT,
	);
	await git('tag', '--annotate', version, '--message', `Release ${version}`);
	console.log(`
  ${version} is committed and tagged. This publishes it, once a reviewer agrees on GitHub:

    git push --follow-tags origin main
`);
}

try {
	await release(process.argv[2] ?? '');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
